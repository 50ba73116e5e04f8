import type { Id, PublicSettings } from '#libs/contracts';
import { IdentityProvider, type OpenSession } from '#libs/identity';
import {
  type AccountMail,
  AccountMails,
  DomainError,
  type ProfileChange,
  type VerifiedIdentity,
} from '#libs/platform';

/**
 * An identity provider without passwords: the token is the subject, from which the e-mail is derived. Everything else
 * is real; with `checker`, so is the check of tokens.
 */
export class TestIdentity extends IdentityProvider {
  override readonly kind = 'builtin';
  override readonly accountMails = new TestAccountMails();
  /** Subjects with an unconfirmed e-mail address. */
  readonly unproven = new Set<string>();
  /** Subjects whose sessions were ended. */
  readonly revoked: string[] = [];
  /** Subjects whose accounts were deleted. */
  readonly deleted: string[] = [];
  /** Recorded changes of profiles, newest last. */
  readonly profiles: (ProfileChange & { subject: string })[] = [];
  /** The error for every change of a profile; null accepts them. */
  refusal: DomainError | null = null;

  constructor(private readonly checker?: IdentityProvider) {
    super();
  }

  override async verify(token: string): Promise<VerifiedIdentity> {
    if (this.checker) return this.checker.verify(token);
    if (!token.startsWith('test-')) throw new DomainError('TOKEN_INVALID');
    return {
      subject: token,
      sessionId: `session-of-${token}`,
      email: emailOf(token),
      emailVerified: !this.unproven.has(token),
      firstName: token.slice(5),
      lastName: 'Tester',
      imageUrl: null,
    };
  }

  override async profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity> {
    return identity;
  }

  override async updateProfile(subject: string, change: ProfileChange): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.profiles.push({ subject, ...change });
  }

  override async sessionsOf(subject: string): Promise<readonly OpenSession[]> {
    const at = new Date(0).toISOString();
    return [{ _id: `session-of-${subject}`, signedInAt: at, usedAt: at }];
  }

  override async revokeSessions(subject: string): Promise<void> {
    this.revoked.push(subject);
  }

  override async deleteAccount(subject: string): Promise<void> {
    this.deleted.push(subject);
  }

  override publicSettings(): PublicSettings['identity'] {
    return { provider: 'builtin' };
  }

  override async mount(): Promise<void> {}
}

/** The e-mail of the account behind a test token. */
export const emailOf = (token: string) => `${token}@example.test`;

/** Account mails that a test adds to be sent. */
class TestAccountMails extends AccountMails {
  readonly waiting = new Map<Id, AccountMail>();
  /** Unconfirmed addresses. */
  readonly unconfirmed = new Set<string>();

  async compose(id: Id): Promise<AccountMail | null> {
    return this.waiting.get(id) ?? null;
  }

  async done(id: Id): Promise<void> {
    this.waiting.delete(id);
  }

  async confirmed(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(addresses.filter((address) => !this.unconfirmed.has(address)));
  }

  async waitingSince(): Promise<Id[]> {
    return [...this.waiting.keys()];
  }
}
