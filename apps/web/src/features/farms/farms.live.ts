import type { FarmApplicationsQuery, FarmDto, OwnFarmDto } from '#libs/contracts';
import { currentFarm, currentOwnFarm, farms, type KnownFarm } from '../../entities/farms';
import type { Put } from '../../realtime/entity';
import { liveList, liveOne, liveValue, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const putOwnFarm = (own: OwnFarmDto): Put => farms.put(own._id, { own });

liveList({
  key: ['farms', 'list'],
  rows: 'farms',
  entity: farms,
  current: currentFarm,
  // the server knows where a farm that has just opened stands
  lacks: ({ farm, openedAt }: KnownFarm) => farm !== undefined && openedAt === farm.version,
  compare: newestFirst,
});

liveOne<FarmDto, KnownFarm>({
  key: ['farms', 'detail'],
  entity: farms,
  current: currentFarm,
});

liveValue<OwnFarmDto>({
  key: ['own-farm'],
  reads: [farms],
  current: (farm, live) => currentOwnFarm(farm, live.get(farms, farm._id)),
});

liveList({
  key: ['applications', 'list'],
  rows: 'applications',
  entity: farms,
  current: currentOwnFarm,
  learn: (own) => ({ own }),
  whole: ({ own }) => own,
  matches: (filter: Partial<FarmApplicationsQuery>) => {
    const byStatus = matchesFields<OwnFarmDto>(filter, ['status']);
    return byStatus && ((farm) => byStatus(farm) && hasApplied(farm));
  },
  compare: newestFirst,
});

/** Whether admins have it in a list: a pending farm may not have asked to sell yet. */
function hasApplied(farm: OwnFarmDto): boolean {
  return farm.status !== 'pending' || farm.appliedAt !== null;
}
