import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { AUTH_COLLECTIONS } from './collections.js';
import { FORGOT_PASSWORD, SEND_CONFIRMATION, SIGN_IN, VERIFY_CODE } from './served-routes.js';

/** The maximum attempts per account and window, from all clients together. */
interface Rule {
  readonly tries: number;
  /** Seconds. */
  readonly windowS: number;
  /** The error message when the limit is exceeded. */
  readonly refusal: string;
}

/** The limits per account by route; those by e-mail address apply whether or not it has an account. */
export const ATTEMPT_RULES = {
  [SIGN_IN]: {
    tries: 20,
    windowS: 15 * 60,
    refusal:
      'Somebody tried this account too often. Please wait, use a device that you have used before, or choose a new password',
  },
  [FORGOT_PASSWORD]: {
    tries: 3,
    windowS: 60 * 60,
    refusal: 'We have sent several mails to this address; please look for them, or wait',
  },
  [SEND_CONFIRMATION]: {
    tries: 3,
    windowS: 60 * 60,
    refusal: 'We have sent several mails to this address; please look for them, or wait',
  },
  // In a session, whose codes better-auth does not count; those of a sign-in it does.
  [VERIFY_CODE]: {
    tries: 10,
    windowS: 15 * 60,
    refusal: 'Too many codes; please wait a quarter of an hour',
  },
} as const satisfies Record<string, Rule>;

interface Attempts {
  readonly _id: string;
  readonly tries: number;
  readonly expiresAt: Date;
}

/**
 * Limits attempts on one account by many clients; attempts by one client are limited elsewhere. Each known device of
 * the account has its own limit, so an attacker can prevent the owner only from signing in on a new device, for a
 * quarter of an hour.
 */
export class AccountAttempts {
  private readonly attempts: mongo.Collection<Attempts>;

  constructor(
    db: mongo.Db,
    private readonly route: keyof typeof ATTEMPT_RULES,
    private readonly now: () => number = Date.now,
  ) {
    this.attempts = db.collection(AUTH_COLLECTIONS.attempts);
  }

  get refusal(): string {
    return ATTEMPT_RULES[this.route].refusal;
  }

  /**
   * Counts an attempt, whether or not the account exists; `device` is the id of a known device, null for all others
   * together. Returns 0, or the seconds to wait if the limit is exceeded.
   */
  async take(email: string, device: string | null = null): Promise<number> {
    const { tries, windowS } = ATTEMPT_RULES[this.route];
    const window = Math.floor(this.now() / 1_000 / windowS);
    const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
    const expiresAt = new Date((window + 1) * windowS * 1_000);
    const counted = await this.attempts.findOneAndUpdate(
      { _id: [this.route, account, ...(device ? [device] : []), window].join(':') },
      { $inc: { tries: 1 }, $set: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    );
    if ((counted?.tries ?? 0) <= tries) return 0;
    return Math.max(1, Math.ceil((expiresAt.getTime() - this.now()) / 1_000));
  }
}

/** The limit of each route that has one. */
export function accountAttempts(db: mongo.Db): Readonly<Record<string, AccountAttempts>> {
  return {
    [SIGN_IN]: new AccountAttempts(db, SIGN_IN),
    [FORGOT_PASSWORD]: new AccountAttempts(db, FORGOT_PASSWORD),
    [SEND_CONFIRMATION]: new AccountAttempts(db, SEND_CONFIRMATION),
  };
}
