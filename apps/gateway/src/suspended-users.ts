import { type Id, TICKET_SECONDS, type UserDto } from '#libs/contracts';

/**
 * The users whose status has changed within the lifetime of a ticket, because a ticket from before a suspension is valid
 * until it expires. Each gateway records them from the log, before it emits the event.
 */
export class SuspendedUsers {
  private readonly users = new Map<Id, { readonly user: UserDto; readonly until: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Records a status; the newest version wins. */
  record(user: UserDto): void {
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
