import type { Socket } from 'node:net';
import type { Counted, RequestBudgets } from './request-budgets.js';
import type { Traffic } from './traffic.js';

/** How long a request may wait, besides waiting for the engines. */
export interface HttpTimeouts {
  /** Milliseconds within which the next {@link BODY_STEP} bytes of a body have to arrive. */
  readonly bodyMs: number;
  /** Milliseconds for which a client may read nothing of a response, plus the time for the bytes already buffered. */
  readonly readerMs: number;
  /** Milliseconds that a change may wait for others to finish. */
  readonly queueMs: number;
}
export const HTTP_TIMEOUTS: HttpTimeouts = { bodyMs: 5_000, readerMs: 10_000, queueMs: 5_000 };

/** Bytes; a body that ends earlier has to arrive within one `bodyMs`. */
const BODY_STEP = 1_024;
/** Bytes per millisecond that a slow network reads; progress shows only once all buffered bytes are read. */
const READER_RATE = 16;
/** Checks per timeout, counted in the shorter of the two timeouts. */
const CHECKS_PER_TIMEOUT = 5;

interface Progress {
  bytes: number;
  since: number;
  /** Bytes buffered at that time. */
  readonly pending: number;
}

/**
 * Ends slow clients: a body that does not arrive gets 408, and a connection whose responses are not read is cut.
 * Returns a function that stops the checks.
 */
export function endSlowClients(
  traffic: Traffic,
  budgets: RequestBudgets,
  { bodyMs, readerMs }: HttpTimeouts,
): () => void {
  const bodies = new WeakMap<Counted, Progress>();
  const readers = new WeakMap<Socket, Progress>();

  const endBody = (body: Counted, now: number) => {
    const { readableLength, readableHighWaterMark, socket } = body.request;
    const seen = bodies.get(body);
    const isOurs = readableLength >= readableHighWaterMark;
    const bytes = socket.bytesRead;
    if (!seen || isOurs || bytes - seen.bytes >= BODY_STEP)
      bodies.set(body, { bytes, since: now, pending: 0 });
    else if (now - seen.since > bodyMs) body.refuse?.();
  };
  const endReader = (socket: Socket, now: number) => {
    const pending = socket.writableLength;
    if (pending === 0) return readers.delete(socket);
    const bytes = socket.bytesWritten - pending;
    const seen = readers.get(socket);
    if (!seen || bytes > seen.bytes) readers.set(socket, { bytes, since: now, pending });
    else if (now - seen.since > readerMs + seen.pending / READER_RATE) socket.destroy();
    return true;
  };

  const timer = setInterval(() => {
    const now = performance.now();
    for (const body of budgets.arriving()) endBody(body, now);
    for (const socket of traffic.connectionsInUse()) endReader(socket, now);
  }, Math.min(bodyMs, readerMs) / CHECKS_PER_TIMEOUT);
  timer.unref();
  return () => clearInterval(timer);
}
