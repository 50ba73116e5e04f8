import { Redis } from 'ioredis';

/** Injection token for the process's shared Redis connection. */
export const REDIS = Symbol('REDIS');

/** Milliseconds between two tries to reconnect, at the most. */
const RETRY_MS = 2_000;

/**
 * A connection that waits for Redis as long as it takes, as BullMQ asks of its connections. The copies that
 * libraries make of it for blocking reads stop trying once it has been closed itself.
 */
export function connectRedis(url: string): Redis {
  const redis: Redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => (redis.status === 'end' ? null : Math.min(attempt * 50, RETRY_MS)),
  });
  // ioredis reconnects by itself and throws from an 'error' event that nobody hears.
  redis.on('error', () => {});
  return redis;
}
