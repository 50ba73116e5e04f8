import * as z from 'zod/mini';
import type { PartStatus } from './order-state.js';

/** Why a farm cannot deliver its part of an order. */
export const declineReasonSchema = z.enum([
  'not_harvested',
  'quality',
  'no_capacity',
  'customer_request',
  'other',
]);
export type DeclineReason = z.infer<typeof declineReasonSchema>;

/** What happens to the goods of a declined or cancelled part: back on sale, or written off. */
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

/** What happens to a part's goods when it goes from `from` to `to`; null while the part stays live. */
export function goodsAfter(
  from: PartStatus,
  to: PartStatus,
  declineReason?: DeclineReason,
  wish?: GoodsFate,
): GoodsFate | null {
  if (to === 'declined') return wish ?? DECLINE_GOODS[declineReason ?? 'other'][0];
  return to === 'cancelled' ? (wish ?? CANCEL_GOODS[from]) : null;
}
