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

  async load({ subject }: VerifiedIdentity): Promise<Principal | null> {
    const cached = await this.ifAvailable((redis) => redis.get(keyOf(subject)));
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

  /** Invalidates the entry of this account; while Redis is unavailable, the command is queued until it is back. */
  async drop(subject: string): Promise<void> {
    await optionalAnswer(this.redis.set(keyOf(subject), DROPPED, 'EX', DROPPED_SECONDS));
  }

  /** Null while Redis is unavailable: a command would be queued until it is back. */
  private async ifAvailable<Answer>(
    ask: (redis: Redis) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.redis.status === 'ready' ? optionalAnswer(ask(this.redis)) : null;
  }
}

const keyOf = (subject: string) => `principal:${subject}`;
