import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '#libs/platform';

/** Messages that one address may send per window; a window begins with its first message. */
const MESSAGES_MAX = 5;
const WINDOW_SECONDS = 3600;

/**
 * Limits the contact form per hour, in addition to the platform's limits per minute, because every message costs a
 * person's time. Unlike those it fails without Redis, which is acceptable for a contact form.
 */
@Injectable()
export class ContactLimit {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts one message. Returns 0, or the seconds to wait when the limit is exceeded. */
  async take(address: string): Promise<number> {
    const key = `rate:contact:${address}`;
    const results = await this.redis
      .multi()
      .incr(key)
      .expire(key, WINDOW_SECONDS, 'NX')
      .ttl(key)
      .exec();
    const [sent, secondsLeft] = [Number(results?.[0]?.[1]), Number(results?.[2]?.[1])];
    return sent > MESSAGES_MAX ? Math.max(secondsLeft, 1) : 0;
  }
}
