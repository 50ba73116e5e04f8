import type { mongo } from 'mongoose';

/** better-auth's collections, under names that say whose they are. */
export const AUTH_COLLECTIONS = {
  users: 'authUsers',
  sessions: 'authSessions',
  accounts: 'authAccounts',
  verifications: 'authVerifications',
  keys: 'authKeys',
  rateLimits: 'authRateLimits',
  /** Ours: tries at each account. */
  attempts: 'authAttempts',
  /** Secrets of authenticator apps and recovery codes, locked with `AUTH_SECRET`. */
  secondFactors: 'authSecondFactors',
  /** Ours: codes that have opened something already. */
  usedCodes: 'authUsedCodes',
  /** Ours: mails to owners of accounts that wait to be written. */
  mails: 'authMails',
  /** Ours: the links in such mails. */
  links: 'authLinks',
} as const;

/** What is worth nothing once `AUTH_SECRET` is another one: keys are locked with it, and cookies signed. */
export const SECRET_BOUND_COLLECTIONS: readonly string[] = [
  AUTH_COLLECTIONS.keys,
  AUTH_COLLECTIONS.sessions,
  AUTH_COLLECTIONS.secondFactors,
];

/**
 * The indexes that better-auth's MongoDB adapter declares but does not make. Without the unique ones two
 * sign-ups at once would make two accounts for one address.
 */
export async function createAuthIndexes(db: mongo.Db): Promise<void> {
  const { users, sessions, accounts, verifications, rateLimits } = AUTH_COLLECTIONS;
  const { attempts, mails, links, secondFactors, usedCodes } = AUTH_COLLECTIONS;
  const forgotten = { key: { expiresAt: 1 }, expireAfterSeconds: 0 } as const;
  await Promise.all([
    db.collection(users).createIndex({ email: 1 }, { unique: true }),
    db.collection(sessions).createIndexes([
      { key: { token: 1 }, unique: true },
      { key: { userId: 1 } },
      // MongoDB removes sessions that nobody came back for.
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]),
    db
      .collection(accounts)
      .createIndexes([
        { key: { providerId: 1, accountId: 1 }, unique: true },
        { key: { userId: 1 } },
      ]),
    db
      .collection(verifications)
      .createIndexes([
        { key: { identifier: 1 } },
        { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]),
    db
      .collection(rateLimits)
      .createIndexes([{ key: { key: 1 }, unique: true }, { key: { lastRequest: 1 } }]),
    db.collection(attempts).createIndexes([forgotten]),
    db.collection(secondFactors).createIndex({ userId: 1 }, { unique: true }),
    db.collection(usedCodes).createIndexes([forgotten]),
    db.collection(mails).createIndexes([forgotten, { key: { createdAt: 1 } }]),
    db.collection(links).createIndexes([forgotten, { key: { userId: 1 } }, { key: { mailId: 1 } }]),
  ]);
}
