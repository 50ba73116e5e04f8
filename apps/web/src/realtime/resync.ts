import type { QueryClient } from '@tanstack/react-query';
import { isRefusal } from '../lib/api';
import { isLiveRoot } from './live-query';

/** Milliseconds after which a screen that could not be read is read once more. */
const RETRY_MS = 3_000;

/** Reads the screen again, and until it is answered: no event will say what this page has missed. */
export class Resync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending = false;
  /** A later round takes the place of what an earlier one asked for. */
  #round = 0;

  constructor(private readonly client: QueryClient) {}

  /** Whether something was missed and the screen has not been read since. */
  get pending(): boolean {
    return this.#pending;
  }

  /** Reads the screen after `delayMs`. */
  start(delayMs: number, first = true): void {
    this.stop();
    this.#pending = true;
    const round = this.#round;
    const read = () => {
      const done = first ? this.readAnew() : fetchScreen(this.client);
      done.then(
        () => {
          if (round === this.#round) this.#pending = false;
        },
        () => {
          // not all pages at the same moment
          if (round === this.#round) this.start(RETRY_MS * (1 + Math.random()), false);
        },
      );
    };
    if (delayMs === 0) read();
    else this.#timer = setTimeout(read, delayMs);
  }

  /** Starts no further round. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#round += 1;
  }

  /** Fetches what is on screen. Of a first answer that is still under way the request may be from before the gap. */
  async readAnew(): Promise<void> {
    await this.client.cancelQueries({
      type: 'active',
      predicate: ({ queryKey, state }) => state.data === undefined && isLiveRoot(queryKey[0]),
    });
    await fetchScreen(this.client);
  }
}

/** Fetches what is on screen, in one pass; the rest counts as old until its next visit. Rejects if an answer is missing. */
export async function fetchScreen(
  client: QueryClient,
  isMeant: (root: unknown) => boolean = isLiveRoot,
): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => isMeant(queryKey[0]);
  await client.invalidateQueries({ predicate, refetchType: 'active' });
  const unanswered = client
    .getQueryCache()
    .findAll({ type: 'active', predicate })
    .find(({ state: { error } }) => error !== null && !isRefusal(error));
  if (unanswered) throw new Error(`${String(unanswered.queryKey[0])} could not be read`);
}
