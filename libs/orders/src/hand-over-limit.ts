import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DomainError, optionalAnswer, REDIS } from '#libs/platform';

/** Codes that are none of their farm's which one person may try per window; a window begins with the first. */
const TRIES_MAX = 20;
const WINDOW_SECONDS = 600;

/**
 * Limits the guessing of codes, in addition to the platform's limits per minute. Without Redis it lets tries through,
 * as those do: goods are handed over while nothing can be counted.
 */
@Injectable()
export class HandOverLimit {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts a try before it is looked at, so that many at once are no way around. Throws `RATE_LIMITED`. */
  async count(userId: string): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const key = keyOf(userId);
    const counting = this.redis.pipeline().incr(key).expire(key, WINDOW_SECONDS, 'NX').ttl(key);
    const answers = await optionalAnswer(counting.exec());
    const [tries, secondsLeft] = [Number(answers?.[0]?.[1] ?? 0), Number(answers?.[2]?.[1] ?? 0)];
    if (tries <= TRIES_MAX) return;
    const retryAfter = Math.max(secondsLeft, 1);
    throw new DomainError(
      'RATE_LIMITED',
      `Too many wrong codes: please try again in ${Math.ceil(retryAfter / 60)} minutes`,
      { details: { retryAfter } },
    );
  }

  /** Takes a try back that was no guess: the farm has the code's part. */
  async forgive(userId: string): Promise<void> {
    if (this.redis.status === 'ready') await optionalAnswer(this.redis.decr(keyOf(userId)));
  }
}

const keyOf = (userId: string) => `rate:hand-over:${userId}`;
