import type { FarmRole, Membership } from './farm-roles.js';
import type { Id } from './primitives.js';

interface Person {
  readonly role: 'customer' | 'farmer' | 'admin';
  /** The farm that they act for now; null while they act for themselves. */
  readonly farmId: Id | null;
  /** Absent in records of older builds, where every farmer owns the farm that they act for. */
  readonly memberships?: readonly Membership[] | undefined;
}

/** The farms that somebody works for. */
export const membershipsOf = ({ farmId, memberships }: Person): readonly Membership[] =>
  memberships ?? (farmId === null ? [] : [{ farmId, role: 'owner' }]);

/**
 * As what somebody acts now. Everybody who works for a farm acts as a farmer there, also a customer; who does not work
 * any more for the farm that they acted for acts for themselves.
 */
export function actingAs(person: Person): {
  role: Person['role'];
  farmId: Id | null;
  farmRole: FarmRole | null;
} {
  const { role, farmId } = person;
  const membership = membershipsOf(person).find((one) => one.farmId === farmId);
  if (role === 'admin' || !membership) return { role, farmId: null, farmRole: null };
  return { role: 'farmer', farmId, farmRole: membership.role };
}
