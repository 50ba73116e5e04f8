import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { compareSortKeys, parseSort, type SortPart, sortValue } from '../expressions/sort-order.js';
import type { TimeLimit } from '../server/time-limit.js';
import type { Collection } from '../storage/catalog.js';
import type { Query, Row, View } from '../storage/view.js';

/** How long a reader may work before other clients get their turn, in milliseconds. */
const SLICE_MS = 10;
const SORT_MEMORY_BYTES = 100 * 1024 * 1024;

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

type Sortable<T> = { keys: Value[]; item: T };

const RUN = 2000;
const SMALL_LIMIT = 1000;

/**
 * Sorts rows of any kind: in runs, so that no single step takes long, which are merged when the result is read. With
 * a small limit it keeps only about as many rows as it needs.
 */
export class Sorter<T> {
  private readonly runs: Sortable<T>[][] = [];
  private rows: Sortable<T>[] = [];
  private bytes = 0;

  constructor(
    private readonly parts: readonly SortPart[],
    private readonly limit: number,
    private readonly sizeOf: (item: T) => number,
  ) {}

  add(doc: Value, item: T): void {
    this.rows.push({ keys: this.parts.map((part) => sortValue(doc, part)), item });
    this.bytes += this.sizeOf(item);
    if (this.rows.length >= RUN) this.endRun();
    if (this.bytes > SORT_MEMORY_BYTES) {
      throw new CommandError(
        292,
        'Sort exceeded memory limit of 104857600 bytes; a sort on disk is not supported by the embedded server, add an index or a limit',
      );
    }
  }

  private endRun(): void {
    this.rows.sort((a, b) => compareSortKeys(a.keys, b.keys, this.parts));
    if (this.limit > 0 && this.limit <= SMALL_LIMIT) {
      this.rows.length = Math.min(this.rows.length, this.limit);
      this.bytes = this.rows.reduce((total, row) => total + this.sizeOf(row.item), 0);
    } else {
      this.runs.push(this.rows);
      this.rows = [];
    }
  }

  *batches(size = 128): Generator<T[]> {
    this.endRun();
    let left = this.limit > 0 ? this.limit : Number.POSITIVE_INFINITY;
    let batch: T[] = [];
    for (const { item } of this.merged()) {
      if (left-- <= 0) break;
      batch.push(item);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** Merges the runs two by two; equal rows come in the order in which they were added. */
  private merged(): Iterable<Sortable<T>> {
    let level: Iterable<Sortable<T>>[] = [...this.runs, this.rows];
    while (level.length > 1) {
      const above: Iterable<Sortable<T>>[] = [];
      for (let i = 0; i < level.length; i += 2) {
        above.push(this.merge(level[i] ?? [], level[i + 1] ?? []));
      }
      level = above;
    }
    return level[0] ?? [];
  }

  private *merge(a: Iterable<Sortable<T>>, b: Iterable<Sortable<T>>): Generator<Sortable<T>> {
    const left = a[Symbol.iterator]();
    const right = b[Symbol.iterator]();
    let x = left.next();
    let y = right.next();
    while (!x.done && !y.done) {
      if (compareSortKeys(y.value.keys, x.value.keys, this.parts) < 0) {
        yield y.value;
        y = right.next();
      } else {
        yield x.value;
        x = left.next();
      }
    }
    for (; !x.done; x = left.next()) yield x.value;
    for (; !y.done; y = right.next()) yield y.value;
  }
}

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
  if (plan.sorted || !isOrdered(query)) {
    yield* cut(view.find(collection, query, plan), window);
    return;
  }
  const sorter = rowSorter(query, window);
  for (const rows of view.find(collection, query, plan)) {
    for (const row of rows) sorter.add(row.doc, row);
    yield [];
  }
  yield* cut(sorter.batches(), window);
}

function rowSorter(query: Query, { skip = 0, limit = 0 }: Window): Sorter<Row> {
  return new Sorter<Row>(
    parseSort(query.sort ?? {}),
    limit > 0 ? skip + limit : 0,
    (row) => row.raw.length,
  );
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
