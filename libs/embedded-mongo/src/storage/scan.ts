import { partStart } from '../bson/key-parts.js';
import { endOf, keyText } from '../bson/keys.js';
import { MERGED_RANGES, type Merge } from '../query/index-order.js';
import type { KeyRange } from '../query/key-ranges.js';
import type { Plan } from '../query/planner.js';
import { inBatches, merged, Sorter } from '../query/sorter.js';
import type { Table } from './store.js';
import { inAll, KeyReader, RangeStream, type ScanSource, UnionStream } from './streams.js';

export type Entry = { key: Buffer; value: Buffer };

const CHUNK = 128;
const FIRST_CHUNK = 16;
/** Entries of a chunk in which a second value is looked for. */
const FEWEST = 2;
const GROWTH = 4;
/** What an entry takes in memory besides its key: its buffers, and the object around them. */
const ENTRY_BYTES = 400;

/**
 * Entries of the ranges of one index, in chunks between which the caller may pause. `wanted` is how many documents
 * will be taken, 0 for all: reading begins with about as many.
 */
export class Scan {
  private readonly table: Table;
  private readonly first: number;

  constructor(
    private readonly source: ScanSource,
    private readonly plan: Plan,
    private readonly wanted = 0,
  ) {
    this.table = plan.index.isId ? source.store.documents : source.store.entries;
    this.first = wanted > 0 ? Math.min(wanted, CHUNK) : FIRST_CHUNK;
  }

  /** The key of the document that an entry is of. */
  documentKey({ key, value }: Entry): Buffer {
    return this.plan.index.isId ? key : value;
  }

  *chunks(): Generator<Entry[]> {
    const { ranges, reverse, merge, all } = this.plan;
    if (all.length > 0) yield* this.inAll();
    else if (merge) yield* this.merged(merge);
    else for (const range of reverse ? [...ranges].reverse() : ranges) yield* this.range(range);
  }

  /** How many documents the entries are of, in parts to be added up; about `limit` where there are more. */
  *count(limit: number): Generator<number> {
    if (this.plan.all.length > 0) {
      for (const key of this.keysInAll()) yield key ? 1 : 0;
      return;
    }
    if (this.plan.once) {
      yield this.size(limit);
      return;
    }
    const seen = new Set<string>();
    for (const chunk of this.chunks())
      yield chunk.filter((entry) => isNew(seen, this.documentKey(entry))).length;
  }

  /** How many entries there are, at most `limit`. */
  size(limit: number): number {
    let total = 0;
    for (const range of this.plan.ranges) {
      if (total < limit) total += this.countRange(range, limit - total);
    }
    return total;
  }

  /** How many entries a range has, at most `limit`: LMDB counts them, or finds that there are more. */
  private countRange({ start, end }: KeyRange, limit: number): number {
    const { source, table } = this;
    source.assertOpen();
    const range = { start, end, ...source.options };
    if (Number.isFinite(limit)) {
      const [last] = table.getKeys({ ...range, offset: limit - 1, limit: 1 });
      if (last) return limit;
    }
    return table.getKeysCount(range);
  }

  /** Entries of a range: no LMDB cursor stays open while the caller pauses. */
  private *range(
    { start, end, point }: KeyRange,
    first = this.first,
    behind?: Buffer,
  ): Generator<Entry[]> {
    const { source, table } = this;
    const { reverse } = this.plan;
    if (point) {
      source.assertOpen();
      const value = table.get(point, source.options);
      if (value) yield [{ key: point, value }];
      return;
    }
    let from = behind ?? (reverse ? end : start);
    const to = reverse ? start : end;
    let exclusiveStart = reverse || behind !== undefined;
    // the first chunk is small: most queries want few documents
    for (let limit = first; ; limit = Math.min(limit * GROWTH, CHUNK)) {
      source.assertOpen();
      const chunk = [
        ...table.getRange({
          start: from,
          end: to,
          reverse,
          limit,
          exclusiveStart,
          inclusiveEnd: reverse,
          ...source.options,
        }),
      ];
      if (chunk.length > 0) yield chunk;
      const last = chunk.at(-1);
      if (chunk.length < limit || !last) return;
      from = last.key;
      exclusiveStart = true;
    }
  }

