import { LRUCache } from 'lru-cache';

/** Milliseconds until an equal line is written again: first and maximum. */
const FIRST_MS = 10_000;
const MAX_MS = 600_000;
/** Maximum number of distinct lines to remember. */
const LINES_MAX = 500;

interface Written {
  at: number;
  waitMs: number;
  skipped: number;
}

/** Samples equal log lines, fewer the longer they repeat, so that an outage of hours does not fill a disk. */
export class RepeatedLines {
  private readonly written = new LRUCache<string, Written>({ max: LINES_MAX });

  /** How many equal lines were skipped since the last written one; null if this one is to be skipped too. */
  take(key: string, now = Date.now()): number | null {
    const last = this.written.get(key);
    // A line that was absent for longer than its wait counts as new.
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

/** The identity of a line: its message and error without numbers and ids. */
export function keyOfLine(level: number, given: unknown, message: unknown): string {
  const error: unknown = given instanceof Error ? given : errIn(given);
  const said = error instanceof Error ? `${error.name} ${error.message}` : '';
  return `${level} ${String(message)} ${said}`
    .replaceAll(/[0-9a-f]*\d[0-9a-f]*/gi, '#')
    .slice(0, 500);
}

const errIn = (given: unknown) =>
  typeof given === 'object' && given !== null && 'err' in given ? given.err : undefined;
