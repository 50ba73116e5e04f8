import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { compareSortKeys, parseSort, type SortPart, sortValue } from '../expressions/sort-order.js';
import type { Collection } from '../storage/catalog.js';
import type { Query, Row, View } from '../storage/view.js';

/** How long a reader may work before other clients get their turn, in milliseconds. */
const SLICE_MS = 10;
const SORT_MEMORY_BYTES = 100 * 1024 * 1024;

/** Lets other work run when this one has had its time slice. */
export class Pacer {
  private since = performance.now();

  get due(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }
  async pause(): Promise<void> {
    if (!this.due) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** Sorts rows of any kind; with a limit it keeps only about as many as it needs. */
export class Sorter<T> {
  private rows: { keys: Value[]; item: T }[] = [];
  private bytes = 0;

  constructor(
    private readonly parts: readonly SortPart[],
    private readonly limit: number,
    private readonly sizeOf: (item: T) => number,
  ) {}

  add(doc: Value, item: T): void {
    this.rows.push({ keys: this.parts.map((part) => sortValue(doc, part)), item });
    this.bytes += this.sizeOf(item);
    if (this.limit > 0 && this.rows.length >= 2 * this.limit + 1000) {
      this.order();
      this.rows.length = this.limit;
      this.bytes = this.rows.reduce((total, row) => total + this.sizeOf(row.item), 0);
    }
    if (this.bytes > SORT_MEMORY_BYTES) {
      throw new CommandError(
        292,
        'Sort exceeded memory limit of 104857600 bytes; a sort on disk is not supported by the embedded server, add an index or a limit',
      );
    }
  }

  private order(): void {
    this.rows.sort((a, b) => compareSortKeys(a.keys, b.keys, this.parts));
  }

  *batches(size = 128): Generator<T[]> {
    this.order();
    const end = this.limit > 0 ? Math.min(this.limit, this.rows.length) : this.rows.length;
    for (let i = 0; i < end; i += size) {
      yield this.rows.slice(i, Math.min(end, i + size)).map((row) => row.item);
    }
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
 * Rows of a query in chunks, sorted and cut, without pauses: for the writer, which must not be interrupted.
 * `onChunk` is called for each chunk that was scanned and may throw when it takes too long.
 */
export function* readRowsAtOnce(
  view: View,
  collection: Collection,
  query: Query,
  window: Window = {},
  onChunk: () => void = () => undefined,
): Generator<Row[]> {
  const plan = view.plan(collection, query);
  const found = observed(view.find(collection, query, plan), onChunk);
  if (plan.sorted || !isOrdered(query)) {
    yield* cut(found, window);
    return;
  }
  const sorter = rowSorter(query, window);
  for (const rows of found) for (const row of rows) sorter.add(row.doc, row);
  yield* cut(sorter.batches(), window);
}

function* observed<T>(chunks: Iterable<T>, onChunk: () => void): Generator<T> {
  for (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}

/** The same for readers: gives way to other clients between chunks. */
export async function* readRows(
  view: View,
  collection: Collection,
  query: Query,
  window: Window = {},
  pacer = new Pacer(),
): AsyncGenerator<Row[]> {
  const plan = view.plan(collection, query);
  if (plan.sorted || !isOrdered(query)) {
    for (const rows of cut(view.find(collection, query, plan), window)) {
      if (rows.length > 0) yield rows;
      if (pacer.due) await pacer.pause();
    }
    return;
  }
  const sorter = rowSorter(query, window);
  for (const rows of view.find(collection, query, plan)) {
    for (const row of rows) sorter.add(row.doc, row);
    if (pacer.due) await pacer.pause();
  }
  for (const rows of cut(sorter.batches(), window)) {
    if (rows.length > 0) yield rows;
    if (pacer.due) await pacer.pause();
  }
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
