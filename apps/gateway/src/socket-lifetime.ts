import { HEARTBEAT_MS } from '#libs/contracts';
import type { RealtimeSocket } from './realtime-server.js';

/** Maximum lifetime of a socket in milliseconds; its page then requests a new ticket and resumes. */
const LIFETIME_MS = 60 * 60_000;
/** Lifetimes vary by up to this much, so that pages that connected together do not reconnect together. */
const SPREAD_MS = 10 * 60_000;

/** When a socket that connects now is to be closed, in milliseconds since 1970; checked with each heartbeat. */
export function endOfLife(now = Date.now(), random = Math.random()): number {
  return now + LIFETIME_MS - HEARTBEAT_MS - random * SPREAD_MS;
}

/** Closes sockets that have reached the end of their life. */
export function closeOldSockets(sockets: Iterable<RealtimeSocket>, now = Date.now()): void {
  for (const { data, conn } of sockets) if (data.endsAt <= now) conn.close(true);
}
