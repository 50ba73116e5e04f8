import type { Transaction as Snapshot } from 'lmdb';
import { endOf, keyText } from '../bson/keys.js';
import { MERGED_RANGES } from '../query/index-order.js';
import type { KeyRange } from '../query/key-ranges.js';
import type { Plan } from '../query/planner.js';
import { inBatches, merged } from '../query/sorter.js';
import type { Store, Table } from './store.js';

export type Entry = { key: Buffer; value: Buffer };

/** The part of a view that a scan needs. */
export interface ScanSource {
  readonly store: Store;
  readonly options: { transaction?: Snapshot };
  assertOpen(): void;
}

const CHUNK = 128;
const FIRST_CHUNK = 16;
const GROWTH = 4;

/**
 * Entries of the ranges of one index, in chunks between which the caller may pause. `wanted` is the number of documents
 * that will be taken, 0 for all; the first chunk has about that size.
 */
export class Scan {
  private readonly table: Table;
  private readonly first: number;

  constructor(
    private readonly source: ScanSource,
    private readonly plan: Plan,
    wanted = 0,
  ) {
    this.table = plan.index.isId ? source.store.documents : source.store.entries;
    this.first = wanted > 0 ? Math.min(wanted, CHUNK) : FIRST_CHUNK;
  }

  /** The key of an entry's document. */
  documentKey({ key, value }: Entry): Buffer {
    return this.plan.index.isId ? key : value;
  }

  *chunks(): Generator<Entry[]> {
    const { ranges, reverse, merge } = this.plan;
    if (merge) yield* this.merged();
    else for (const range of reverse ? [...ranges].reverse() : ranges) yield* this.range(range);
  }

  /** Partial counts of documents, to be added up; counts only up to `limit` if each document has a single entry. */
  *count(limit: number): Generator<number> {
    if (this.plan.once) {
      yield this.size(limit);
      return;
    }
    const seen = new Set<string>();
    for (const chunk of this.chunks())
      yield chunk.filter((entry) => isNew(seen, this.documentKey(entry))).length;
  }

  /** Number of entries, at most `limit`. */
  size(limit: number): number {
    let total = 0;
    for (const range of this.plan.ranges) {
      if (total < limit) total += this.countRange(range, limit - total);
    }
    return total;
  }

  /** Number of entries in a range, at most `limit`; seeks the last allowed entry first and counts only without one. */
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

  /** Entries of a range; no LMDB cursor stays open while the caller pauses. */
  private *range({ start, end, point }: KeyRange, first = this.first): Generator<Entry[]> {
    const { source, table } = this;
    const { reverse } = this.plan;
    if (point) {
      source.assertOpen();
      const value = table.get(point, source.options);
      if (value) yield [{ key: point, value }];
      return;
    }
    let from = reverse ? end : start;
    const to = reverse ? start : end;
    let exclusiveStart = reverse;
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

  /** Entries of all ranges, ordered by the rest of their keys after the common prefix of each range. */
  private merged(): Generator<Entry[]> {
    const { ranges, reverse } = this.plan;
    const sign = reverse ? -1 : 1;
    const first = Math.ceil(this.first / Math.max(1, ranges.length)) + 1;
    const lists = ranges.map((range) => this.ordered(range, first));
    const compare = (a: Ordered, b: Ordered) => Buffer.compare(a.order, b.order) * sign;
    return inBatches(merged(lists, compare), this.first);
  }

  private *ordered(range: KeyRange, first: number): Generator<Ordered> {
    for (const chunk of this.range(range, first))
      for (const { key, value } of chunk) yield { key, value, order: key.subarray(range.common) };
  }

  /** One range per distinct string in the ranges; undefined if there are too many to merge. */
  texts(): KeyRange[] | undefined {
    const { source, table, plan } = this;
    const found: KeyRange[] = [];
    for (const { start, end, common } of plan.ranges) {
      // terminator byte of a text; a descending part is written with all bits inverted
      const last = (plan.index.directions[plan.equalities] ?? 1) > 0 ? 0 : 0xff;
      for (let from = start; ; ) {
        source.assertOpen();
        const [key] = table.getKeys({ start: from, end, limit: 1, ...source.options });
        if (!key) break;
        if (found.length === MERGED_RANGES) return undefined;
        const text = key.subarray(0, key.indexOf(last, common + 1) + 1);
        from = endOf(text);
        found.push({ start: text, end: from, common: text.length });
      }
    }
    return found;
  }
}

/** An entry with the part of its key by which it is ordered. */
type Ordered = Entry & { order: Buffer };

export function isNew(seen: Set<string>, key: Buffer): boolean {
  const before = seen.size;
  return seen.add(keyText(key)).size > before;
}
