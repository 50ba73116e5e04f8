import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '#libs/platform';

/** Messages that one address may send in the window that the first of them opens. */
const MOST_MESSAGES = 5;
const WINDOW_SECONDS = 3600;

/**
 * Counts the contact form by the hour, beside the platform's limits by the minute: every message costs a
 * person's time. Unlike those it waits for Redis, because nobody's dinner depends on it.
 */
@Injectable()
export class ContactLimit {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts one message; answers the seconds to wait where it is one too many, else 0. */
  async take(address: string): Promise<number> {
    const key = `rate:contact:${address}`;
    const results = await this.redis
      .multi()
      .incr(key)
      .expire(key, WINDOW_SECONDS, 'NX')
      .ttl(key)
      .exec();
    const [sent, secondsLeft] = [Number(results?.[0]?.[1]), Number(results?.[2]?.[1])];
    return sent > MOST_MESSAGES ? Math.max(secondsLeft, 1) : 0;
  }
}
