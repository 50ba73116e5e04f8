import * as z from 'zod/mini';
import type { PartStatus } from './order-state.js';

/** Why a farm cannot bring its part of an order, or some of it. */
export const declineReasonSchema = z.enum([
  'not_harvested',
  'quality',
  'no_capacity',
  'customer_request',
  'other',
]);
export type DeclineReason = z.infer<typeof declineReasonSchema>;

/** Where goods go that are taken away from an order: back on sale, or written off. */
export const goodsFateSchema = z.enum(['restock', 'write_off']);
export type GoodsFate = z.infer<typeof goodsFateSchema>;

/** The possible fates of the goods, by decline reason; the first is the default. */
export const DECLINE_GOODS: Readonly<Record<DeclineReason, readonly [GoodsFate, ...GoodsFate[]]>> =
  {
    // Goods that were never picked must not go back on sale.
    not_harvested: ['write_off'],
    quality: ['write_off', 'restock'],
    no_capacity: ['restock', 'write_off'],
    customer_request: ['restock', 'write_off'],
    other: ['restock', 'write_off'],
  };

/** The default by the status before the cancellation: goods that have left the farm do not go back on sale. */
const CANCEL_GOODS: Readonly<Record<PartStatus, GoodsFate>> = {
  placed: 'restock',
  accepted: 'restock',
  packed: 'restock',
  ready_for_pickup: 'restock',
  out_for_delivery: 'write_off',
  delivered: 'write_off',
  declined: 'restock',
  cancelled: 'restock',
};

/** Where goods go that are taken away from a part in this status. */
export function goodsFateOf(
  status: PartStatus,
  declineReason?: DeclineReason,
  wish?: GoodsFate,
): GoodsFate {
  return wish ?? (declineReason ? DECLINE_GOODS[declineReason][0] : CANCEL_GOODS[status]);
}
