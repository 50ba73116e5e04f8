import { LRUCache } from 'lru-cache';

/** Milliseconds until an equal line is written again, at first and at the most. */
const FIRST_MS = 10_000;
const MAX_MS = 600_000;
/** Different lines that are remembered. */
const LINES_MAX = 500;

interface Written {
  at: number;
  waitMs: number;
  skipped: number;
}

/** Samples equal lines of a log, so that an outage of hours does not fill a disk: fewer the longer they repeat. */
export class RepeatedLines {
  private readonly written = new LRUCache<string, Written>({ max: LINES_MAX });

  /** How many equal lines were skipped since the last that was written; null where this one is to be skipped too. */
  take(key: string, now = Date.now()): number | null {
    const last = this.written.get(key);
    // After a pause as long as its wait, a line is news again.
    if (!last || now - last.at >= 2 * last.waitMs) {
      this.written.set(key, { at: now, waitMs: FIRST_MS, skipped: 0 });
      return last?.skipped ?? 0;
    }
    if (now - last.at < last.waitMs) {
      last.skipped++;
      return null;
    }
    const { skipped } = last;
    this.written.set(key, { at: now, waitMs: Math.min(last.waitMs * 2, MAX_MS), skipped: 0 });
    return skipped;
  }
}

/** What makes two lines equal: the message and the error, without the numbers and ids in them. */
export function keyOfLine(level: number, given: unknown, message: unknown): string {
  const error: unknown = given instanceof Error ? given : errIn(given);
  const said = error instanceof Error ? `${error.name} ${error.message}` : '';
  return `${level} ${String(message)} ${said}`
    .replaceAll(/[0-9a-f]*\d[0-9a-f]*/gi, '#')
    .slice(0, 500);
}

const errIn = (given: unknown) =>
  typeof given === 'object' && given !== null && 'err' in given ? given.err : undefined;
