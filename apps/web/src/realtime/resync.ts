import type { QueryClient } from '@tanstack/react-query';
import { isClientError } from '../lib/api';
import { isLiveKeyRoot } from './live-query';

/** Milliseconds before a failed refetch is repeated. */
const RETRY_MS = 3_000;

/** Refetches the active queries until that succeeds: no event will bring what this page has missed. */
export class Resync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending = false;
  /** A later attempt supersedes an earlier one. */
  #attempt = 0;

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
          if (attempt === this.#attempt) this.#pending = false;
        },
        () => {
          // with jitter, so that pages do not all retry at once
          if (attempt === this.#attempt) this.start(RETRY_MS * (1 + Math.random()), false);
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

/** Refetches active queries in one pass and invalidates inactive ones. Rejects if a query has no response. */
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
  if (failed) throw new Error(`${String(failed.queryKey[0])} could not be read`);
}
