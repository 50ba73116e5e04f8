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

/** Of a limit for reading, the part that a process may pay for at once, for who has not called half as often as they may. */
const AHEAD = 1 / 20;
/** Callers for whom calls are paid for at the most; who is forgotten has paid for nothing. */
const MOST_PAID = 10_000;

/**
 * Counts a call in the window that the first of them opened, and up to half of the limit some more that may follow.
 * Answers the calls up to this one, the milliseconds until they are forgotten, and how many more are paid for.
 */
const COUNT = `
local calls = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1], 'NX')
local ahead = 0
if calls <= tonumber(ARGV[2]) then
  ahead = tonumber(ARGV[3])
  redis.call('INCRBY', KEYS[1], ahead)
end
return { calls, redis.call('PTTL', KEYS[1]), ahead }`;
const countedSchema = z.tuple([z.number(), z.number(), z.number()]);
const UNCOUNTED: z.infer<typeof countedSchema> = [0, 0, 0];

/** Calls that Redis has counted and that have not come yet. */
interface Paid {
  left: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Counts calls in Redis, each before it is answered: most with one round trip; of those that read, a handful at once
 * for who is far below the limit, and then nothing has to be asked for the next ones. So nobody gets beyond a limit
 * by it. Who calls at many processes may be refused a handful for each of them too early.
 *
 * Without Redis it lets calls through: stock and money are guarded by MongoDB, so that a shop which cannot
 * count for a moment is better open than shut.
 */
@Injectable()
export class RateLimiter {
  /** By key; who paid longest ago comes first. */
  private readonly paid = new Map<string, Paid>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits | null,
  ) {}

  /** Counts a call where nobody has to be asked about it; false where {@link count} has to. */
  admits(rateClass: RateClass, who: () => string): boolean {
    return !this.limits || this.isPaid(keyOf(rateClass, who()));
  }

  /**
   * Counts a call of `who`, and throws `RATE_LIMITED` once there were too many; the answer then says when to come
   * back. Null where there is nothing to wait for.
   */
  count(rateClass: RateClass, who: () => string, reply: FastifyReply): Promise<void> | null {
    if (!this.limits) return null;
    const key = keyOf(rateClass, who());
    return this.isPaid(key)
      ? null
      : this.refuseBeyond(rateClass, this.limits[rateClass], key, reply);
  }

  private isPaid(key: string): boolean {
    const paid = this.paid.get(key);
    if (!paid || paid.left === 0 || paid.until <= Date.now()) return false;
    paid.left--;
    return true;
  }

  private async refuseBeyond(
    rateClass: RateClass,
    limit: number,
    key: string,
    reply: FastifyReply,
  ): Promise<void> {
    const most = rateClass === 'reading' ? Math.floor(limit * AHEAD) : 0;
    const asked = Date.now();
    const [calls, msLeft, ahead] = await this.increase(key, Math.floor(limit / 2), most);
    if (ahead > 0) this.pay(key, { left: ahead, until: asked + msLeft });
    if (calls <= limit) return;
    const retryAfter = Math.max(Math.ceil(msLeft / 1_000), 1);
    void reply.header('retry-after', `${retryAfter}`);
    throw new DomainError('RATE_LIMITED', `Please try again in ${retryAfter} seconds`, {
      details: { retryAfter },
    });
  }

  private pay(key: string, fresh: Paid): void {
    const before = this.paid.get(key);
    // Of calls that came at once, each has paid.
    if (before && before.until > Date.now()) fresh.left += before.left;
    this.paid.delete(key);
    this.paid.set(key, fresh);
    for (const oldest of this.paid.keys()) {
      if (this.paid.size <= MOST_PAID) break;
      this.paid.delete(oldest);
    }
  }

  /** The calls so far, the milliseconds until they are forgotten, and how many more were counted. */
  private async increase(key: string, half: number, most: number): Promise<typeof UNCOUNTED> {
    // A command for a Redis that is away would wait for it.
    if (this.redis.status !== 'ready') return UNCOUNTED;
    const counting = this.redis
      .eval(COUNT, 1, key, WINDOW_SECONDS, half, most)
      .then((answer) => countedSchema.parse(answer))
      .catch(() => UNCOUNTED);
    const tired = new Promise<typeof UNCOUNTED>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, UNCOUNTED).unref();
    });
    return Promise.race([counting, tired]);
  }
}

const keyOf = (rateClass: RateClass, who: string) => `rate:${rateClass}:${who}`;

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

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & { ip: string }>();
    const rateClass =
      this.reflector.getAllAndOverride<RateClass | 'none' | undefined>(RATE_CLASS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? (request.method === 'GET' || request.method === 'HEAD' ? 'reading' : 'writing');
    if (rateClass === 'none') return true;
    const { principal, identity, ip } = request;
    const counting = this.limiter.count(
      rateClass,
      () => principal?.userId ?? identity?.subject ?? networkOf(ip),
      context.switchToHttp().getResponse<FastifyReply>(),
    );
    return counting?.then(() => true) ?? true;
  }
}
