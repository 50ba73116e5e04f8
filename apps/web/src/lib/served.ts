import * as z from 'zod/mini';

/** Where the page keeps what the server has drawn, and what it drew it from. */
export const SERVED_ID = 'served';

/** What the server has drawn a page from: the answers of the API by their path, and the moment of drawing. */
export const servedSchema = z.object({
  now: z.number(),
  answers: z.record(z.string(), z.unknown()),
});
export type Served = z.infer<typeof servedSchema>;

/** How long after a page was asked for its first drawing may come. */
const PATIENCE_MS = 60_000;
let drawnAt: number | null = null;

/** Says at which moment the page was drawn that stands there. */
export function setDrawnAt(now: number): void {
  drawnAt = now;
}

/** The time; on the first screen that of the server's drawing, so that both draw the same. */
export function firstNow(): number {
  return drawnAt !== null && performance.now() < PATIENCE_MS ? drawnAt : Date.now();
}

/** What the server has drawn this page from; null where it has drawn nothing. */
export function readServed(): Served | null {
  const text = document.getElementById(SERVED_ID)?.textContent;
  return text ? servedSchema.parse(JSON.parse(text)) : null;
}

/**
 * When this page was asked for, by the clock of this device: its answers are no older. 0 where the browser took the
 * page out of its own store, so that nobody knows.
 */
export function askedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const stored = (navigation as PerformanceNavigationTiming | undefined)?.transferSize === 0;
  return stored ? 0 : Math.floor(performance.timeOrigin);
}
