import { HEARTBEAT_MS } from '#libs/contracts';
import type { RealtimeSocket } from './realtime-server.js';

/** Milliseconds that a socket lives at the most; its page then asks for a new ticket and resumes. */
const LIFETIME_MS = 60 * 60_000;
/** Lifetimes differ by up to this much, so that pages that connected together do not return together. */
const SPREAD_MS = 10 * 60_000;

/** When a socket that connects now is to end. It is looked at with each heartbeat. */
export function endOfLife(now = Date.now(), random = Math.random()): number {
  return now + LIFETIME_MS - HEARTBEAT_MS - random * SPREAD_MS;
}

/** Closes the connections of sockets that have lived long enough. */
export function closeOldSockets(sockets: Iterable<RealtimeSocket>, now = Date.now()): void {
  for (const { data, conn } of sockets) if (data.endsAt <= now) conn.close(true);
}
