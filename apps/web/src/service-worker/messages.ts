import * as z from 'zod/mini';

/** What a page sends its waiting service worker: to take over, if the page is its only one. */
export const workerMessageSchema = z.object({ type: z.literal('activate-if-alone') });
export type WorkerMessage = z.infer<typeof workerMessageSchema>;

/** What the service worker sends a page: to show the page of a notice that was clicked. */
export const pageMessageSchema = z.object({
  type: z.literal('open'),
  path: z.string().check(z.regex(/^\/(?!\/)/)),
});
export type PageMessage = z.infer<typeof pageMessageSchema>;
