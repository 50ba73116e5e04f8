import { DomainError } from '../errors.js';
import type { IdentityProof, Principal } from './principal.js';

/** Milliseconds for which an admin's password counts as entered a short while ago. */
const RECENT_MS = 15 * 60_000;

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
  if (Date.now() - proof.at.getTime() > RECENT_MS) throw new DomainError('SESSION_NOT_RECENT');
}
