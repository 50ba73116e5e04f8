import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { AuthenticatedRequest } from '../auth/access.js';
import { REDIS } from '../data/redis.js';
import { DomainError } from '../errors.js';
import { networkOf } from './caller-network.js';

/**
 * Calls that one user, or one network where nobody is signed in, may make in a minute. `costly` are those that keep a
 * process busy by themselves: whole files of rows, pictures, recounts.
 */
export const rateLimits = { reading: 300, writing: 60, signIn: 20, costly: 30 };
export type RateLimits = typeof rateLimits;
export type RateClass = keyof RateLimits;

const WINDOW_SECONDS = 60;
const RATE_CLASS = 'farmgate:rate-class';

/** Counts a route in another class than its method says: GET reads, all else writes. `none` is not counted. */
export const RateLimit = (rateClass: RateClass | 'none') => SetMetadata(RATE_CLASS, rateClass);

/** Injection token: the limits that hold in this process, or null for none. */
export const RATE_LIMITS = Symbol('RATE_LIMITS');

/** Milliseconds that counting may take before a call goes on uncounted. */
const PATIENCE_MS = 200;

/** Counts a call in the window that the first of them opened; one command in place of five. */
const COUNT = `
local calls = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1], 'NX')
return { calls, redis.call('TTL', KEYS[1]) }`;
const countedSchema = z.tuple([z.number(), z.number()]);
const UNCOUNTED: z.infer<typeof countedSchema> = [0, 0];

/**
 * Counts calls with one round trip to Redis each.
 *
 * Without Redis it lets calls through: stock and money are guarded by MongoDB, so that a shop which cannot
 * count for a moment is better open than shut.
 */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits | null,
  ) {}

  /**
   * Counts a call of `who`, and throws `RATE_LIMITED` once there were too many; the answer then says when to come
   * back. Null where nothing is counted, so that nobody has to wait for it.
   */
  count(rateClass: RateClass, who: () => string, reply: FastifyReply): Promise<void> | null {
    const { limits } = this;
    return limits && this.refuseBeyond(limits[rateClass], `rate:${rateClass}:${who()}`, reply);
  }

  private async refuseBeyond(limit: number, key: string, reply: FastifyReply): Promise<void> {
    const [calls, secondsLeft] = await this.increase(key);
    if (calls <= limit) return;
    const retryAfter = Math.max(secondsLeft, 1);
    void reply.header('retry-after', `${retryAfter}`);
    throw new DomainError('RATE_LIMITED', `Please try again in ${retryAfter} seconds`, {
      details: { retryAfter },
    });
  }

  /** The calls so far, and the seconds until they are forgotten. */
  private async increase(key: string): Promise<typeof UNCOUNTED> {
    // A command for a Redis that is away would wait for it.
    if (this.redis.status !== 'ready') return UNCOUNTED;
    const counting = this.redis
      .eval(COUNT, 1, key, WINDOW_SECONDS)
      .then((answer) => countedSchema.parse(answer))
      .catch(() => UNCOUNTED);
    const tired = new Promise<typeof UNCOUNTED>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, UNCOUNTED).unref();
    });
    return Promise.race([counting, tired]);
  }
}

/**
 * Refuses a caller who calls too often. Stands behind the guard that says who calls: a token that does not verify
 * costs no query, and is refused there.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & { ip: string }>();
    const rateClass =
      this.reflector.getAllAndOverride<RateClass | 'none' | undefined>(RATE_CLASS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? (request.method === 'GET' || request.method === 'HEAD' ? 'reading' : 'writing');
    if (rateClass === 'none') return true;
    const { principal, identity, ip } = request;
    await this.limiter.count(
      rateClass,
      () => principal?.userId ?? identity?.subject ?? networkOf(ip),
      context.switchToHttp().getResponse<FastifyReply>(),
    );
    return true;
  }
}
