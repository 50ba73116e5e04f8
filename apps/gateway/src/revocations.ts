import { LRUCache } from 'lru-cache';
import {
  actingAs,
  type DomainEvent,
  type Id,
  TICKET_SECONDS,
  type TicketClaims,
  type UserDto,
} from '#libs/contracts';

/** Maximum number of remembered users, and of remembered sessions. */
const REMEMBERED_MAX = 100_000;
/**
 * Milliseconds for which they are remembered: an api may issue tickets for some seconds more, which are then valid
 * for a minute.
 */
const REMEMBERED_MS = 2 * TICKET_SECONDS * 1_000;
const options = { max: REMEMBERED_MAX, ttl: REMEMBERED_MS };

/** Users and sessions whose tickets are no longer valid; each gateway records them before it emits the event. */
export class Revocations {
  /** By user: the newest known state of a user who has changed. */
  private readonly users = new LRUCache<Id, UserDto>(options);
  private readonly ended = new LRUCache<string, true>(options);

  record({ name, payload }: DomainEvent): void {
    if (name === 'session.ended') this.ended.set(payload.sessionId, true);
    if (name !== 'user.status-changed' && name !== 'user.changed') return;
    const known = this.users.get(payload.user._id);
    if (!known || known.version <= payload.user.version)
      this.users.set(payload.user._id, payload.user);
  }

  /** Whether a ticket with these claims is no longer valid. */
  has(claims: TicketClaims): boolean {
    const { userId, sessionId } = claims;
    const user = userId === null ? undefined : this.users.get(userId);
    return (
      (user !== undefined && !mayUse(user, claims)) ||
      (sessionId !== null && this.ended.has(sessionId))
    );
  }
}

/** Whether the user may receive what these claims allow: they still act for that farm, as the same. */
function mayUse(user: UserDto, { farmId, farmRole }: TicketClaims): boolean {
  if (user.status === 'suspended') return false;
  const now = actingAs(user);
  return farmId === null || (farmId === now.farmId && farmRole === now.farmRole);
}
