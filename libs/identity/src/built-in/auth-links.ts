import { createHash, randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { AUTH_COLLECTIONS } from './collections.js';

/** Minutes for which a link is valid, by purpose. */
const MINUTES = { 'password-reset': 30, 'email-confirmation': 24 * 60 } as const;
export type LinkPurpose = keyof typeof MINUTES;

interface Link {
  /** The hash of the link's secret, so that nobody can open the link by reading the database. */
  readonly _id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** The mail that contains the link; composing the mail again replaces the link. */
  readonly mailId: string;
  readonly expiresAt: Date;
}

/** Mailed links: each is valid once, for one purpose and one account, for a limited time. */
export class AuthLinks {
  constructor(private readonly db: () => mongo.Db) {}

  /** Stores a new link and returns its secret. */
  async issue(purpose: LinkPurpose, userId: string, mailId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + MINUTES[purpose] * 60_000);
    await this.links.deleteMany({ mailId });
    await this.links.insertOne({ _id: hashOf(purpose, token), purpose, userId, mailId, expiresAt });
    return token;
  }

  /** The user of a valid link, or null; the link stays valid. */
  async userOf(purpose: LinkPurpose, token: string): Promise<string | null> {
    const link = await this.links.findOne(valid(purpose, token));
    return link?.userId ?? null;
  }

  /** Consumes a valid link and returns its user; of concurrent callers one gets the user, the others null. */
  async redeem(purpose: LinkPurpose, token: string): Promise<string | null> {
    const link = await this.links.findOneAndDelete(valid(purpose, token));
    return link?.userId ?? null;
  }

  /** Revokes every link of the account, or those for one purpose. */
  async revokeAll(userId: string, purpose?: LinkPurpose): Promise<void> {
    await this.links.deleteMany({ userId, ...(purpose && { purpose }) });
  }

  private get links(): mongo.Collection<Link> {
    return this.db().collection<Link>(AUTH_COLLECTIONS.links);
  }
}

const valid = (purpose: LinkPurpose, token: string) => ({
  _id: hashOf(purpose, token),
  expiresAt: { $gt: new Date() },
});

/** One round suffices, because the secret is long and random. Includes the purpose, so that a link has only one. */
function hashOf(purpose: LinkPurpose, token: string): string {
  return createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
}
