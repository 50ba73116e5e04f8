import type { PublicSettings } from '#libs/contracts';
import { IdentityProvider } from '#libs/identity';
import { DomainError, type VerifiedIdentity } from '#libs/platform';

/** An identity provider without passwords: the token is the subject, its e-mail follows from it. Everything behind the token is real. */
export class TestIdentity extends IdentityProvider {
  override readonly kind = 'builtin';
  /** Subjects whose sessions were ended. */
  readonly revoked: string[] = [];

  override async verify(token: string): Promise<VerifiedIdentity> {
    if (!token.startsWith('test-')) throw new DomainError('TOKEN_INVALID');
    return {
      subject: token,
      email: emailOf(token),
      emailVerified: true,
      firstName: token.slice(5),
      lastName: 'Tester',
      imageUrl: null,
    };
  }

  override async profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity> {
    return identity;
  }

  override async revokeSessions(subject: string): Promise<void> {
    this.revoked.push(subject);
  }

  override publicSettings(): PublicSettings['identity'] {
    return { provider: 'builtin' };
  }

  override async mount(): Promise<void> {}
}

/** The e-mail of the account behind a test token. */
export const emailOf = (token: string) => `${token}@example.test`;
