import type { InfiniteData } from '@tanstack/react-query';
import { movedTotal } from '#libs/contracts';

/** A list response: its rows under some property, beside its other fields. */
export type RawPage = Record<string, unknown>;

/** One page of a list, with its rows under a fixed property. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly total: number;
}

/** How a list is reconciled with the store. */
export interface RowRules<Row> {
  readonly id: (row: Row) => string;
  /** The row merged with the store; the same object if the store has nothing newer. */
  readonly current: (row: Row) => Row;
  /** Whether a row matches the list's filter. */
  readonly matches: (row: Row) => boolean;
  /** Whether the row has been removed. */
  readonly isRemoved: (row: Row) => boolean;
  /** Rows that may be missing from the list, already current. */
  readonly candidates: Iterable<Row>;
  /** Negative when `a` comes before `b`. */
  readonly compare: (a: Row, b: Row) => number;
}

/**
 * The pages with newer rows in place of older ones, without removed rows, with missing rows inserted once, and with an
 * updated total. A row that stops matching the filter keeps its position, because nothing moves while somebody reads,
 * but no longer counts in the total; the next fetch drops it. Rows after the last loaded one are left to paging.
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
      const isGone = rules.isRemoved(next);
      if (next === row && !isGone) return [row];
      change += Number(!isGone && rules.matches(next)) - Number(rules.matches(row));
      return isGone ? [] : [next];
    }),
  );
  const isComplete = (pages.at(-1)?.nextCursor ?? null) === null;
  for (const row of rules.candidates) {
    if (present.has(rules.id(row)) || !rules.matches(row) || rules.isRemoved(row)) continue;
    if (!insert(rows, row, rules.compare, isComplete)) continue;
    present.add(rules.id(row));
    change += 1;
  }
  return shareIfEqual(
    pages,
    pages.map((page, at) => {
      const total = change === 0 ? page.total : movedTotal(page.total, change);
      return withRows(page, rows[at] ?? page.rows, total);
    }),
  );
}

/** The page with these rows and this total; the same page if nothing changed. */
export function withRows<Row>(
  page: RowPage<Row>,
  rows: readonly Row[],
  total = page.total,
): RowPage<Row> {
  const next = shareIfEqual(page.rows, rows);
  return next === page.rows && total === page.total ? page : { ...page, rows: next, total };
}

/** Inserts a row in order, after the last one only if the list is complete. Returns whether it was inserted. */
function insert<Row>(
  pages: Row[][],
  row: Row,
  compare: (a: Row, b: Row) => number,
  isComplete: boolean,
): boolean {
  const isLast = pages.every((rows) => rows.every((other) => compare(row, other) > 0));
  if (isLast && !isComplete) return false;
  for (const rows of pages) {
    const at = rows.findIndex((other) => compare(row, other) < 0);
    if (at < 0) continue;
    rows.splice(at, 0, row);
    return true;
  }
  pages.at(-1)?.push(row);
  return true;
}

/** Structural sharing: the first array if the second has the same elements. */
function shareIfEqual<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const isSame = before.length === after.length && before.every((item, at) => item === after[at]);
  return isSame ? before : after;
}

/** `map` with structural sharing: returns the same array if nothing changed. */
export function mapShared<Row>(rows: Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change);
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

/** The pages of query data, which is one page or an infinite query; null if it has no such rows. */
export function pagesOf<Row>(data: unknown, name: string): readonly RowPage<Row>[] | null {
  const raw = rawPages(data);
  if (raw.length === 0 || !raw.every((page) => Array.isArray(page[name]))) return null;
  return raw.map((page) => ({
    rows: page[name] as Row[],
    nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null,
    total: typeof page.total === 'number' ? page.total : 0,
  }));
}

/** The query data with `change` applied to each page; the same object if nothing changed. */
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

/** Newest first, by the id, which starts with the creation time: the default order of the API's lists. */
export function newestFirst(a: { _id: string }, b: { _id: string }): number {
  if (a._id === b._id) return 0;
  return a._id < b._id ? 1 : -1;
}
