import type { FarmRole, Id, Role, UserStatus } from '#libs/contracts';
import { DomainError } from '../errors.js';

/** How the token's bearer has authenticated. */
export interface IdentityProof {
  /** Whether their session needed a second factor. */
  readonly secondFactor: boolean;
  /** When they last entered their password. */
  readonly at: Date;
  /** When they last entered a code of the second factor in their session; 1970 if never. */
  readonly codeAt: Date;
}

/** The claims of a checked token; `null` for those that the issuer does not provide. */
export interface VerifiedIdentity {
  /** The issuer's own id of the account: `sub`. */
  readonly subject: string;
  /** The issuer's id of the session that the token was issued from. */
  readonly sessionId: string | null;
  readonly email: string | null;
  /** Whether the issuer has verified the e-mail address; only a verified one can make an admin. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly imageUrl: string | null;
  /** Absent if the issuer itself decides what proof to require. */
  readonly proof?: IdentityProof;
}

/** The profile fields that users edit. */
export interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  /** A new number; null keeps the stored one. */
  readonly phone: string | null;
}

/** Checks bearer tokens (signature, iss, exp, nbf, azp); throws `TOKEN_INVALID`. Bound by the app to an identity provider. */
export abstract class TokenVerifier {
  abstract verify(token: string): Promise<VerifiedIdentity>;
  /** The identity with e-mail and names, which it requests from the issuer if the token does not carry them. */
  abstract profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity>;
  /** Stores an edited profile; throws `VALIDATION_FAILED` for values that the issuer refuses. */
  abstract updateProfile(subject: string, change: ProfileChange): Promise<void>;
  /** Ends the account's sessions: they get no more tokens, and their sockets close. */
  abstract revokeSessions(subject: string): Promise<void>;
}

/** The acting user of this installation, as stored now. */
export interface Principal {
  readonly userId: Id;
  readonly name: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** The farm that a farmer acts for; null for everybody else. */
  readonly farmId: Id | null;
  /** What a farmer does there; null for everybody else, and for a farmer without a farm. */
  readonly farmRole: FarmRole | null;
}

/** Packers and drivers: those who work for a farm that they do not own. */
export type CrewRole = Exclude<FarmRole, 'owner'>;

/** What the user does at the farm that they act for, if they do not own it; null for everybody else. */
export const crewRoleOf = ({ farmRole }: Pick<Principal, 'farmRole'>): CrewRole | null =>
  farmRole === 'owner' ? null : farmRole;

/** The farm that the user acts for. Throws `FARM_NOT_FOUND` if there is none. */
export function farmIdOf({ farmId }: Principal): Id {
  if (!farmId) throw new DomainError('FARM_NOT_FOUND');
  return farmId;
}

/** Finds the user of an identity; null if there is none yet. Bound to the users slice. */
export abstract class PrincipalLoader {
  abstract load(identity: Pick<VerifiedIdentity, 'subject'>): Promise<Principal | null>;
}

const MINUTE_MS = 60_000;
/** Milliseconds for which an entered password counts as recent. */
const RECENT_MS = 15 * MINUTE_MS;
/** The same for a code: long enough to pay several farms, because a code works once. */
const CODE_RECENT_MS = 5 * MINUTE_MS;

/** Whether a password entered at this time is recent. */
export const isRecentProof = (at: Date): boolean => Date.now() - at.getTime() <= RECENT_MS;

/**
 * Which proof a route wants of an admin: the password, or the password and a code of the second factor. With
 * `password-of-all`, it wants the password of everybody.
 */
export type RequiredProof = 'password' | 'code' | 'password-of-all';

/** Whether this caller is an admin without the required second factor. */
export const lacksSecondFactor = (
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): boolean => principal?.role === 'admin' && proof?.secondFactor === false;

/**
 * Throws `SESSION_NOT_RECENT` for who has not entered the password recently, and `SECOND_FACTOR_NOT_RECENT` for who has
 * not entered a code recently, where the route wants it of them.
 */
export function requireRecentProof(
  required: RequiredProof,
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): void {
  const isAsked = required === 'password-of-all' || principal?.role === 'admin';
  if (!isAsked || !proof) return;
  if (!isRecentProof(proof.at)) throw new DomainError('SESSION_NOT_RECENT');
  if (required === 'code' && Date.now() - proof.codeAt.getTime() > CODE_RECENT_MS)
    throw new DomainError('SECOND_FACTOR_NOT_RECENT');
}
