import { mongo } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type AccountMail, type AccountMailKind, AccountMails } from '#libs/platform';
import type { AuthLinks, LinkPurpose } from './auth-links.js';
import { AUTH_COLLECTIONS } from './collections.js';

/** Milliseconds for which a mail may wait for somebody who hands it over; as long as the queue tries. */
const WAITS_MS = 3 * 3_600_000;
/** Mails that one look for lost ones brings back at the most. */
const SWEPT = 100;

/** Where the button of a mail leads, and what its link opens there. */
const PAGES: Readonly<Record<AccountMailKind, { path: string; opens?: LinkPurpose }>> = {
  'password-reset': { path: '/sign-in/new-password', opens: 'password-reset' },
  'password-changed': { path: '/sign-in/forgot-password' },
  'second-factor-on': { path: '/sign-in/forgot-password' },
  'second-factor-off': { path: '/sign-in/forgot-password' },
  'email-confirmation': { path: '/sign-in/confirm-email', opens: 'email-confirmation' },
};

interface WaitingMail {
  readonly _id: mongo.ObjectId;
  readonly kind: AccountMailKind;
  /** As it was asked for: whether it is anybody's address is found out when the mail is written. */
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface AuthUser {
  readonly _id: mongo.ObjectId;
  readonly email: string;
}

/**
 * Mails to the owners of accounts. To ask for one costs the same whether there is such an account or not, and the
 * secret of a link exists from the moment on in which its mail is written: none waits in a queue or in the database.
 */
export class AuthMails extends AccountMails {
  constructor(
    private readonly db: () => mongo.Db,
    private readonly links: AuthLinks,
    private readonly queue: (mailId: Id) => Promise<void> = async () => undefined,
  ) {
    super();
  }

  /** Has a mail written soon; looks nobody up. */
  async add(kind: AccountMailKind, email: string): Promise<void> {
    const _id = new mongo.ObjectId();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + WAITS_MS);
    await this.mails.insertOne({ _id, kind, email: email.toLowerCase(), createdAt, expiresAt });
    // Not awaited, because Redis may be away: a sweep finds what is not queued.
    void this.queue(_id.toHexString()).catch(() => undefined);
  }

  override async compose(id: Id): Promise<AccountMail | null> {
    const mail = await this.mails.findOne({
      _id: new mongo.ObjectId(id),
      expiresAt: { $gt: new Date() },
    });
    if (!mail) return null;
    const users = this.db().collection<AuthUser>(AUTH_COLLECTIONS.users);
    const user = await users.findOne({ email: mail.email }, { projection: { email: 1 } });
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

  override async waitingSince(before: Date): Promise<Id[]> {
    const found = await this.mails
      .find({ createdAt: { $lt: before }, expiresAt: { $gt: new Date() } })
      .project<{ _id: mongo.ObjectId }>({ _id: 1 })
      .limit(SWEPT)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Secrets stand behind `#`, which browsers keep to themselves: no log and no other site gets to see them. */
  private async pathOf(kind: AccountMailKind, userId: string, mailId: Id): Promise<string> {
    const page = PAGES[kind];
    return page.opens
      ? `${page.path}#${await this.links.issue(page.opens, userId, mailId)}`
      : page.path;
  }

  private get mails(): mongo.Collection<WaitingMail> {
    return this.db().collection<WaitingMail>(AUTH_COLLECTIONS.mails);
  }
}
