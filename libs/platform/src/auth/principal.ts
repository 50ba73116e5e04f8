import type { Id, Role, UserStatus } from '#libs/contracts';

/** How the bearer of a token has proved who they are. */
export interface IdentityProof {
  /** Whether their session needed a second factor. */
  readonly secondFactor: boolean;
  /** When they last entered their password. */
  readonly at: Date;
}

/** What a checked token says of its bearer. `null` where the issuer does not say it. */
export interface VerifiedIdentity {
  /** The issuer's own id of the account: `sub`. */
  readonly subject: string;
  /** The issuer's id of the session that the token was issued from. */
  readonly sessionId: string | null;
  readonly email: string | null;
  /** Whether the issuer knows that the e-mail is the bearer's; only then can it make an admin. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly imageUrl: string | null;
  /** Missing where the issuer decides by itself what proof it asks for. */
  readonly proof?: IdentityProof;
}

/** What people write about themselves. */
export interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  /** A new number; null keeps the one there is. */
  readonly phone: string | null;
}

/** Checks bearer tokens (signature, iss, exp, nbf, azp); throws `TOKEN_INVALID`. Bound by the app to an identity provider. */
export abstract class TokenVerifier {
  abstract verify(token: string): Promise<VerifiedIdentity>;
  /** The same identity with e-mail and names filled in, asking the issuer where the token did not carry them. */
  abstract profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity>;
  /** Stores what people write about themselves; throws `VALIDATION_FAILED` for what the issuer does not accept. */
  abstract updateProfile(subject: string, change: ProfileChange): Promise<void>;
  /** Ends the account's sessions: no further token is issued from them, and their sockets end. */
  abstract revokeSessions(subject: string): Promise<void>;
}

/** Who acts: a user of this installation, as of now. */
export interface Principal {
  readonly userId: Id;
  readonly name: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** The farm that a farmer acts for; null for everybody else. */
  readonly farmId: Id | null;
}

/** Finds the user behind an identity, or null when there is none yet. Bound to the users slice. */
export abstract class PrincipalLoader {
  abstract load(identity: Pick<VerifiedIdentity, 'subject'>): Promise<Principal | null>;
}
