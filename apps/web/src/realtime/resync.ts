import type { QueryClient } from '@tanstack/react-query';
import { backoffMs, isClientError } from '../lib/api/api';
import { isLiveKeyRoot } from './live-query';

/** Milliseconds between failed refetches. */
const RETRY = { firstMs: 4_000, maxMs: 60_000 };

/** Refetches the active queries until this succeeds: the missed events will not be delivered again. */
export class Resync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending = false;
  /** A later attempt supersedes an earlier one. */
  #attempt = 0;
  /** Failed attempts since the last success. */
  #failures = 0;

  constructor(private readonly client: QueryClient) {}

  /** Whether events were missed and no refetch has succeeded since. */
  get pending(): boolean {
    return this.#pending;
  }

  /** Refetches after `delayMs`. */
  start(delayMs: number, cancelPending = true): void {
    this.stop();
    this.#pending = true;
    const attempt = this.#attempt;
    const refetch = () => {
      const done = cancelPending ? this.cancelAndRefetch() : refetchActive(this.client);
      done.then(
        () => {
          if (attempt !== this.#attempt) return;
          this.#pending = false;
          this.#failures = 0;
        },
        (error: unknown) => {
          if (attempt !== this.#attempt) return;
          this.#failures += 1;
          this.start(backoffMs(RETRY, this.#failures, error), false);
        },
      );
    };
    if (delayMs === 0) refetch();
    else this.#timer = setTimeout(refetch, delayMs);
  }

  /** Ends the attempt; starts no further one. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#attempt += 1;
  }

  /** Refetches active queries. Cancels initial fetches that are in flight: they may have started before the gap. */
  async cancelAndRefetch(): Promise<void> {
    await this.client.cancelQueries({
      type: 'active',
      predicate: ({ queryKey, state }) => state.data === undefined && isLiveKeyRoot(queryKey[0]),
    });
    await refetchActive(this.client);
  }
}

/** Refetches active queries in one pass and invalidates inactive ones. Rejects with the error of a query that failed. */
export async function refetchActive(
  client: QueryClient,
  includesRoot: (root: unknown) => boolean = isLiveKeyRoot,
): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => includesRoot(queryKey[0]);
  await client.invalidateQueries({ predicate, refetchType: 'active' });
  const failed = client
    .getQueryCache()
    .findAll({ type: 'active', predicate })
    .find(({ state: { error } }) => error !== null && !isClientError(error));
  if (failed) throw failed.state.error;
}