  /** Entries of all ranges in the order of what comes in their keys from a part on. */
  private *merged(merge: Merge): Generator<Entry[]> {
    const ranges = merge.split ? this.split(merge) : this.plan.ranges;
    if (!ranges) {
      yield* this.sortedByKeys(merge);
      return;
    }
    const first = Math.ceil(this.first / Math.max(1, ranges.length)) + 1;
    const lists = ranges.map((range) => this.ordered(range, merge, first));
    yield* inBatches(merged(lists, this.compare), this.first);
  }

  /** Entries with what they are ordered by. Behind a head that was found before, nothing is read until it is taken. */
  private *ordered(range: KeyRange, merge: Merge, first: number): Generator<Ordered> {
    const { head } = range;
    let start = head && this.orderStart(head.key, merge);
    if (head) yield { ...head, order: head.key.subarray(start) };
    for (const chunk of this.range(range, first, head?.key)) {
      for (const { key, value } of chunk) {
        start ??= this.orderStart(key, merge);
        yield { key, value, order: key.subarray(start) };
      }
    }
  }

  private orderStart(key: Buffer, { from }: Merge): number {
    return partStart(key, this.plan.index.directions, from);
  }

  private readonly compare = (a: Ordered, b: Ordered): number =>
    Buffer.compare(a.order, b.order) * (this.plan.reverse ? -1 : 1);

  /** Entries of the documents that several plans have in common. */
  private *inAll(): Generator<Entry[]> {
    const { table, source } = this;
    let found: Entry[] = [];
    let full = this.first;
    for (const key of this.keysInAll()) {
      const value = key && table.get(key, source.options);
      if (key && value) found.push({ key, value });
      if (key && found.length < full) continue;
      yield found;
      found = [];
      full = CHUNK;
    }
    yield found;
  }

  private keysInAll(): Generator<Buffer | null> {
    const { source, table } = this;
    const { all, reverse } = this.plan;
    const streams = all.map((plan) => {
      const order = { directions: plan.index.directions, from: plan.merge?.from ?? 0, reverse };
      const keys = new KeyReader(source, table, order);
      const each = plan.ranges.map((range) => new RangeStream(keys, range));
      const [only] = each;
      return only && each.length === 1 ? only : new UnionStream(each, reverse);
    });
    return inAll(streams, reverse);
  }

  /**
   * The ranges, one for each value of the parts before the order; undefined if these are many. Where most values have
   * many entries the next one is sought, else it is read on.
   */
  split(merge: Merge): KeyRange[] | undefined {
    const { source, table, plan } = this;
    const found: KeyRange[] = [];
    for (const { start, end } of plan.ranges) {
      let from = start;
      for (let limit = FEWEST, more = true; more; ) {
        source.assertOpen();
        const entries = [...table.getRange({ start: from, end, limit, ...source.options })];
        const before = found.length;
        for (const entry of entries) {
          if (found.length > before && Buffer.compare(entry.key, from) < 0) continue;
          if (found.length === MERGED_RANGES) return undefined;
          const values = entry.key.subarray(0, this.orderStart(entry.key, merge));
          from = endOf(values);
          found.push({ start: values, end: from, ...(!plan.reverse && { head: entry }) });
        }
        more = entries.length === limit;
        const isDense = (found.length - before) * 2 > entries.length;
        limit = isDense ? Math.min(limit * GROWTH, CHUNK) : FEWEST;
      }
    }
    return found;
  }

  /** Where the values are too many to merge by, all entries are looked at, but no document: only their keys are sorted. */
  private *sortedByKeys(merge: Merge): Generator<Entry[]> {
    const limit = this.plan.covered ? this.wanted : 0;
    const sorter = new Sorter<Ordered>(this.compare, limit, ({ key }) => ENTRY_BYTES + key.length);
    const seen = this.plan.once ? undefined : new Set<string>();
    const sign = this.plan.reverse ? -1 : 1;
    for (const range of this.plan.ranges) {
      for (const chunk of this.range(range, CHUNK)) {
        for (const { key, value } of chunk) {
          const start = this.orderStart(key, merge);
          const { last } = sorter;
          if (last && key.compare(last.order, 0, last.order.length, start) * sign >= 0) continue;
          const entry = { key, value, order: key.subarray(start) };
          if (!seen || isNew(seen, this.documentKey(entry))) sorter.add(entry);
        }
        yield [];
      }
    }
    yield* inBatches(sorter.sorted(), this.first);
  }
}

/** An entry, and of its key what it is ordered by. */
type Ordered = Entry & { order: Buffer };

export function isNew(seen: Set<string>, key: Buffer): boolean {
  const before = seen.size;
  return seen.add(keyText(key)).size > before;
}
