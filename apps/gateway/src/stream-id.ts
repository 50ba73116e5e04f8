/** An entry's id in a stream of Redis: milliseconds and a number within them. */
export type StreamId = `${number}-${number}`;

/** Before every entry. */
export const NO_ID: StreamId = '0-0';

/** Negative when `a` was added before `b`. */
export function compareIds(a: StreamId, b: StreamId): number {
  const [aMs = 0, aNumber = 0] = a.split('-').map(Number);
  const [bMs = 0, bNumber = 0] = b.split('-').map(Number);
  return aMs - bMs || aNumber - bNumber;
}
