import { createHash, randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { AUTH_COLLECTIONS } from './collections.js';

/** What whoever opens a link may do, and for how many minutes. */
const MINUTES = { 'password-reset': 30, 'email-confirmation': 24 * 60 } as const;
export type LinkPurpose = keyof typeof MINUTES;

interface Link {
  /** What the secret of the link hashes to: who reads the database cannot open it. */
  readonly _id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** The mail it stands in; composed again, it gets another link. */
  readonly mailId: string;
  readonly expiresAt: Date;
}

/** The links that were mailed: each opens one thing, for one account, once, for a short time. */
export class AuthLinks {
  constructor(private readonly db: () => mongo.Db) {}

  /** The secret of a new link. */
  async issue(purpose: LinkPurpose, userId: string, mailId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + MINUTES[purpose] * 60_000);
    await this.links.deleteMany({ mailId });
    await this.links.insertOne({ _id: hashOf(purpose, token), purpose, userId, mailId, expiresAt });
    return token;
  }

  /** Whose link this is, once: of any number of callers at once one hears it, the others null. */
  async redeem(purpose: LinkPurpose, token: string): Promise<string | null> {
    const link = await this.links.findOneAndDelete({
      _id: hashOf(purpose, token),
      expiresAt: { $gt: new Date() },
    });
    return link?.userId ?? null;
  }

  /** Makes every link of that account for that purpose worthless. */
  async revokeAll(purpose: LinkPurpose, userId: string): Promise<void> {
    await this.links.deleteMany({ userId, purpose });
  }

  private get links(): mongo.Collection<Link> {
    return this.db().collection<Link>(AUTH_COLLECTIONS.links);
  }
}

/** The secret is random and long, so that one round is enough; a link for one thing is none for another. */
function hashOf(purpose: LinkPurpose, token: string): string {
  return createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
}
