import type { DomainEvent, QueueDepths } from '#libs/contracts';
import type { Put } from './entity';
import type { Viewer } from './viewer';

/** What an event asks of the page itself, beside its data. */
export type Effect = 'sign-out' | 'reload-session';

/** What the app makes of what the gateway sends; composed of the features' live files by `app`. */
export interface LiveTable {
  readonly event: (event: DomainEvent) => readonly Put[];
  readonly depths: (depths: QueueDepths) => readonly Put[];
  /** Decided when the event arrives, so that neither a pause nor a hidden tab delays a sign-out. */
  readonly effect: (event: DomainEvent, viewer: Viewer) => Effect | null;
}
