import { DomainError } from '../errors.js';
import type { IdentityProof, Principal } from './principal.js';

/** Milliseconds for which a password counts as entered a short while ago. */
const RECENT_MS = 15 * 60_000;

/** Whether a password that was entered at this time was entered a short while ago. */
export const isRecentProof = (at: Date): boolean => Date.now() - at.getTime() <= RECENT_MS;

/** Whether this caller acts as an admin without the second factor that admins need. */
export const lacksSecondFactor = (
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): boolean => principal?.role === 'admin' && proof?.secondFactor === false;

/** Throws `SESSION_NOT_RECENT` for an admin who did not enter the password a short while ago. */
export function requireRecentProof(
  principal: Pick<Principal, 'role'> | undefined,
  proof: IdentityProof | undefined,
): void {
  if (principal?.role !== 'admin' || !proof) return;
  if (!isRecentProof(proof.at)) throw new DomainError('SESSION_NOT_RECENT');
}
