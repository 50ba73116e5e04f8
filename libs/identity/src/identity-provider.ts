import type { FastifyInstance } from 'fastify';
import type { PublicSettings } from '#libs/contracts';
import {
  type AccountMails,
  NO_ACCOUNT_MAILS,
  type ProfileChange,
  TokenVerifier,
  type VerifiedIdentity,
} from '#libs/platform';

/** A session of an account, with what the provider keeps about it. */
export interface OpenSession {
  readonly _id: string;
  readonly signedInAt: string;
  readonly usedAt: string;
  /** The `User-Agent` and the network address at sign-in, if this installation keeps them. */
  readonly userAgent?: string | null;
  readonly address?: string | null;
}

/** Authenticates users: Clerk or the built-in provider. The rest of the application does not know which. */
export abstract class IdentityProvider extends TokenVerifier {
  abstract readonly kind: 'builtin' | 'clerk';

  /** Mails about accounts that the application sends for the provider; none if the provider sends its own. */
  readonly accountMails: AccountMails = NO_ACCOUNT_MAILS;

  /** The identity of a bearer token. Throws `TOKEN_INVALID`, or `SERVICE_UNAVAILABLE` without its keys. */
  abstract override verify(token: string): Promise<VerifiedIdentity>;

  /**
   * The same identity with the e-mail address and the names that its token lacks. Throws `TOKEN_INVALID` for a deleted
   * account, `SERVICE_UNAVAILABLE` while the issuer is unavailable.
   */
  abstract override profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity>;

  /**
   * Sets the names and, if given, the phone number of an account. Throws `VALIDATION_FAILED` for what the provider
   * rejects, `TOKEN_INVALID` for a deleted account, `SERVICE_UNAVAILABLE` while the provider is unavailable.
   */
  abstract override updateProfile(subject: string, change: ProfileChange): Promise<void>;

  /** The settings that browsers need to sign in; no secrets. */
  abstract publicSettings(): PublicSettings['identity'];

  /** Serves the provider's own routes, if it has any. Call after the application exists and before it listens. */
  abstract mount(fastify: FastifyInstance): Promise<void>;

  /**
   * The open sessions of an account, newest first, for the archive of its owner. Throws `SERVICE_UNAVAILABLE` while the
   * provider is unavailable.
   */
  abstract sessionsOf(subject: string): Promise<readonly OpenSession[]>;

  /**
   * Ends every session of an account and deletes it, with all that the provider keeps of it; again is no error. `email`
   * is its address. Throws `SERVICE_UNAVAILABLE` while the provider is unavailable.
   */
  abstract deleteAccount(subject: string, email: string): Promise<void>;

  /** Ends every session of an account, for a suspension; issued tokens expire within minutes. */
  abstract override revokeSessions(subject: string): Promise<void>;
}
