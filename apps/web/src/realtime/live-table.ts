import type { DomainEvent, FarmRole, QueueDepths, Role } from '#libs/contracts';
import type { Put } from './entity';

/** What the page itself does on an event, apart from updating data. */
export type Effect = 'sign-out' | 'account-deleted' | 'reload-session';

/** Maps messages of the gateway to store updates and effects; composed of the features' live files by `app`. */
export interface LiveTable {
  /** Parses an event from the socket; throws if this viewer receives no such event. */
  readonly parseEvent: (message: unknown) => DomainEvent;
  /** Returns null if the message is not queue depths. */
  readonly parseDepths: (message: unknown) => QueueDepths | null;
  readonly event: (event: DomainEvent) => readonly Put[];
  readonly depths: (depths: QueueDepths) => readonly Put[];
  /** Called when the event arrives, so that neither a pause nor a hidden tab delays a sign-out. */
  readonly effect: (event: DomainEvent, viewer: Viewer) => Effect | null;
}

/** The signed-in user; null for a visitor. */
export type Viewer = {
  id: string;
  role: Role;
  farmId: string | null;
  /** What they do at the farm: another role has other events. */
  farmRole?: FarmRole | null;
} | null;
