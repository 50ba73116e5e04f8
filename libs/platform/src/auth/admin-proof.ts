import { DomainError } from '../errors.js';
import type { IdentityProof, Principal } from './principal.js';

/** Milliseconds for which an entered password counts as recent. */
const RECENT_MS = 15 * 60_000;

/** Whether a password entered at this time is recent. */
export const isRecentProof = (at: Date): boolean => Date.now() - at.getTime() <= RECENT_MS;

/** Whether this caller is an admin without the required second factor. */
export const lacksSecondFactor = (
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): boolean => principal?.role === 'admin' && proof?.secondFactor === false;

/** Throws `SESSION_NOT_RECENT` for an admin who has not entered the password recently. */
export function requireRecentProof(
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): void {
  if (principal?.role !== 'admin' || !proof) return;
  if (!isRecentProof(proof.at)) throw new DomainError('SESSION_NOT_RECENT');
}
