import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompareTexts } from '../bson/collation.js';
import { heapSize } from '../bson/heap-size.js';
import type { Value } from '../bson/types.js';
import { compareSortKeys, parseSort, type SortPart, sortValue } from '../expressions/sort-order.js';
import { inBatches, Sorter } from '../query/sorter.js';
import type { TimeLimit } from '../server/time-limit.js';
import type { Collection } from '../storage/catalog.js';
import { Row } from '../storage/row.js';
import type { Query, View } from '../storage/view.js';

/** Time slice of a reader before it yields to other clients, in ms. */
const SLICE_MS = 10;
/** Bytes of a row besides its document: buffers, key, and the objects around them. */
const ROW_BYTES = 400;

/** Yields to other work after each time slice, and ends work that exceeds its time limit. */
export class Pacer {
  private since = performance.now();

  constructor(private readonly limit?: TimeLimit) {}

  get due(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }
  async pause(): Promise<void> {
    if (!this.due) return;
    this.limit?.check();
    await nextTurn();
    this.since = performance.now();
  }
}

/** An item with its sort values. */
type Keyed<T> = { keys: Value[]; item: T };

export const keyed = <T>(
  parts: readonly SortPart[],
  doc: Value,
  item: T,
  texts?: CompareTexts,
): Keyed<T> => ({
  keys: parts.map((part) => sortValue(doc, part, texts)),
  item,
});

export const keyedSorter = <T>(
  parts: readonly SortPart[],
  limit: number,
  sizeOf: (item: T) => number,
  texts?: CompareTexts,
): Sorter<Keyed<T>> =>
  new Sorter(
    (a, b) => compareSortKeys(a.keys, b.keys, parts, texts),
    limit,
    ({ keys, item }) => heapSize(keys) + sizeOf(item),
  );

export interface Window {
  skip?: number;
  /** 0 or absent: no limit. */
  limit?: number;
}

const isOrdered = (query: Query): boolean =>
  query.sort !== undefined && Object.keys(query.sort).length > 0 && !('$natural' in query.sort);

/**
 * Rows of a query in chunks, sorted, with skip and limit applied. A chunk may be empty: it marks progress, after which
 * a reader yields if its time slice is over. The writer, which must not be interrupted, continues.
 */
export function* readRows(
  view: View,
  collection: Collection,
  query: Query,
  window: Window = {},
): Generator<Row[]> {
  const plan = view.plan(collection, query);
  const wanted = window.limit ? (window.skip ?? 0) + window.limit : 0;
  if (plan.sorted || !isOrdered(query)) {
    yield* cut(view.find(collection, query, plan, wanted), window);
    return;
  }
  const parts = parseSort(query.sort ?? {});
  const { texts } = query;
  const sorter = keyedSorter<Row>(parts, wanted, ({ raw }) => ROW_BYTES + raw.length, texts);
  for (const rows of view.find(collection, query, plan)) {
    // a decoded document takes up to five times the memory, so keep bytes and decode result rows again
    for (const row of rows) sorter.add(keyed(parts, row.doc, new Row(row.key, row.raw), texts));
    yield [];
  }
  for (const batch of cut(inBatches(sorter.sorted()), window)) yield batch.map(({ item }) => item);
}

function* cut<T>(chunks: Iterable<T[]>, { skip = 0, limit = 0 }: Window): Generator<T[]> {
  let toSkip = skip;
  let left = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  for (const chunk of chunks) {
    const rest = toSkip > 0 ? chunk.slice(toSkip) : chunk;
    toSkip = Math.max(0, toSkip - chunk.length);
    if (rest.length >= left) {
      yield rest.slice(0, left);
      return;
    }
    left -= rest.length;
    yield rest;
  }
}

/**
 * Counts the rows of a query within a window, up to its limit. Yields the count so far after each part of the work;
 * the last value is the result.
 */
export function* countWithin(
  view: View,
  collection: Collection,
  query: Query,
  { skip = 0, limit = 0 }: Window,
): Generator<number> {
  const most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let total = 0;
  for (const part of view.count(collection, query, most)) {
    total += part;
    yield Math.max(0, Math.min(total, most) - skip);
  }
}
