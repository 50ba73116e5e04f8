import type * as z from 'zod/mini';

/** A response's contract, which can be loaded later. */
export type LoadableSchema = z.ZodMiniType | (() => Promise<z.ZodMiniType>);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The data is kept on the member's device, to be read without a connection; of a page of it, if it is infinite. */
      kept?: LoadableSchema;
    };
  }
}

/** The queries that show kept data, by hash, and of when it is, in ms of the server's clock. */
let keptAt: ReadonlyMap<string, number> = new Map();
const listeners = new Set<() => void>();

/** Notes that a query shows data of this time, or with null that its data is the server's again. */
export function markKept(queryHash: string, at: number | null): void {
  if (at === (keptAt.get(queryHash) ?? null)) return;
  const next = new Map(keptAt);
  if (at === null) next.delete(queryHash);
  else next.set(queryHash, at);
  keptAt = next;
  for (const listener of listeners) listener();
}

/** Of when the kept data is that a query shows, in ms; undefined if it has its data from the server. */
export const keptSince = (queryHash: string): number | undefined => keptAt.get(queryHash);

/** The time of the oldest kept data that is shown, in ms; null if there is none. */
export const oldestKept = (): number | null =>
  keptAt.size === 0 ? null : Math.min(...keptAt.values());

export function subscribeToKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
