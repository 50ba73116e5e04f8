import type { Id, Role, UserStatus } from '#libs/contracts';

/** What a checked token says of its bearer. `null` where the issuer does not tell. */
export interface VerifiedIdentity {
  /** The issuer's own id of the account: `sub`. */
  readonly subject: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly imageUrl: string | null;
}

/** Checks bearer tokens (signature, iss, exp, nbf, azp); throws `TOKEN_INVALID`. Bound by the app to an identity provider. */
export abstract class TokenVerifier {
  abstract verify(token: string): Promise<VerifiedIdentity>;
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
  abstract load(identity: VerifiedIdentity): Promise<Principal | null>;
}
