import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import * as z from 'zod';
import { idSchema, roleSchema, userStatusSchema } from '#libs/contracts';
import {
  type Principal,
  type PrincipalLoader,
  REDIS,
  ReadTogether,
  type VerifiedIdentity,
} from '#libs/platform';
import { displayName, USER, type User } from './user.model.js';

/** Seconds that a user's role and status are believed without asking MongoDB; a change drops them at once. */
const CACHE_SECONDS = 30;
/**
 * Seconds for which nothing is believed after a change: longer than any read of MongoDB that began before it,
 * and than the transaction around it, so that neither can bring back what was true before.
 */
const FORGOTTEN_SECONDS = 5;
const FORGOTTEN = '';
/** Milliseconds that Redis may take before MongoDB is asked. */
const PATIENCE_MS = 200;

const principalSchema = z.object({
  userId: idSchema,
  name: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  farmId: z.nullable(idSchema),
});

/** Who is behind an identity, asked on every call and therefore kept in Redis for a moment. */
@Injectable()
export class PrincipalCache implements PrincipalLoader {
  /** Redis is asked once for all calls that come together. */
  private readonly cached = new ReadTogether((subjects) => this.readCached(subjects));

  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  async load({ subject }: VerifiedIdentity): Promise<Principal | null> {
    const cached = await this.cached.one(subject);
    if (cached) return cached;
    const user = await this.users.findOne({ subject }).lean<User>();
    if (!user) return null;
    const principal: Principal = {
      userId: user._id.toString(),
      name: displayName(user),
      role: user.role,
      status: user.status,
      farmId: user.farmId?.toString() ?? null,
    };
    await this.unlessAway((redis) =>
      redis.set(keyOf(subject), JSON.stringify(principal), 'EX', CACHE_SECONDS, 'NX'),
    );
    return principal;
  }

  /** Forgets what is believed of this account; where Redis is away, as soon as it is back. */
  async drop(subject: string): Promise<void> {
    const dropping = this.redis.set(keyOf(subject), FORGOTTEN, 'EX', FORGOTTEN_SECONDS);
    await Promise.race([dropping, tired()]);
  }

  private async readCached(subjects: readonly string[]): Promise<Map<string, Principal>> {
    const texts = await this.unlessAway((redis) => redis.mget(subjects.map(keyOf)));
    const found = new Map<string, Principal>();
    for (const [at, subject] of subjects.entries()) {
      const text = texts?.[at];
      if (text) found.set(subject, principalSchema.parse(JSON.parse(text)));
    }
    return found;
  }

  /** Null while Redis is away: a command would wait for it, and the shop is open all the same. */
  private async unlessAway<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer | null> {
    return this.redis.status === 'ready' ? Promise.race([ask(this.redis), tired()]) : null;
  }
}

function tired(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, null).unref();
  });
}

const keyOf = (subject: string) => `principal:${subject}`;
