import type { AllSlotsQuery, OwnSlotDto, ScheduleDto } from '#libs/contracts';
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

const slotRows = {
  rows: 'slots',
  entity: ownSlots,
  current: (slot: OwnSlotDto, known: OwnSlotDto | undefined) => newest(slot, known),
  toRow: (slot: OwnSlotDto) => slot,
  isRemoved: ({ state }: OwnSlotDto) => state === 'withdrawn',
  compare: (a: OwnSlotDto, b: OwnSlotDto) =>
    a.startAt < b.startAt || (a.startAt === b.startAt && a._id < b._id) ? -1 : 1,
  keepSorted: true,
} as const;

liveList({ key: ['slots', 'mine'], ...slotRows });

liveList({
  key: ['slots', 'all'],
  ...slotRows,
  matches:
    ({ farm }: Pick<AllSlotsQuery, 'farm'>) =>
    ({ farmId }) =>
      farm === undefined || farmId === farm,
});
