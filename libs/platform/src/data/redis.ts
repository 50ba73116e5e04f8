import { Redis } from 'ioredis';
import { within } from '../within.js';

/** Injection token for the process's shared Redis connection: on it nothing waits for longer than `REDIS_TIMEOUT_MS`. */
export const REDIS = Symbol('REDIS');

/** Injection token for the connection that blocking readers duplicate: BullMQ's workers, and subscribers. */
export const WAITING_REDIS = Symbol('WAITING_REDIS');

/** Milliseconds between two tries to reconnect, at the most. */
const RETRY_MS = 2_000;
/** Milliseconds for which ioredis waits for the end of a connection that is closed, also where it has ended before. */
const END_MS = 100;

/**
 * A connection that waits for Redis as long as it takes, as BullMQ asks of its connections. The copies that
 * libraries make of it for blocking reads stop trying once it has been closed itself.
 *
 * With `timeoutMs` no command waits for longer, and a connection on which nothing comes back for so long is replaced by
 * a new one. A command that timed out is still sent once Redis is there.
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

/** Milliseconds to wait for a command whose answer a request can do without. */
const OPTIONAL_MS = 200;

/** The answer to a command that a request can do without; null where it fails, is refused or takes too long. */
export function optionalAnswer<Answer>(command: Promise<Answer>): Promise<Answer | null> {
  return within<Answer | null>(
    OPTIONAL_MS,
    command.catch(() => null),
    null,
  );
}
