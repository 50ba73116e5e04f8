import type { FastifyInstance } from 'fastify';
import type { PublicSettings } from '#libs/contracts';
import {
  type AccountMails,
  NO_ACCOUNT_MAILS,
  type ProfileChange,
  TokenVerifier,
  type VerifiedIdentity,
} from '#libs/platform';

/** Who vouches for people: Clerk or the built-in provider. Nothing behind this door knows which one it is. */
export abstract class IdentityProvider extends TokenVerifier {
  abstract readonly kind: 'builtin' | 'clerk';

  /** The mails about accounts that somebody has to hand over for the provider; none where it writes its own. */
  readonly accountMails: AccountMails = NO_ACCOUNT_MAILS;

  /** Who a bearer token belongs to. Throws `TOKEN_INVALID`, or `SERVICE_UNAVAILABLE` while the issuer's keys cannot be had. */
  abstract override verify(token: string): Promise<VerifiedIdentity>;

  /**
   * The same identity with the e-mail address and the names that its token left out. Throws `TOKEN_INVALID` for a deleted account, `SERVICE_UNAVAILABLE`
   * while the issuer cannot be reached.
   */
  abstract override profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity>;

  /**
   * The new names and, where there is one, the new phone number of an account. Throws `VALIDATION_FAILED` for what the provider does not
   * accept, `TOKEN_INVALID` for a deleted account, `SERVICE_UNAVAILABLE` while the provider cannot be reached.
   */
  abstract override updateProfile(subject: string, change: ProfileChange): Promise<void>;

  /** What browsers need to know to sign in; no secrets. */
  abstract publicSettings(): PublicSettings['identity'];

  /** Serves the provider's own routes, if it has any. Call after the application exists and before it listens. */
  abstract mount(fastify: FastifyInstance): Promise<void>;

  /** Ends every session of an account, for a suspension; tokens already given out end by themselves within minutes. */
  abstract override revokeSessions(subject: string): Promise<void>;
}
