import {
  boundKey,
  type Direction,
  encodeKey,
  endOf,
  isLongKey,
  keyText,
  storedKey,
} from '../bson/keys.js';
import { Rank, rankOf, type Value } from '../bson/types.js';
import type { Collection, Index } from '../storage/catalog.js';
import type { PathBounds } from './bounds.js';

export interface KeyRange {
  start: Buffer;
  end: Buffer;
  /** Set if the range can contain only this key, which is then looked up. */
  point?: Buffer;
  /** Bytes of the prefix that all keys of the range share: the index number and the first values. */
  common: number;
}

/** The range of the single key for a complete list of values. */
export const pointRange = (key: Buffer): KeyRange => ({
  start: boundKey(key),
  end: endOf(key),
  point: storedKey(key),
  common: key.length,
});

/** The ranges of keys that begin with `values` and, in the next part, lie within `next`, in the order of the keys. */
export function keyRanges(
  indexId: number,
  values: readonly Value[],
  directions: readonly Direction[],
  next?: PathBounds,
): KeyRange[] {
  const base = encodeKey(indexId, values, directions);
  if (!next?.prefixes || next.lower || next.upper || isLongKey(base))
    return [keyRange(indexId, values, directions, next)];
  return next.prefixes
    .map((text): KeyRange => {
      const key = encodeKey(indexId, [...values, text], directions);
      const open = key.subarray(0, key.length - 1);
      // a second 0xff, because in a descending part the terminator of the text is itself 0xff
      const end = Buffer.concat([endOf(open), Buffer.from([0xff])]);
      return { start: boundKey(open), end, common: base.length };
    })
    .sort((a, b) => Buffer.compare(a.start, b.start));
}

/**
 * The range [start, end) of keys that begin with `values` and, in the next part, lie within `next`. Limits never split
 * the encoding of a value, so 0xff is above every key that begins with a complete value.
 */
export function keyRange(
  indexId: number,
  values: readonly Value[],
  directions: readonly Direction[],
  next?: PathBounds,
): KeyRange {
  const base = encodeKey(indexId, values, directions);
  const common = base.length;
  if (!next || isLongKey(base)) return { start: boundKey(base), end: endOf(base), common };
  const direction = directions[values.length] ?? 1;
  const key = (value: Value) => encodeKey(indexId, [...values, value], directions);
  const rank = rankOf((next.lower ?? next.upper)?.value);
  // NaN sorts below all numbers but no comparison matches it
  const lower =
    next.lower ??
    (rank === Rank.number ? { value: Number.NEGATIVE_INFINITY, inclusive: true } : undefined);
  const tag = (offset: number) => {
    const byte = direction > 0 ? rank + offset : 0xff - rank + offset;
    return Buffer.concat([base, Buffer.from([byte])]);
  };
  const [first, last] = direction > 0 ? [lower, next.upper] : [next.upper, lower];
  const start = first && key(first.value);
  const end = last && key(last.value);
  // a cut key may belong to larger or smaller values, so both limits include it
  return {
    start: !start ? tag(0) : first.inclusive || isLongKey(start) ? boundKey(start) : endOf(start),
    end: !end ? tag(1) : last.inclusive || isLongKey(end) ? endOf(end) : end,
    common,
  };
}

/** The distinct ranges of an index for these combinations of values, in key order. */
export function distinctRanges(
  index: Index,
  combinations: Value[][],
  collection: Collection,
  range: PathBounds | undefined,
): KeyRange[] {
  const id = index.isId ? collection.id : index.id;
  const { directions } = index;
  const ofValues = (values: Value[]): KeyRange[] =>
    (index.isId || index.unique) && values.length === directions.length
      ? [pointRange(encodeKey(id, values, directions))]
      : keyRanges(id, values, directions, range);
  const [only] = combinations;
  if (only && combinations.length === 1) return ofValues(only);
  const unique = new Map(
    combinations.map((values) => [keyText(encodeKey(id, values, directions)), values]),
  );
  const ordered = [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return ordered.flatMap(([, values]) => ofValues(values));
}
