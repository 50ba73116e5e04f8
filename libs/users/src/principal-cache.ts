import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import * as z from 'zod';
import { actingAs, farmRoleSchema, idSchema, roleSchema, userStatusSchema } from '#libs/contracts';
import {
  optionalAnswer,
  type Principal,
  type PrincipalLoader,
  REDIS,
  type VerifiedIdentity,
} from '#libs/platform';
import { displayName, farmsOf, USER, type User } from './user.model.js';

/** Seconds that a user's role and status are cached; a change invalidates them at once. */
const CACHE_SECONDS = 30;
/**
 * Seconds for which nothing is cached after a change: longer than the transaction of the change and than any read of
 * MongoDB that began before it, so that neither can cache the old state again.
 */
const DROPPED_SECONDS = 5;
const DROPPED = '';
/** Milliseconds until a drop that Redis refused is retried. */
const DROP_AGAIN_MS = 500;

const principalSchema = z.object({
  userId: idSchema,
  name: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  farmId: z.nullable(idSchema),
  /** Absent in entries of the previous build, whose farmers are all owners. */
  farmRole: z.nullable(farmRoleSchema).default('owner'),
});

/** The user behind an identity; every request needs it, so it is cached in Redis. */
@Injectable()
export class PrincipalCache implements PrincipalLoader {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  async load({ subject }: Pick<VerifiedIdentity, 'subject'>): Promise<Principal | null> {
    // GETEX counts as a write, so a Redis that refuses writes, and cannot drop entries, serves none either.
    const cached = await this.ifAvailable((redis) => redis.getex(keyOf(subject)));
    if (cached) return principalSchema.parse(JSON.parse(cached));
    const user = await this.users.findOne({ subject }).lean<User>();
    if (!user) return null;
    const principal: Principal = {
      userId: user._id.toString(),
      name: displayName(user),
      status: user.status,
      ...actingAs({ role: user.role, ...farmsOf(user) }),
    };
    await this.ifAvailable((redis) =>
      redis.set(keyOf(subject), JSON.stringify(principal), 'EX', CACHE_SECONDS, 'NX'),
    );
    return principal;
  }

  /**
   * Invalidates the entry of this account. While Redis is unavailable, the client queues the command; if Redis refuses
   * it, it is retried until the entry has expired. A Redis that is out of memory accepts the DEL but no new entries.
   */
  async drop(subject: string): Promise<void> {
    const dropped = this.dropUntil(subject, Date.now() + CACHE_SECONDS * 1_000);
    await optionalAnswer(dropped);
  }

  private async dropUntil(subject: string, until: number): Promise<void> {
    const key = keyOf(subject);
    for (;;) {
      const answers = await Promise.allSettled([
        this.redis.del(key),
        this.redis.set(key, DROPPED, 'EX', DROPPED_SECONDS),
      ]);
      if (answers.every(({ status }) => status === 'fulfilled') || Date.now() > until) return;
      await setTimeout(DROP_AGAIN_MS, undefined, { ref: false });
    }
  }

  /** Null while Redis is unavailable, because the client would queue the command and the request would wait. */
  private async ifAvailable<Answer>(
    ask: (redis: Redis) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.redis.status === 'ready' ? optionalAnswer(ask(this.redis)) : null;
  }
}

const keyOf = (subject: string) => `principal:${subject}`;
