import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseSort } from '../expressions/sort-order.js';
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

export interface Window {
  skip?: number;
  /** 0 or absent: no limit. */
  limit?: number;
}

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
  const parts = parseSort(query.sort ?? {});
  if (plan.sorted || parts.length === 0) {
    yield* cut(view.find(collection, query, plan, wanted), window);
    return;
  }
  const sizeOf = ({ raw }: Row) => ROW_BYTES + raw.length;
  const sorter = new Sorter<Row>(parts, wanted, sizeOf, query.texts);
  for (const rows of view.find(collection, query, plan)) {
    // a decoded document takes up to five times the memory, so keep bytes and decode result rows again
    for (const row of rows) sorter.add(row.doc, new Row(row.key, row.raw));
    yield [];
  }
  yield* cut(inBatches(sorter.sorted()), window);
}

function* cut<T>(chunks: Iterable<T[]>, window: Window): Generator<T[]> {
  const take = taker<T>(window);
  for (const chunk of chunks) {
    const { rest, done } = take(chunk);
    yield rest;
    if (done) return;
  }
}

/** A function that cuts chunks, one after the other, to a window; `done` after the last item of the window. */
export function taker<T>({ skip = 0, limit = 0 }: Window) {
  let toSkip = skip;
  let left = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  return (chunk: T[]): { rest: T[]; done: boolean } => {
    const rest = chunk.slice(toSkip, toSkip + left);
    toSkip = Math.max(0, toSkip - chunk.length);
    left -= rest.length;
    return { rest, done: left === 0 };
  };
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
