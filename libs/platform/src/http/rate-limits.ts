import { type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { optionalAnswer, REDIS } from '../data/redis.js';
import { DomainError } from '../errors.js';

/**
 * Calls per minute for one user, or for one network if nobody is signed in. `costly` calls each keep a process busy:
 * CSV exports, pictures, recounts. A page requests a ticket each time it connects; visitors have a limit of their
 * own, because a whole school may share one address.
 */
export const rateLimits = {
  reading: 300,
  writing: 60,
  signIn: 20,
  costly: 30,
  ticket: 60,
  visitorTicket: 600,
};
export type RateLimits = typeof rateLimits;
export type RateClass = keyof RateLimits;

const WINDOW_SECONDS = 60;
const RATE_CLASS = 'farmgate:rate-class';

/**
 * Overrides the rate class of a route, otherwise taken from its method: GET reads, all others write. `none` is not
 * counted.
 */
export const RateLimit = (rateClass: RateClass | 'none') => SetMetadata(RATE_CLASS, rateClass);

/** Injection token: the limits of this process, or null for none. */
export const RATE_LIMITS = Symbol('RATE_LIMITS');

const countSchema = z.tuple([z.number(), z.number()]);
const UNCOUNTED: z.infer<typeof countSchema> = [0, 0];

/**
 * Counts calls in Redis, in fixed windows that begin with the first call. Without Redis it lets calls through:
 * MongoDB guards stock and money, so the shop stays open while it cannot count.
 */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits | null,
  ) {}

  /** Counts a call of `caller`; throws `RATE_LIMITED` if there were too many. */
  async count(rateClass: RateClass, caller: string): Promise<void> {
    if (!this.limits) return;
    const [calls, msLeft] = await this.increment(`rate:${rateClass}:${caller}`);
    if (calls <= this.limits[rateClass]) return;
    const retryAfter = Math.max(Math.ceil(msLeft / 1_000), 1);
    throw new DomainError('RATE_LIMITED', `Please try again in ${retryAfter} seconds`, {
      details: { retryAfter },
    });
  }

  /** The calls in this window so far, and its remaining milliseconds. */
  private async increment(key: string): Promise<typeof UNCOUNTED> {
    // ioredis would queue the command until Redis is back.
    if (this.redis.status !== 'ready') return UNCOUNTED;
    const counting = this.redis.pipeline().incr(key).expire(key, WINDOW_SECONDS, 'NX').pttl(key);
    const answers = await optionalAnswer(counting.exec());
    return countSchema.safeParse([answers?.[0]?.[1], answers?.[2]?.[1]]).data ?? UNCOUNTED;
  }
}

/** The rate class of this call. */
export function rateClassOf(
  reflector: Reflector,
  context: ExecutionContext,
  method: string,
  isVisitor: boolean,
): RateClass | 'none' {
  const declared = reflector.getAllAndOverride<RateClass | 'none' | undefined>(RATE_CLASS, [
    context.getHandler(),
    context.getClass(),
  ]);
  if (declared === 'ticket' && isVisitor) return 'visitorTicket';
  return declared ?? (method === 'GET' || method === 'HEAD' ? 'reading' : 'writing');
}
