import * as z from 'zod/mini';

/** What a page sends its waiting service worker: to take over, if the page is its only one. */
export const workerMessageSchema = z.object({ type: z.literal('activate-if-alone') });
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
