import { type QueryFilter, Types } from 'mongoose';
import { deliveredAtOf } from '#libs/contracts';
import { farmIdOf, type Principal } from '#libs/platform';
import type { Order, Part } from './order.model.js';

/** Throws `FARM_NOT_FOUND` without a farm. */
export const farmOf = (farmer: Principal) => new Types.ObjectId(farmIdOf(farmer));

/** Orders with a part of this farm that meets the condition. */
export const ofFarm = (farmId: Types.ObjectId, part: QueryFilter<Part>): QueryFilter<Order> => ({
  'parts.farmId': farmId,
  parts: { $elemMatch: { farmId, ...part } },
});

export const OLDEST = { createdAt: 1, _id: 1 } as const;

export interface FarmPart {
  readonly order: Order;
  readonly part: Part;
}

/** The farm's own part of each order. */
export const partsOf = (farmId: Types.ObjectId, found: readonly Order[]): FarmPart[] =>
  found.flatMap((order) => {
    const part = order.parts.find((one) => one.farmId.equals(farmId));
    return part ? [{ order, part }] : [];
  });

/** The farm's own part of an order that has one. */
export function partOfFarm(order: Order, farmId: Types.ObjectId): Part {
  const [found] = partsOf(farmId, [order]);
  if (!found) throw new Error('the order lost its part');
  return found.part;
}

/**
 * The delivery fee is collected with the first delivered part of the order, unless a card or credit pays it. In cents.
 */
export function feeToCollect({ parts, deliveryFee, payment }: Order, part: Part): number {
  if (payment.method === 'card') return 0;
  const collected = parts.some(
    (one) => one.fulfilment === 'delivery' && one.status === 'delivered',
  );
  return part.fulfilment === 'delivery' && part.payment.status === 'due' && !collected
    ? deliveryFee - (payment.feeCredit ?? 0)
    : 0;
}

/** What to collect at the handover, with the delivery fee; nothing if a card pays. In cents. */
export const toCollect = (order: Order, part: Part): number =>
  part.payment.status === 'due' && order.payment.method !== 'card'
    ? part.payment.amount + feeToCollect(order, part)
    : 0;

/** What was to be collected with a part when it was handed over. In cents. */
export function collectedWith({ parts, deliveryFee, payment }: Order, part: Part): number {
  if (payment.method === 'card') return 0;
  const at = (one: Part) => deliveredAtOf(one)?.getTime() ?? 0;
  const isFirst = parts
    .filter(({ fulfilment, status }) => fulfilment === 'delivery' && status === 'delivered')
    .every((one) => one._id.equals(part._id) || at(part) < at(one));
  const fee =
    part.fulfilment === 'delivery' && isFirst ? deliveryFee - (payment.feeCredit ?? 0) : 0;
  return part.payment.amount + fee;
}
