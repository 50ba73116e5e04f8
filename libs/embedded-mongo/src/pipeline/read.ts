import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompareTexts } from '../bson/collation.js';
import { heapSize } from '../bson/heap-size.js';
import type { Value } from '../bson/types.js';
import { compareSortKeys, parseSort, type SortPart, sortValue } from '../expressions/sort-order.js';
import { inBatches, Sorter } from '../query/sorter.js';
import type { TimeLimit } from '../server/time-limit.js';
import type { Collection } from '../storage/catalog.js';
import { type Query, Row, type View } from '../storage/view.js';

/** How long a reader may work before other clients get their turn, in milliseconds. */
const SLICE_MS = 10;
/** What a row takes in memory besides its document: its buffers, its key, and the objects around them. */
const ROW_BYTES = 400;

/** Lets other work run when this one has had its time slice, and ends it when it has had all of its time. */
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

/** Something to sort, with the values that it is sorted by. */
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
 * Rows of a query in chunks, sorted and cut. A chunk may be empty: it marks some work done, after which a reader
 * gives way to others if its time is up. The writer, which must not be interrupted, goes on.
 */
export function* readRows(
  view: View,
  collection: Collection,
  query: Query,
  window: Window = {},
): Generator<Row[]> {
  const plan = view.plan(collection, query);
  const single = view.single(collection, query, plan);
  if (single && !window.skip) {
    yield single;
    return;
  }
  const wanted = window.limit ? (window.skip ?? 0) + window.limit : 0;
  if (plan.sorted || !isOrdered(query)) {
    yield* cut(view.find(collection, query, plan, wanted), window);
    return;
  }
  const parts = parseSort(query.sort ?? {});
  const { texts } = query;
  const sorter = keyedSorter<Row>(parts, wanted, ({ raw }) => ROW_BYTES + raw.length, texts);
  for (const rows of view.find(collection, query, plan)) {
    // decoded, a document takes up to five times as much: the rows that are answered are decoded again
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
 * How many rows a query has within a window, as far as it is known after each part of the work: the last one counts. No
 * more are counted than the window asks for.
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
