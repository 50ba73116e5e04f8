import type { OrderDto, PartDay, RunSheet } from '#libs/contracts';
import { liveList } from '../../../realtime/live-query';
import { currentOrder } from '../current-order';
import { isOnDay, orders } from '../orders.live';

/** A stop; one that was ordered after the round was planned has no place on it yet. */
export type Stop = RunSheet['stops'][number] & { isNew?: true };

liveList({
  key: ['run-sheet', 'list'],
  rows: 'stops',
  entity: orders,
  current: (stop: Stop, known, { viewer }) => {
    const order = currentOrder(stop, known, viewer);
    if (order === stop) return stop;
    const { isOnRound, toCollect, isNew } = stop;
    return {
      ...order,
      isOnRound,
      toCollect: dueOf(order) > 0 ? toCollect : 0,
      ...(isNew && { isNew }),
    };
  },
  toRow: ({ order }): Stop | null =>
    // whether the delivery fee is collected with it is not known: the farm sees its own part
    order ? { ...order, isOnRound: false, toCollect: dueOf(order), isNew: true } : null,
  insertOnly: 'changed',
  matches:
    ({ day }: { day?: PartDay }) =>
    ({ status, parts }: Stop) =>
      status === 'Processing' &&
      parts.some((part) => part.fulfilment === 'delivery' && isOnDay(part, day)),
  // the planned stops stay in their order, and new ones come after them
  compare: (a, b) =>
    Number(a.isNew ?? false) - Number(b.isNew ?? false) || (a._id < b._id ? -1 : 1),
});

/** What its farm collects, without the delivery fee, in dollars; nothing if a card pays. */
const dueOf = ({ payment: { method }, parts: [part] }: OrderDto) =>
  part?.payment.status === 'due' && method !== 'card' ? part.payment.amount : 0;
