import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { AUTH_COLLECTIONS } from './collections.js';

/** Tries that one account takes in a window, right or wrong, from wherever they come. */
export const TRIES_PER_ACCOUNT = 20;
const WINDOW_S = 15 * 60;

interface Attempts {
  readonly _id: string;
  readonly tries: number;
  /** When they are forgotten. */
  readonly expiresAt: Date;
}

/**
 * Bounds guesses at one account that come from many addresses at once; those from one address are bounded already.
 * Whoever guesses on purpose can keep an owner from signing in for a quarter of an hour, but ends no session.
 */
export class SignInAttempts {
  private readonly attempts: mongo.Collection<Attempts>;

  constructor(
    db: mongo.Db,
    private readonly now: () => number = Date.now,
  ) {
    this.attempts = db.collection(AUTH_COLLECTIONS.attempts);
  }

  /** Counts a try, whether there is such an account or not; answers the seconds to wait where it is one too many, else 0. */
  async take(email: string): Promise<number> {
    const window = Math.floor(this.now() / 1_000 / WINDOW_S);
    const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
    const expiresAt = new Date((window + 1) * WINDOW_S * 1_000);
    const counted = await this.attempts.findOneAndUpdate(
      { _id: `${account}:${window}` },
      { $inc: { tries: 1 }, $set: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    );
    if ((counted?.tries ?? 0) <= TRIES_PER_ACCOUNT) return 0;
    return Math.max(1, Math.ceil((expiresAt.getTime() - this.now()) / 1_000));
  }
}
