import type {
  FarmPartChange,
  OrderDto,
  OrderPart,
  OrdersFilter,
  PartStatusChange,
} from '#libs/contracts';
import { entity, newest, newestBy, newestOfEach, type Put } from '../../realtime/entity';
import { liveList, liveOne, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';
import { currentOrder, type KnownOrder } from './current-order';

export const orders = entity<KnownOrder>('orders', {
  order: newestBy(({ version }) => version),
  parts: newestOfEach(({ version }) => version),
  totals: newest,
});

const byId = (parts: readonly OrderPart[]) =>
  Object.fromEntries(parts.map((part) => [part._id, part]));

const known = (order: OrderDto): KnownOrder => ({ order, parts: byId(order.parts) });

export const putOrder = (order: OrderDto): Put => orders.put(order._id, known(order));

export const putPart = ({ orderId, part }: FarmPartChange): Put =>
  orders.put(orderId, { parts: byId([part]) });

export const putPartAndTotals = ({ orderId, part, order }: PartStatusChange): Put =>
  orders.put(orderId, { parts: byId([part]), totals: order });

const row = {
  entity: orders,
  current: (order: OrderDto, facts: KnownOrder | undefined, { viewer }) =>
    currentOrder(order, facts, viewer),
  learn: known,
} satisfies Partial<Parameters<typeof liveOne<OrderDto, KnownOrder>>[0]>;

liveList({
  ...row,
  key: ['orders', 'list'],
  rows: 'orders',
  whole: ({ order }) => order,
  matches: orderMatcher,
  // an order that no screen has may now belong into a filtered list
  lacks: ({ order, totals }, { status }: OrdersFilter) =>
    order === undefined && totals !== undefined && totals.status === status,
  // by the moment they were placed: of two that were placed at once the later may have the older id
  compare: (a, b) => b.createdAt.localeCompare(a.createdAt) || newestFirst(a, b),
});

liveOne({ ...row, key: ['orders', 'detail'] });

/** Whether an order passes a list's filter; a search by words is the server's alone. */
function orderMatcher(filter: OrdersFilter): ((order: OrderDto) => boolean) | null {
  const { partStatus, fulfilment, farm, customer, from, to, ...rest } = filter;
  const byStatus = matchesFields<OrderDto>(rest, ['status']);
  if (byStatus === null) return null;
  return (order) =>
    byStatus(order) &&
    (customer ?? order.customer._id) === order.customer._id &&
    (from === undefined || order.createdAt >= from) &&
    (to === undefined || order.createdAt < to) &&
    order.parts.some(
      (part) =>
        (partStatus ?? part.status) === part.status &&
        (fulfilment ?? part.fulfilment) === part.fulfilment &&
        (farm ?? part.farmId) === part.farmId,
    );
}
