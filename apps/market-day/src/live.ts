/** The live side of the web app for programs that measure it. */
export { createQueryClient } from '../../web/src/lib/query-client';
export { cacheKeys } from '../../web/src/realtime/cache';
export { EventQueue } from '../../web/src/realtime/event-queue';
export { LiveCache } from '../../web/src/realtime/live-cache';
