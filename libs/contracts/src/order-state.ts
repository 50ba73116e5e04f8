import * as z from 'zod/mini';
import type { Fulfilment } from './farms.js';

export const partStatusSchema = z.enum([
  'placed',
  'accepted',
  'packed',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
  'declined',
  'cancelled',
]);
export type PartStatus = z.infer<typeof partStatusSchema>;

/** The order's own status (docs/product.md, Orders). */
export const orderStatusSchema = z.enum(['Processing', 'Delivered', 'Cancelled']);
export type OrderStatus = z.infer<typeof orderStatusSchema>;

/** A list's filter by status; "Live" orders are those that were not cancelled, which the statistics count. */
export const orderStatusFilterSchema = z.enum([...orderStatusSchema.options, 'Live']);
export type OrderStatusFilter = z.infer<typeof orderStatusFilterSchema>;

export function statusFits(filter: OrderStatusFilter | undefined, status: OrderStatus): boolean {
  if (filter === undefined) return true;
  return filter === 'Live' ? status !== 'Cancelled' : status === filter;
}

/** The steps that a farm takes with its part, one after the other. */
export const farmStepSchema = z.enum([
  'accepted',
  'packed',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
]);
export type FarmStep = z.infer<typeof farmStepSchema>;

/**
 * The state machine of a farm's part of an order: the farm's next step from each status. Declining and cancelling are
 * changes, see `CHANGE_RULES`.
 */
const NEXT_STEP: Readonly<Record<PartStatus, Readonly<Record<Fulfilment, FarmStep>> | null>> = {
  placed: { delivery: 'accepted', pickup: 'accepted' },
  accepted: { delivery: 'packed', pickup: 'packed' },
  packed: { delivery: 'out_for_delivery', pickup: 'ready_for_pickup' },
  out_for_delivery: { delivery: 'delivered', pickup: 'delivered' },
  ready_for_pickup: { delivery: 'delivered', pickup: 'delivered' },
  delivered: null,
  declined: null,
  cancelled: null,
};

/** The farm's next step with a part; null if there is none. */
export function nextStep(status: PartStatus, fulfilment: Fulfilment): FarmStep | null {
  return NEXT_STEP[status]?.[fulfilment] ?? null;
}

/**
 * The statuses that an admin can set, also against the farm's steps, to correct mistakes. Declined and cancelled parts
 * cannot change, and what was handed over cannot be declined.
 */
export function statusesForAdmin(status: PartStatus, fulfilment: Fulfilment): PartStatus[] {
  if (!isLive(status)) return [];
  const otherHandover = fulfilment === 'pickup' ? 'out_for_delivery' : 'ready_for_pickup';
  return partStatusSchema.options.filter(
    (to) =>
      to !== status &&
      to !== 'placed' &&
      to !== otherHandover &&
      (to !== 'declined' || status !== 'delivered'),
  );
}

/** A part of an order, as its contract or as it is stored. */
export interface HasTimeline<At> {
  readonly timeline: readonly { readonly status: PartStatus; readonly at: At }[];
}

/** When a part was marked as delivered last; undefined if never. */
export const deliveredAtOf = <At>({ timeline }: HasTimeline<At>): At | undefined =>
  timeline.findLast(({ status }) => status === 'delivered')?.at;

/** Whether a part in this status still counts: neither declined nor cancelled. */
export function isLive(status: PartStatus): boolean {
  return status !== 'declined' && status !== 'cancelled';
}

/** The order's own status, derived from its parts. */
export function orderStatusOf(parts: readonly PartStatus[]): OrderStatus {
  const live = parts.filter(isLive);
  if (live.length === 0) return 'Cancelled';
  return live.every((status) => status === 'delivered') ? 'Delivered' : 'Processing';
}
