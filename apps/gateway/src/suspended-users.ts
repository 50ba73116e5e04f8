import { type Id, TICKET_SECONDS, type UserDto } from '#libs/contracts';

/**
 * The users whose status has changed while a ticket may still be valid. Each gateway learns it from the log, before it
 * emits the event: a ticket outlives a suspension by up to its own lifetime.
 */
export class SuspendedUsers {
  private readonly users = new Map<Id, { readonly user: UserDto; readonly until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Learns a status; the newest version counts. */
  learn(user: UserDto): void {
    const known = this.users.get(user._id);
    if (known && known.user.version > user.version) return;
    this.users.delete(user._id);
    this.users.set(user._id, { user, until: this.now() + TICKET_SECONDS * 1_000 });
    for (const [id, { until }] of this.users) {
      if (until > this.now()) return;
      this.users.delete(id);
    }
  }

  has(userId: Id | null): boolean {
    return userId !== null && this.users.get(userId)?.user.status === 'suspended';
  }
}
