import {
  boundKey,
  type Direction,
  encodeKey,
  endOf,
  isLongKey,
  keyRangeOf,
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

/** All keys of a collection or index. */
export const wholeRange = (id: number): KeyRange => {
  const { start, end } = keyRangeOf(id);
  return { start, end, common: start.length };
};

/** The distinct ranges of an index for these combinations of values, in key order; `next` bounds the part after them. */
export function distinctRanges(
  collection: Collection,
  index: Index,
  combinations: readonly Value[][],
  next: PathBounds | undefined,
): KeyRange[] {
  const { directions } = index;
  const id = index.isId ? collection.id : index.id;
  const encode = (values: readonly Value[]) => encodeKey(id, values, directions);
  const ofValues = (values: readonly Value[]): KeyRange[] => {
    const base = encode(values);
    const start = boundKey(base);
    const whole = { start, end: endOf(base), common: base.length };
    if ((index.isId || index.unique) && values.length === directions.length)
      return [{ ...whole, point: storedKey(base) }];
    if (!next || isLongKey(base)) return [whole];
    const keyOf = (value: Value) => encode([...values, value]);
    if (next.prefixes && !next.lower && !next.upper)
      return prefixRanges(base, next.prefixes, keyOf);
    return [limitedRange(base, next, directions[values.length] ?? 1, keyOf)];
  };
  const unique = new Map(combinations.map((values) => [keyText(encode(values)), values]));
  const ordered = [...unique].sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.flatMap(([, values]) => ofValues(values));
}

/** The ranges of the texts with these prefixes, in the order of the keys. */
const prefixRanges = (
  base: Buffer,
  prefixes: readonly string[],
  keyOf: (value: Value) => Buffer,
): KeyRange[] =>
  prefixes
    .map((text): KeyRange => {
      const open = keyOf(text).subarray(0, -1);
      // a second 0xff, because in a descending part the terminator of the text is itself 0xff
      const end = Buffer.concat([endOf(open), Buffer.from([0xff])]);
      return { start: boundKey(open), end, common: base.length };
    })
    .sort((a, b) => Buffer.compare(a.start, b.start));

/**
 * The range [start, end) of keys that begin with `base` and, in the next part, lie within limits. Limits never split
 * the encoding of a value, so 0xff is above every key that begins with a complete value.
 */
function limitedRange(
  base: Buffer,
  limits: PathBounds,
  direction: Direction,
  keyOf: (value: Value) => Buffer,
): KeyRange {
  const rank = rankOf((limits.lower ?? limits.upper)?.value);
  // NaN sorts below all numbers but no comparison matches it
  const lower =
    limits.lower ??
    (rank === Rank.number ? { value: Number.NEGATIVE_INFINITY, inclusive: true } : undefined);
  const tag = (offset: number) => {
    const byte = direction > 0 ? rank + offset : 0xff - rank + offset;
    return Buffer.concat([base, Buffer.from([byte])]);
  };
  const [first, last] = direction > 0 ? [lower, limits.upper] : [limits.upper, lower];
  const start = first && keyOf(first.value);
  const end = last && keyOf(last.value);
  // a cut key may belong to larger or smaller values, so both limits include it
  return {
    start: !start ? tag(0) : first.inclusive || isLongKey(start) ? boundKey(start) : endOf(start),
    end: !end ? tag(1) : last.inclusive || isLongKey(end) ? endOf(end) : end,
    common: base.length,
  };
}
