import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './primitives.js';

/** A product whose stock differs from its ledger or its open holds, in its own unit. */
export const stockMismatchSchema = z.object({
  productId: idSchema,
  /** Null if the ledger has entries of a product that does not exist. */
  name: z.nullable(z.string()),
  onHand: z.number(),
  held: z.number(),
  /** `onHand` and `held` by the sum of the ledger's entries. */
  ledgerOnHand: z.number(),
  ledgerHeld: z.number(),
  /** The sum of its open holds. */
  openHolds: z.number(),
});
export type StockMismatch = z.infer<typeof stockMismatchSchema>;

/** The result of a check: every product compared with the sum of its ledger and its open holds. */
export const stockCheckSchema = z.object({
  _id: idSchema,
  startedAt: timestampSchema,
  finishedAt: timestampSchema,
  /** The admin who asked; null for the hourly one. */
  requestedBy: z.nullable(idSchema),
  products: z.int(),
  mismatchCount: z.int(),
  /** The first hundred of them. */
  mismatches: z.array(stockMismatchSchema),
});
export type StockCheckDto = z.infer<typeof stockCheckSchema>;

export const latestStockCheckSchema = z.object({ check: z.nullable(stockCheckSchema) });
export type LatestStockCheck = z.infer<typeof latestStockCheckSchema>;

/** Response to a request for a check: it is queued, and its result comes as `stock.checked`. */
export const stockCheckQueuedSchema = z.object({ queued: z.literal(true) });
export type StockCheckQueued = z.infer<typeof stockCheckQueuedSchema>;
