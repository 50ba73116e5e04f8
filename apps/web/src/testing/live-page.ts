import type { QueryClient } from '@tanstack/react-query';
import type { DomainEvent } from '#libs/contracts';
import { putsOf } from '../app/live/event-table';
import { liveStore } from '../realtime/live-store';
import type { Viewer } from '../realtime/live-table';

/** The live data of a page without a socket: puts events into the store, each once. */
export class LivePage {
  readonly #seen = new Set<string>();

  constructor(
    private readonly client: QueryClient,
    viewer: Viewer,
  ) {
    liveStore(client).begin(viewer);
  }

  apply(events: readonly DomainEvent[]): void {
    const unseen = events.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of unseen) this.#seen.add(id);
    liveStore(this.client).put(unseen.flatMap((event) => putsOf(event)));
  }
}
