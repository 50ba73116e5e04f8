import * as z from 'zod/mini';
import { timestampSchema, urlSchema } from './primitives.js';

/** Of a calendar's address, its last part: `token.ics`. Whether there is one is for the service to say. */
export const feedFileSchema = z.string().check(z.maxLength(100));

/** Whether the caller has a calendar that others read by its address; the address itself is not stored. */
export const ownFeedSchema = z.object({
  feed: z.nullable(z.object({ createdAt: timestampSchema })),
});
export type OwnFeed = z.infer<typeof ownFeedSchema>;

/** A new address, which is shown this once. */
export const newFeedSchema = z.object({ address: urlSchema, createdAt: timestampSchema });
export type NewFeed = z.infer<typeof newFeedSchema>;
