import { movedTotal } from '#libs/contracts';
import { isInfinite, isRecord, type RowPage } from './cache';

/** How one kind of list takes in what the events have told. */
export interface RowRules<Row extends { _id: string }> {
  /** The row as the events know it; the same object if they know nothing newer. */
  readonly current: (row: Row) => Row;
  /** Whether the list's filter holds for a row. */
  readonly matches: (row: Row) => boolean;
  /** Rows that may be missing from the list, already current. */
  readonly known: Iterable<Row>;
  /** Negative when `a` stands above `b`. */
  readonly compare: (a: Row, b: Row) => number;
}

/**
 * The pages with every newer row patched in its place and missing rows inserted once, the total following.
 * A row that stops matching the filter stays where it is (nothing moves under the reader) and only leaves
 * the total; the screen drops it at the next visit. What lies below the last loaded row is left to paging.
 */
export function reconcileRows<Row extends { _id: string }>(
  pages: readonly RowPage<Row>[],
  rules: RowRules<Row>,
): readonly RowPage<Row>[] {
  let change = 0;
  let touched = false;
  const present = new Set<string>();
  const rows = pages.map((page) =>
    page.rows.map((row) => {
      present.add(row._id);
      const next = rules.current(row);
      if (next === row) return row;
      touched = true;
      change += Number(rules.matches(next)) - Number(rules.matches(row));
      return next;
    }),
  );
  const last = pages.at(-1);
  for (const row of rules.known) {
    if (present.has(row._id) || !rules.matches(row)) continue;
    if (last?.nextCursor != null && isBelowAll(rows, row, rules.compare)) continue;
    insert(rows, row, rules.compare);
    present.add(row._id);
    touched = true;
    change += 1;
  }
  if (!touched) return pages;
  return pages.map((page, at) => ({
    ...page,
    rows: rows[at] ?? page.rows,
    total: movedTotal(page.total, change),
  }));
}

function isBelowAll<Row>(pages: Row[][], row: Row, compare: (a: Row, b: Row) => number): boolean {
  return pages.every((rows) => rows.every((other) => compare(row, other) > 0));
}

function insert<Row>(pages: Row[][], row: Row, compare: (a: Row, b: Row) => number): void {
  for (const rows of pages) {
    const at = rows.findIndex((other) => compare(row, other) < 0);
    if (at >= 0) {
      rows.splice(at, 0, row);
      return;
    }
  }
  pages.at(-1)?.push(row);
}

/** Newest first, by the moment they were placed: of two ids that were made at once the later order may have the older. */
export function newestPlaced(
  a: { _id: string; createdAt: string },
  b: { _id: string; createdAt: string },
): number {
  return b.createdAt.localeCompare(a.createdAt) || newestFirst(a, b);
}

/** Newest first, by the id that begins with the time: the order in which the API answers its lists. */
export function newestFirst(a: { _id: string }, b: { _id: string }): number {
  if (a._id === b._id) return 0;
  return a._id < b._id ? 1 : -1;
}

/** Whether a query holds one row, and not a list of them. */
export function isRow<Row extends { _id: string }>(data: unknown): data is Row {
  return isRecord(data) && typeof data._id === 'string' && !isInfinite(data);
}

/** The rows after a change; the same array where it changed nothing. */
export function mapSame<Row>(rows: Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change);
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

export function* mapped<Row>(rows: Iterable<Row>, change: (row: Row) => Row): Iterable<Row> {
  for (const row of rows) yield change(row);
}
