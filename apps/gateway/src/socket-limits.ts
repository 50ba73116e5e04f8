import type { Socket } from 'socket.io';
import { HEARTBEAT_MS } from '#libs/contracts';
import type { RealtimeSocket } from './realtime-server.js';

/** Maximum packets per second of one connection. */
export const PACKETS_PER_SECOND = 20;

type Connection = Pick<Socket['conn'], 'on' | 'close'>;

/**
 * Disconnects a client that exceeds the rate. Packets are counted before they are parsed, including those of
 * connections without a ticket and those that are no messages of this application.
 */
export function limitPacketRate(connection: Connection, now: () => number = Date.now): void {
  let since = now();
  let packets = 0;
  connection.on('packet', () => {
    if (now() - since >= 1_000) {
      since = now();
      packets = 0;
    }
    packets += 1;
    if (packets > PACKETS_PER_SECOND) connection.close(true);
  });
}

/** Packets that may be buffered for one socket: more than one replay, which is buffered at once. */
export const BUFFERED_MAX = 5_000;

/**
 * Disconnects a socket that reads slower than events are emitted, because its buffer would fill this process' memory.
 * Its page reconnects and resumes, or fetches its screen again.
 */
export function disconnectWhenSlow({ conn }: RealtimeSocket): void {
  let buffered = 0;
  conn.on('flush', () => {
    buffered = 0;
  });
  conn.on('packetCreate', () => {
    buffered += 1;
    if (buffered > BUFFERED_MAX) conn.close(true);
  });
}

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
