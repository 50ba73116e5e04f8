/** Pages of a gateway that refetch their screens per second; each sends about five requests. */
const PAGES_PER_SECOND = 100;
const MIN_MS = 3_000;
/** A page that is stale for longer is worse than a busy minute. */
const MAX_MS = 60_000;

/** Milliseconds over which this many pages spread their refetches after a gap. */
export function spreadMs(pages: number): number {
  return Math.min(Math.max((pages / PAGES_PER_SECOND) * 1_000, MIN_MS), MAX_MS);
}
