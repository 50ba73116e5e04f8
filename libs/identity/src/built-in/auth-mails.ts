import { mongo } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type AccountMail, type AccountMailKind, AccountMails } from '#libs/platform';
import type { AuthLinks, LinkPurpose } from './auth-links.js';
import { AUTH_COLLECTIONS } from './collections.js';

/** Milliseconds until an unsent mail expires; as long as the queue retries it. */
const EXPIRES_MS = 3 * 3_600_000;
/** Maximum number of unsent mails per sweep. */
const SWEEP_BATCH = 100;

/** The page that a mail links to, and the purpose of the link if it has a secret. */
const PAGES: Readonly<Record<AccountMailKind, { path: string; purpose?: LinkPurpose }>> = {
  'password-reset': { path: '/sign-in/new-password', purpose: 'password-reset' },
  'password-changed': { path: '/sign-in/forgot-password' },
  'second-factor-on': { path: '/sign-in/forgot-password' },
  'second-factor-off': { path: '/sign-in/forgot-password' },
  'email-confirmation': { path: '/sign-in/confirm-email', purpose: 'email-confirmation' },
};

interface WaitingMail {
  readonly _id: mongo.ObjectId;
  readonly kind: AccountMailKind;
  /** As requested; whether an account has this address is looked up when the mail is composed. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface AuthUser {
  readonly _id: mongo.ObjectId;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * Mails to the owners of accounts. A request takes the same work whether or not the account exists. The secret of a
 * link is created when its mail is composed, so that no queue or database ever stores it.
 */
export class AuthMails extends AccountMails {
  constructor(
    private readonly db: () => mongo.Db,
    private readonly links: AuthLinks,
    private readonly queue: (mailId: Id) => Promise<void> = async () => undefined,
  ) {
    super();
  }

  /** Queues a mail without looking up its account. */
  async add(kind: AccountMailKind, email: string): Promise<void> {
    const _id = new mongo.ObjectId();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + EXPIRES_MS);
    await this.mails.insertOne({ _id, kind, email, createdAt, expiresAt });
    // Not awaited, because Redis may be unavailable; the sweep queues mails that this does not.
    void this.queue(_id.toHexString()).catch(() => undefined);
  }

  override async compose(id: Id): Promise<AccountMail | null> {
    const mail = await this.mails.findOne({
      _id: new mongo.ObjectId(id),
      expiresAt: { $gt: new Date() },
    });
    if (!mail) return null;
    const user = await this.users.findOne({ email: mail.email }, { projection: { email: 1 } });
    if (!user) {
      await this.done(id);
      return null;
    }
    const { kind } = mail;
    return { kind, to: user.email, path: await this.pathOf(kind, user._id.toHexString(), id) };
  }

  override async done(id: Id): Promise<void> {
    await this.mails.deleteOne({ _id: new mongo.ObjectId(id) });
  }

  /** Deletes the mails to this address that are not sent. */
  async forget(email: string): Promise<void> {
    await this.mails.deleteMany({ email });
  }

  override async confirmed(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.users
      .find({ email: { $in: [...addresses] }, emailVerified: true })
      .project<Pick<AuthUser, 'email'>>({ email: 1 })
      .toArray();
    return new Set(found.map(({ email }) => email));
  }

  override async waitingSince(before: Date): Promise<Id[]> {
    const found = await this.mails
      .find({ createdAt: { $lt: before }, expiresAt: { $gt: new Date() } })
      .project<{ _id: mongo.ObjectId }>({ _id: 1 })
      .limit(SWEEP_BATCH)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** The secret is in the fragment, which browsers do not send, so it appears in no log and no referrer. */
  private async pathOf(kind: AccountMailKind, userId: string, mailId: Id): Promise<string> {
    const page = PAGES[kind];
    return page.purpose
      ? `${page.path}#${await this.links.issue(page.purpose, userId, mailId)}`
      : page.path;
  }

  private get users(): mongo.Collection<AuthUser> {
    return this.db().collection<AuthUser>(AUTH_COLLECTIONS.users);
  }

  private get mails(): mongo.Collection<WaitingMail> {
    return this.db().collection<WaitingMail>(AUTH_COLLECTIONS.mails);
  }
}
