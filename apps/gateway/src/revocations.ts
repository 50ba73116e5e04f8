import { LRUCache } from 'lru-cache';
import {
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
  /** By user: the newest known state of a user whose status has changed. */
  private readonly users = new LRUCache<Id, UserDto>(options);
  private readonly ended = new LRUCache<string, true>(options);

  record({ name, payload }: DomainEvent): void {
    if (name === 'session.ended') this.ended.set(payload.sessionId, true);
    if (name !== 'user.status-changed') return;
    const known = this.users.get(payload.user._id);
    if (!known || known.version <= payload.user.version)
      this.users.set(payload.user._id, payload.user);
  }

  /** Whether a ticket with these claims is no longer valid. */
  has({ userId, sessionId }: TicketClaims): boolean {
    return (
      (userId !== null && this.users.get(userId)?.status === 'suspended') ||
      (sessionId !== null && this.ended.has(sessionId))
    );
  }
}
