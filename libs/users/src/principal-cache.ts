import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import * as z from 'zod';
import { idSchema, roleSchema, userStatusSchema } from '#libs/contracts';
import {
  optionalAnswer,
  type Principal,
  type PrincipalLoader,
  REDIS,
  type VerifiedIdentity,
} from '#libs/platform';
import { displayName, USER, type User } from './user.model.js';

/** Seconds that a user's role and status are cached; a change invalidates them at once. */
const CACHE_SECONDS = 30;
/**
 * Seconds for which nothing is cached after a change: longer than the transaction of the change and than any read of
 * MongoDB that began before it, so that neither can cache the old state again.
 */
const DROPPED_SECONDS = 5;
const DROPPED = '';
/** Milliseconds after which an entry that Redis did not let go of is dropped again. */
const DROP_AGAIN_MS = 500;

const principalSchema = z.object({
  userId: idSchema,
  name: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  farmId: z.nullable(idSchema),
});

/** The user behind an identity; every request needs it, so it is cached in Redis. */
@Injectable()
export class PrincipalCache implements PrincipalLoader {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  async load({ subject }: Pick<VerifiedIdentity, 'subject'>): Promise<Principal | null> {
    // GETEX is a write to Redis: where entries cannot be dropped, none is served.
    const cached = await this.ifAvailable((redis) => redis.getex(keyOf(subject)));
    if (cached) return principalSchema.parse(JSON.parse(cached));
    const user = await this.users.findOne({ subject }).lean<User>();
    if (!user) return null;
    const principal: Principal = {
      userId: user._id.toString(),
      name: displayName(user),
      role: user.role,
      status: user.status,
      farmId: user.farmId?.toString() ?? null,
    };
    await this.ifAvailable((redis) =>
      redis.set(keyOf(subject), JSON.stringify(principal), 'EX', CACHE_SECONDS, 'NX'),
    );
    return principal;
  }

  /**
   * Invalidates the entry of this account. While Redis is unavailable the command is queued until it is back; where Redis
   * refuses, it is repeated for as long as the entry may live. A full Redis accepts the DEL, and no new entries.
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

  /** Null while Redis is unavailable: a command would be queued until it is back. */
  private async ifAvailable<Answer>(
    ask: (redis: Redis) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.redis.status === 'ready' ? optionalAnswer(ask(this.redis)) : null;
  }
}

const keyOf = (subject: string) => `principal:${subject}`;
