import {
  type Day,
  fromThousandths,
  type PackingOrderDto,
  type StopDto,
  toDollars,
} from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import { toCollect } from './farm-parts.js';
import type { Order, Part } from './order.model.js';

const shared = (order: Order, part: Part) => ({
  _id: order._id.toString(),
  partId: part._id.toString(),
  code: order.code,
  placedAt: order.createdAt.toISOString(),
  customer: order.customer.name,
  status: part.status,
  slot: part.slot ?? null,
  notes: [part.note, order.notes].filter((note) => note !== null && note !== undefined),
  lines: part.lines.map(({ productId, name, image, unit, amount, ordered, note }) => ({
    productId: productId.toString(),
    name,
    image,
    unit,
    quantity: fromThousandths(amount),
    ordered: fromThousandths(ordered),
    note,
  })),
  version: part.version,
  orderVersion: order.version,
});

/** The part as the packers of its farm see it. */
export const toPackingOrder = (order: Order, part: Part): PackingOrderDto => ({
  ...shared(order, part),
  fulfilment: part.fulfilment,
  pickupPlace: part.pickupPlace,
  farmName: part.farmName,
});

/** The delivery as the drivers of its farm see it. */
export const toStop = (order: Order, part: Part): StopDto => ({
  ...shared(order, part),
  address: order.address,
  toCollect: toDollars(toCollect(order, part)),
});

/** Whether drivers may see the part on this day: it is to be delivered then, or has no day. */
export const isStopOn = ({ fulfilment, slot }: Part, today: Day): boolean =>
  fulfilment === 'delivery' && (slot?.date ?? today) === today;

/**
 * What the packers and drivers of the order's farms learn of its new parts or of those that changed. `before` is null
 * for a new order. The delivery fee is collected with the first delivery, so a part changes another one's amount.
 */
export function crewChanged(before: Order | null, after: Order, today: Day): EventDraft[] {
  const aggregate = { id: after._id, version: after.version };
  return after.parts.flatMap((part) => {
    const farmId = part.farmId.toString();
    const old = before?.parts.find(({ _id }) => _id.equals(part._id));
    const isChanged = old?.version !== part.version;
    const isStop = isStopOn(part, today);
    const owesOther = before && old && isStop && toCollect(before, old) !== toCollect(after, part);
    return [
      ...(isChanged
        ? [
            draft('order.packing-changed', aggregate, {
              farmId,
              order: toPackingOrder(after, part),
            }),
          ]
        : []),
      ...(isStop && (isChanged || owesOther)
        ? [draft('order.stop-changed', aggregate, { farmId, stop: toStop(after, part) })]
        : []),
    ];
  });
}
