import {
  type FarmPartChanged,
  type OrderDto,
  type OrderPart,
  type OrdersFilter,
  type PartChanged,
  type PartDay,
  statusFits,
} from '#libs/contracts';
import { entity, newest, newestBy, newestPerId, type Put } from '../../realtime/entity';
import { liveList, liveOne, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';
import { currentOrder, type KnownOrder } from './current-order';

export const orders = entity<KnownOrder>('orders', {
  order: newestBy(({ version }) => version),
  parts: newestPerId(({ version }) => version),
  totals: newest,
});

const byId = (parts: readonly OrderPart[]) =>
  Object.fromEntries(parts.map((part) => [part._id, part]));

const facetsOf = (order: OrderDto): KnownOrder => ({ order, parts: byId(order.parts) });

export const putOrder = (order: OrderDto): Put => orders.put(order._id, facetsOf(order));

export const putPart = ({ orderId, part }: FarmPartChanged): Put =>
  orders.put(orderId, { parts: byId([part]) });

export const putPartAndTotals = ({ orderId, part, order }: PartChanged): Put =>
  orders.put(orderId, { parts: byId([part]), totals: order });

const row = {
  entity: orders,
  current: (order: OrderDto, known: KnownOrder | undefined, { viewer }) =>
    currentOrder(order, known, viewer),
  facetsOf,
} satisfies Partial<Parameters<typeof liveOne<OrderDto, KnownOrder>>[0]>;

liveList({
  ...row,
  key: ['orders', 'list'],
  rows: 'orders',
  toRow: ({ order }) => order,
  matches: orderMatcher,
  // an order that is not in the store may now match a filtered list
  isMissing: ({ order, totals }, { status }: OrdersFilter) =>
    order === undefined &&
    totals !== undefined &&
    status !== undefined &&
    statusFits(status, totals.status),
  // by creation time: ids of orders that were placed at nearly the same time may be in another order
  compare: (a, b) => b.createdAt.localeCompare(a.createdAt) || newestFirst(a, b),
});

liveOne({ ...row, key: ['orders', 'detail'] });

/** Whether a part is on a day, or without one; every part is if there is no condition. */
export const isOnDay = ({ slot }: Pick<OrderPart, 'slot'>, day: PartDay | undefined): boolean =>
  day === undefined || day === (slot?.date ?? 'none');

/** Whether an order matches a list's filter; null for a text search, which only the server can do. */
function orderMatcher(filter: OrdersFilter): ((order: OrderDto) => boolean) | null {
  const { status, partStatus, fulfilment, day, farm, customer, from, to, ...rest } = filter;
  if (matchesFields<OrderDto>(rest, []) === null) return null;
  return (order) =>
    statusFits(status, order.status) &&
    (customer ?? order.customer._id) === order.customer._id &&
    (from === undefined || order.createdAt >= from) &&
    (to === undefined || order.createdAt < to) &&
    order.parts.some(
      (part) =>
        (partStatus ?? part.status) === part.status &&
        (fulfilment ?? part.fulfilment) === part.fulfilment &&
        isOnDay(part, day) &&
        (farm ?? part.farmId) === part.farmId,
    );
}
