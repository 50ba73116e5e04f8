import * as z from 'zod/mini';
import type { Fulfilment } from './farms.js';
import type { Role } from './users.js';

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

interface Step {
  readonly to: PartStatus;
  readonly by: readonly Role[];
  /** Only for parts with this fulfilment; for both if absent. */
  readonly only?: Fulfilment;
}

/**
 * The state machine of a farm's part of an order: from each status, the next statuses and the roles that may set
 * them.
 */
export const PART_TRANSITIONS: Readonly<Record<PartStatus, readonly Step[]>> = {
  placed: [
    { to: 'accepted', by: ['farmer', 'admin'] },
    { to: 'declined', by: ['farmer', 'admin'] },
    { to: 'cancelled', by: ['customer', 'admin'] },
  ],
  accepted: [
    { to: 'packed', by: ['farmer', 'admin'] },
    { to: 'declined', by: ['farmer', 'admin'] },
    { to: 'cancelled', by: ['admin'] },
  ],
  packed: [
    { to: 'out_for_delivery', by: ['farmer', 'admin'], only: 'delivery' },
    { to: 'ready_for_pickup', by: ['farmer', 'admin'], only: 'pickup' },
    { to: 'cancelled', by: ['admin'] },
  ],
  out_for_delivery: [
    { to: 'delivered', by: ['farmer', 'admin'] },
    { to: 'cancelled', by: ['admin'] },
  ],
  ready_for_pickup: [
    { to: 'delivered', by: ['farmer', 'admin'] },
    { to: 'cancelled', by: ['admin'] },
  ],
  delivered: [],
  declined: [],
  cancelled: [],
};

/** The statuses that `role` may move a part to from `status`, in the order a screen offers them. */
export function nextPartStatuses(
  status: PartStatus,
  fulfilment: Fulfilment,
  role: Role,
): PartStatus[] {
  return PART_TRANSITIONS[status]
    .filter((step) => step.by.includes(role) && (step.only ?? fulfilment) === fulfilment)
    .map((step) => step.to);
}

/**
 * The statuses that an admin can set outside the table, to correct mistakes; declined and cancelled parts cannot
 * change.
 */
export function overridePartStatuses(status: PartStatus, fulfilment: Fulfilment): PartStatus[] {
  if (!isLive(status)) return [];
  const left = fulfilment === 'pickup' ? 'out_for_delivery' : 'ready_for_pickup';
  return partStatusSchema.options.filter(
    (to) => to !== status && to !== 'placed' && to !== 'declined' && to !== left,
  );
}

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
