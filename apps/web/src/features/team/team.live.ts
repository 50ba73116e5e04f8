import type { TeamDto } from '#libs/contracts';
import { newest, SINGLETON_ID, simpleEntity, singletonId } from '../../realtime/entity';
import { liveValue } from '../../realtime/live-query';

/** The team of the farm that the viewer acts for. */
export const teams = simpleEntity<TeamDto>('teams', singletonId, newest);

liveValue<TeamDto>({
  key: ['team'],
  reads: [teams],
  current: (team, view) => newest(team, view.get(teams, SINGLETON_ID)),
});
