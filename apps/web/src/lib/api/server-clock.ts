/** How far the device's clock is behind the server's, and by how much that may be wrong, in ms. */
let clock = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
const listeners = new Set<() => void>();

/**
 * Records the server's clock, in ms since 1970, from an answer that was asked for and received at these times of this
 * page's `performance.now()`; `roundedByMs` is by how much it may be rounded down. The most exact answer counts, until
 * another contradicts it: then the device's clock was set, or it slept.
 */
export function recordServerClock(
  serverMs: number,
  roundedByMs: number,
  sentAt: number,
  receivedAt = performance.now(),
): void {
  // the server read its clock at some time between the two
  const errorMs = (receivedAt - sentAt + roundedByMs) / 2;
  const offsetMs = serverMs + errorMs + (performance.now() - receivedAt) - Date.now();
  const agrees = Math.abs(offsetMs - clock.offsetMs) <= errorMs + clock.errorMs;
  if (Number.isNaN(serverMs) || (agrees && errorMs > clock.errorMs)) return;
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
