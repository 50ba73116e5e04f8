import type { InfiniteData } from '@tanstack/react-query';
import { movedTotal } from '#libs/contracts';

/** An answer of a list: its rows under some name, beside what else travels with a page. */
export type RawPage = Record<string, unknown>;

/** One page of a list, without the name under which its rows travel. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly total: number;
}

/** How a list takes in what is known. */
export interface RowRules<Row> {
  readonly id: (row: Row) => string;
  /** The row as it is known now; the same object if nothing newer is known. */
  readonly current: (row: Row) => Row;
  /** Whether the list's filter holds for a row. */
  readonly matches: (row: Row) => boolean;
  /** Whether the row has been removed. */
  readonly isGone: (row: Row) => boolean;
  /** Rows that may be missing from the list, already current. */
  readonly candidates: Iterable<Row>;
  /** Negative when `a` stands above `b`. */
  readonly compare: (a: Row, b: Row) => number;
}

/**
 * The pages with newer rows in place of older ones, removed rows taken out and missing rows inserted once; the total
 * follows. A row that stops matching the filter stays where it is, because nothing moves under the reader, and only
 * leaves the total; the screen drops it at the next visit. What sorts below the last loaded row is left to paging.
 */
export function reconcileRows<Row>(
  pages: readonly RowPage<Row>[],
  rules: RowRules<Row>,
): readonly RowPage<Row>[] {
  let change = 0;
  const present = new Set<string>();
  const rows = pages.map((page) =>
    page.rows.flatMap((row) => {
      present.add(rules.id(row));
      const next = rules.current(row);
      const isGone = rules.isGone(next);
      if (next === row && !isGone) return [row];
      change += Number(!isGone && rules.matches(next)) - Number(rules.matches(row));
      return isGone ? [] : [next];
    }),
  );
  const isComplete = (pages.at(-1)?.nextCursor ?? null) === null;
  for (const row of rules.candidates) {
    if (present.has(rules.id(row)) || !rules.matches(row) || rules.isGone(row)) continue;
    if (!insert(rows, row, rules.compare, isComplete)) continue;
    present.add(rules.id(row));
    change += 1;
  }
  return sameOr(
    pages,
    pages.map((page, at) => {
      const next = sameOr(page.rows, rows[at] ?? page.rows);
      const total = change === 0 ? page.total : movedTotal(page.total, change);
      return next === page.rows && total === page.total ? page : { ...page, rows: next, total };
    }),
  );
}

/** Puts a row in its place; below all others only where the list is complete. Says whether it did. */
function insert<Row>(
  pages: Row[][],
  row: Row,
  compare: (a: Row, b: Row) => number,
  isComplete: boolean,
): boolean {
  const isBelowAll = pages.every((rows) => rows.every((other) => compare(row, other) > 0));
  if (isBelowAll && !isComplete) return false;
  for (const rows of pages) {
    const at = rows.findIndex((other) => compare(row, other) < 0);
    if (at < 0) continue;
    rows.splice(at, 0, row);
    return true;
  }
  pages.at(-1)?.push(row);
  return true;
}

/** The first array if the second has the same elements, so that what did not change keeps its identity. */
export function sameOr<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const isSame = before.length === after.length && before.every((item, at) => item === after[at]);
  return isSame ? before : after;
}

/** A list after a change of each element; the same array where nothing changed. */
export function mapSame<Row>(rows: Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change);
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

/** The pages of an answer, which is one page or an infinite list; null where it has no such rows. */
export function pagesOf<Row>(data: unknown, name: string): readonly RowPage<Row>[] | null {
  const raw = rawPages(data);
  if (raw.length === 0 || !raw.every((page) => Array.isArray(page[name]))) return null;
  return raw.map((page) => ({
    rows: page[name] as Row[],
    nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null,
    total: typeof page.total === 'number' ? page.total : 0,
  }));
}

/** The same answer with other pages, as `change` makes them of each; the same object where that is no change. */
export function mapRawPages(
  data: unknown,
  change: (page: RawPage, at: number) => RawPage,
): unknown {
  const before = rawPages(data);
  const pages = before.map(change);
  if (pages.every((page, at) => page === before[at])) return data;
  return isInfinite(data) ? { ...data, pages } : pages[0];
}

function rawPages(data: unknown): readonly RawPage[] {
  return isInfinite(data) ? data.pages : isRecord(data) ? [data] : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInfinite(data: unknown): data is InfiniteData<RawPage> {
  return isRecord(data) && Array.isArray(data.pages) && data.pages.every(isRecord);
}

/** Newest first, by the id that begins with the time: the order in which the API answers most lists. */
export function newestFirst(a: { _id: string }, b: { _id: string }): number {
  if (a._id === b._id) return 0;
  return a._id < b._id ? 1 : -1;
}
