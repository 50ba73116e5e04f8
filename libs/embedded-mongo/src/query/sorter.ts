import type { CompareTexts } from '../bson/collation.js';
import { heapSize } from '../bson/heap-size.js';
import type { Value } from '../bson/types.js';
import { compareSortKeys, type SortPart, sortValue } from '../expressions/sort-order.js';
import { Memory } from './memory.js';

const RUN = 2000;
const SMALL_LIMIT = 1000;

type Compare<T> = (a: T, b: T) => number;
/** An item with its sort values. */
type Keyed<T> = { keys: Value[]; item: T };

/**
 * Sorts items in runs, so that no step takes long, and merges the runs when the result is read. With a small limit it
 * keeps only about as many items as it needs.
 */
export class Sorter<T> {
  private readonly runs: Keyed<T>[][] = [];
  private items: Keyed<T>[] = [];
  private readonly memory = new Memory('Sort');
  /** An item that does not sort before this one is not among the first `limit`; undefined while all are kept. */
  private last: Keyed<T> | undefined;

  constructor(
    private readonly parts: readonly SortPart[],
    private readonly limit: number,
    /** Heap bytes of an item. */
    private readonly sizeOf: (item: T) => number,
    private readonly texts?: CompareTexts,
  ) {}

  private readonly compare: Compare<Keyed<T>> = (a, b) =>
    compareSortKeys(a.keys, b.keys, this.parts, this.texts);

  private bytesOf({ keys, item }: Keyed<T>): number {
    return heapSize(keys) + this.sizeOf(item);
  }

  /** Adds an item that is sorted by the fields of `doc`. */
  add(doc: Value, item: T): void {
    const keyed = { keys: this.parts.map((part) => sortValue(doc, part, this.texts)), item };
    if (this.last && this.compare(keyed, this.last) >= 0) return;
    this.items.push(keyed);
    this.memory.add(this.bytesOf(keyed));
    if (this.items.length >= RUN) this.endRun();
  }

  private endRun(): void {
    this.items.sort(this.compare);
    if (this.limit > 0 && this.limit <= SMALL_LIMIT) {
      this.items.length = Math.min(this.items.length, this.limit);
      this.last = this.items[this.limit - 1];
      this.memory.bytes = this.items.reduce((total, item) => total + this.bytesOf(item), 0);
    } else {
      this.runs.push(this.items);
      this.items = [];
    }
  }

  /** The items in order; equal items in the order in which they were added. */
  *sorted(): Generator<T> {
    this.endRun();
    let left = this.limit > 0 ? this.limit : Number.POSITIVE_INFINITY;
    for (const { item } of merged([...this.runs, this.items], this.compare)) {
      if (left-- <= 0) return;
      yield item;
    }
  }
}

/** Merges sorted lists pairwise; of equal items, those of the earlier list come first. */
export function merged<T>(lists: readonly Iterable<T>[], compare: Compare<T>): Iterable<T> {
  let level = lists;
  while (level.length > 1) {
    const above: Iterable<T>[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [one = [], other] = level.slice(i, i + 2);
      above.push(other ? mergedTwo(one, other, compare) : one);
    }
    level = above;
  }
  return level[0] ?? [];
}

function* mergedTwo<T>(a: Iterable<T>, b: Iterable<T>, compare: Compare<T>): Generator<T> {
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  let x = left.next();
  let y = right.next();
  while (!x.done && !y.done) {
    if (compare(y.value, x.value) < 0) {
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

const BATCH = 128;

/** Splits items into batches of BATCH; the first one has `size` items. */
export function* inBatches<T>(items: Iterable<T>, size = BATCH): Generator<T[]> {
  let batch: T[] = [];
  let full = size;
  for (const item of items) {
    batch.push(item);
    if (batch.length < full) continue;
    yield batch;
    batch = [];
    full = BATCH;
  }
  if (batch.length > 0) yield batch;
}
