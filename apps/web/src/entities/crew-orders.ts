import { OPEN_PARTS, type PackingOrderDto, type StopDto } from '#libs/contracts';
import { byId, newestBy, simpleEntity } from '../realtime/entity';
import { liveList } from '../realtime/live-query';

type CrewOrder = PackingOrderDto | StopDto;
const versionOf = ({ orderVersion }: CrewOrder): number => orderVersion;

export const packingOrders = simpleEntity(
  'packing-orders',
  byId,
  newestBy<PackingOrderDto>(versionOf),
);
export const stops = simpleEntity('stops', byId, newestBy<StopDto>(versionOf));

/** A row, or what is known of it if that is newer. */
const current = <Row extends CrewOrder>(row: Row, known: Row | undefined): Row =>
  known && versionOf(known) > versionOf(row) ? known : row;
/** What was ordered after the list was loaded comes last. */
const compare = (a: CrewOrder, b: CrewOrder) => a.placedAt.localeCompare(b.placedAt);

liveList<PackingOrderDto, PackingOrderDto>({
  key: ['packing-orders'],
  rows: 'orders',
  entity: packingOrders,
  current,
  facetsOf: (order) => order,
  toRow: (known) => known,
  isRemoved: ({ status }) => !OPEN_PARTS.some((open) => open === status),
  compare,
});

liveList<StopDto, StopDto>({
  key: ['stops'],
  rows: 'stops',
  entity: stops,
  current,
  facetsOf: (stop) => stop,
  toRow: (known) => known,
  compare,
});
