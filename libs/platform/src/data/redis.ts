import { Redis } from 'ioredis';
import { within } from '../timing.js';

/** Injection token for the process's shared Redis connection, whose commands wait for at most `REDIS_TIMEOUT_MS`. */
export const REDIS = Symbol('REDIS');

/** Injection token for the connection that blocking readers duplicate: BullMQ's workers, and subscribers. */
export const WAITING_REDIS = Symbol('WAITING_REDIS');

/** Maximum milliseconds between attempts to reconnect. */
const RETRY_MS = 2_000;
/** Milliseconds that ioredis waits for a closing connection to end, even if it has already ended. */
const END_MS = 100;

/**
 * A connection that waits for Redis indefinitely, as BullMQ requires. The copies that libraries make of it for
 * blocking reads stop reconnecting once it has been closed.
 *
 * With `timeoutMs`, no command waits for longer, and a connection that receives nothing for that long is replaced. A
 * timed-out command is still sent once Redis is available.
 */
export function connectRedis(url: string, timeoutMs?: number): Redis {
  const redis: Redis = new Redis(url, {
    maxRetriesPerRequest: null,
    disconnectTimeout: END_MS,
    retryStrategy: (attempt) => (redis.status === 'end' ? null : Math.min(attempt * 50, RETRY_MS)),
    ...(timeoutMs && { commandTimeout: timeoutMs, socketTimeout: timeoutMs }),
  });
  // ioredis reconnects by itself, and an 'error' event without a listener throws.
  redis.on('error', () => {});
  return redis;
}

/** Milliseconds to wait for a command whose result is optional for a request. */
const OPTIONAL_MS = 200;

/** The result of a command that a request can do without; null if it fails or takes too long. */
export function optionalAnswer<Answer>(command: Promise<Answer>): Promise<Answer | null> {
  return within<Answer | null>(
    OPTIONAL_MS,
    command.catch(() => null),
    null,
  );
}
