import type { OwnSlotDto, ScheduleDto } from '#libs/contracts';
import { byId, newest, newestBy, simpleEntity } from '../../realtime/entity';
import { liveList } from '../../realtime/live-query';

/** The last version of a removed schedule is that of its removal. */
export interface KnownSchedule {
  readonly schedule: ScheduleDto;
  readonly removed: boolean;
}

export const schedules = simpleEntity<KnownSchedule>(
  'schedules',
  ({ schedule }) => schedule._id,
  newestBy(({ schedule }) => schedule.version),
);

liveList({
  key: ['schedules', 'mine'],
  rows: 'schedules',
  entity: schedules,
  current: (schedule: ScheduleDto, known) => newest(schedule, known?.schedule),
  toRow: ({ schedule }) => schedule,
  isRemoved: (_, known) => known?.removed === true,
  compare: (a, b) => (a._id < b._id ? -1 : 1),
});

export const ownSlots = simpleEntity<OwnSlotDto>('own-slots', byId, newest);

liveList({
  key: ['slots', 'mine'],
  rows: 'slots',
  entity: ownSlots,
  current: (slot: OwnSlotDto, known) => newest(slot, known),
  toRow: (slot) => slot,
  isRemoved: ({ state }) => state === 'withdrawn',
  compare: (a, b) => (a.startAt < b.startAt || (a.startAt === b.startAt && a._id < b._id) ? -1 : 1),
  keepSorted: true,
});
