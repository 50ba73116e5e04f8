import * as z from 'zod/mini';
import type { Role } from './users.js';

/** `review`: its farm has published it, and an admin has to approve it before shoppers see it. */
export const productStatusSchema = z.enum(['draft', 'review', 'live', 'paused', 'archived']);
export type ProductStatus = z.infer<typeof productStatusSchema>;

/** The statuses that can be requested; `live` leads to `review` if an admin has to approve. */
export const askedProductStatusSchema = z.enum(['draft', 'live', 'paused', 'archived']);
export type AskedProductStatus = z.infer<typeof askedProductStatusSchema>;

interface Step {
  readonly to: AskedProductStatus;
  readonly by: readonly Role[];
}
const both: readonly Role[] = ['farmer', 'admin'];

/** The state machine of a product: from each status, the next statuses and the roles that may set them. */
export const PRODUCT_TRANSITIONS: Readonly<Record<ProductStatus, readonly Step[]>> = {
  draft: [
    { to: 'live', by: both },
    { to: 'archived', by: both },
  ],
  review: [
    { to: 'live', by: ['admin'] },
    { to: 'draft', by: both },
    { to: 'archived', by: both },
  ],
  live: [
    { to: 'paused', by: both },
    { to: 'archived', by: both },
  ],
  paused: [
    { to: 'live', by: both },
    { to: 'archived', by: both },
  ],
  archived: [{ to: 'draft', by: both }],
};

/** The statuses that `role` may move a product to from `status`, in the order a screen offers them. */
export function nextProductStatuses(status: ProductStatus, role: Role): AskedProductStatus[] {
  return PRODUCT_TRANSITIONS[status].filter(({ by }) => by.includes(role)).map(({ to }) => to);
}

/** Whether a product has been published; shoppers never see others. */
export function isPublished(status: ProductStatus): boolean {
  return status !== 'draft' && status !== 'review';
}

/** Whether an admin must give a reason for this step with a farm's product. */
export function adminStepNeedsReason(from: ProductStatus, to: AskedProductStatus): boolean {
  return from !== to && to !== 'live' && from !== 'archived';
}
