/** What is known of the server's clock: how far the device's is behind, and how exactly, in ms. */
let clock = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
const listeners = new Set<() => void>();

/** A moment of the server's clock, and when it was asked for and received. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly serverMs: number;
  /** Milliseconds by which `serverMs` may be rounded down. */
  readonly roundedByMs?: number;
  /** This page's `performance.now()`, here and below. */
  readonly sentAt: number;
  /** By default now. */
  readonly receivedAt?: number;
}

/**
 * Records the server's clock. The most exact reading counts, until another contradicts it: then the device's clock was
 * set, or it slept.
 */
export function recordServerClock({
  serverMs,
  roundedByMs = 0,
  sentAt,
  receivedAt = performance.now(),
}: ClockReading): void {
  if (Number.isNaN(serverMs)) return;
  // the server read its clock at some time between the two
  const errorMs = (receivedAt - sentAt + roundedByMs) / 2;
  const ageMs = performance.now() - receivedAt;
  const offsetMs = serverMs + roundedByMs / 2 + (receivedAt - sentAt) / 2 + ageMs - Date.now();
  const difference = Math.abs(offsetMs - clock.offsetMs);
  if (errorMs > clock.errorMs && difference <= errorMs + clock.errorMs) return;
  clock = { offsetMs, errorMs };
  for (const listener of listeners) listener();
}

/** The current time in ms by the server's clock; by the device's until the server has answered. */
export const serverNow = (): number => Date.now() + clock.offsetMs;

/** Whether the server has answered, so that {@link serverNow} is its time. */
export const knowsServerClock = (): boolean => Number.isFinite(clock.errorMs);

/** Calls back when the server's clock is known better. */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets the server's clock; for tests. */
export function resetServerClock(): void {
  clock = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
}
