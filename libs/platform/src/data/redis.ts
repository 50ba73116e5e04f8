import { Redis } from 'ioredis';

/** Injection token for the process's shared Redis connection. */
export const REDIS = Symbol('REDIS');

/** A connection that waits for Redis as long as it takes, as BullMQ asks of its connections. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null, enableReadyCheck: true });
  // ioredis reconnects by itself and throws from an 'error' event that nobody hears.
  redis.on('error', () => {});
  return redis;
}
