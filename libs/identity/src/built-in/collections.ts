import type { mongo } from 'mongoose';

/** The collections of better-auth, with a common prefix. */
export const AUTH_COLLECTIONS = {
  users: 'authUsers',
  sessions: 'authSessions',
  accounts: 'authAccounts',
  verifications: 'authVerifications',
  keys: 'authKeys',
  rateLimits: 'authRateLimits',
  /** Ours: attempts per account. */
  attempts: 'authAttempts',
  /** Secrets of authenticator apps and recovery codes, encrypted with `AUTH_SECRET`. */
  secondFactors: 'authSecondFactors',
  /** Ours: used codes of authenticator apps. */
  usedCodes: 'authUsedCodes',
  /** Ours: unsent mails to owners of accounts. */
  mails: 'authMails',
  /** Ours: the links in such mails. */
  links: 'authLinks',
} as const;

/** Seconds from its sign-in until a session ends, regardless of its use. */
const SESSION_SECONDS_MAX = 90 * 24 * 60 * 60;

/** Collections that become useless if `AUTH_SECRET` changes, which encrypts or signs their content. */
export const SECRET_BOUND_COLLECTIONS: readonly string[] = [
  AUTH_COLLECTIONS.keys,
  AUTH_COLLECTIONS.sessions,
  AUTH_COLLECTIONS.secondFactors,
];

/**
 * Creates the indexes that better-auth's MongoDB adapter declares but does not create. Without the unique indexes,
 * concurrent sign-ups could create two accounts for one address.
 */
export async function createAuthIndexes(db: mongo.Db): Promise<void> {
  const { users, sessions, accounts, verifications, rateLimits } = AUTH_COLLECTIONS;
  const { attempts, mails, links, secondFactors, usedCodes } = AUTH_COLLECTIONS;
  const expiring = { key: { expiresAt: 1 }, expireAfterSeconds: 0 } as const;
  await Promise.all([
    db.collection(users).createIndex({ email: 1 }, { unique: true }),
    db.collection(sessions).createIndexes([
      { key: { token: 1 }, unique: true },
      { key: { userId: 1 } },
      // MongoDB removes expired sessions.
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      // Also removes sessions that are used every week.
      { key: { createdAt: 1 }, expireAfterSeconds: SESSION_SECONDS_MAX },
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
    db.collection(attempts).createIndexes([expiring]),
    db.collection(secondFactors).createIndex({ userId: 1 }, { unique: true }),
    db.collection(usedCodes).createIndexes([expiring]),
    db.collection(mails).createIndexes([expiring, { key: { createdAt: 1 } }]),
    db.collection(links).createIndexes([expiring, { key: { userId: 1 } }, { key: { mailId: 1 } }]),
  ]);
}
