import { type Binary, type BSONRegExp, Long, type ObjectId, type Timestamp } from 'bson';
import type { CompareTexts } from './collation.js';
import { compareDecimal } from './decimal.js';
import { encode } from './encode.js';
import { exactValue, toNumber } from './numbers.js';
import {
  type Doc,
  type NumberValue,
  numberKind,
  Rank,
  rankOf,
  textOf,
  type Value,
} from './types.js';

export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // UTF-16 order differs from UTF-8 order only where one side is a surrogate
    const xHigh = x >= 0xd800 && x <= 0xdfff;
    const yHigh = y >= 0xd800 && y <= 0xdfff;
    if (xHigh !== yHigh) return xHigh ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

const compareDoubles = (a: number, b: number): number => {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  if (Number.isNaN(b)) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
};

function compareNumbers(a: NumberValue, b: NumberValue): number {
  const kinds = `${numberKind(a)} ${numberKind(b)}`;
  if (kinds.includes('decimal')) return compareDecimal(exactValue(a), exactValue(b));
  if (a instanceof Long && b instanceof Long) return a.compare(b);
  const x = toNumber(a);
  const y = toNumber(b);
  const rough = compareDoubles(x, y);
  if (rough !== 0 || !kinds.includes('long') || !Number.isFinite(x)) return rough;
  return compareDecimal(exactValue(a), exactValue(b));
}

const compareBinaries = (a: Binary, b: Binary): number =>
  a.length() - b.length() || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());

function compareArrays(a: Value[], b: Value[], texts: CompareTexts): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i], texts);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareDocuments(a: Doc, b: Doc, texts: CompareTexts): number {
  const xs = Object.keys(a);
  const ys = Object.keys(b);
  for (let i = 0; i < xs.length && i < ys.length; i++) {
    const x = xs[i] ?? '';
    const y = ys[i] ?? '';
    const order =
      rankOf(a[x]) - rankOf(b[y]) || compareStrings(x, y) || compareValues(a[x], b[y], texts);
    if (order !== 0) return order;
  }
  return xs.length - ys.length;
}

/** BSON comparison order over all types; a missing field counts as null. `texts` compares strings by a collation. */
export function compareValues(a: Value, b: Value, texts: CompareTexts = compareStrings): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  if (typeof a === 'string' && typeof b === 'string') return texts(a, b);
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case Rank.number:
      return compareNumbers(a as NumberValue, b as NumberValue);
    case Rank.bool:
    case Rank.date:
      return Number(a) - Number(b);
    case Rank.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case Rank.string:
    case Rank.javascript:
      return compareStrings(textOf(a), textOf(b));
    case Rank.array:
      return compareArrays(a as Value[], b as Value[], texts);
    case Rank.object:
      return compareDocuments(a as Doc, b as Doc, texts);
    case Rank.binData:
      return compareBinaries(a as Binary, b as Binary);
    case Rank.timestamp:
      return (a as Timestamp).compare(b as Timestamp);
    case Rank.regex: {
      const x = a as BSONRegExp;
      const y = b as BSONRegExp;
      return compareStrings(x.pattern, y.pattern) || compareStrings(x.options, y.options);
    }
    default:
      return 0;
  }
}

export const equalValues = (a: Value, b: Value): boolean => compareValues(a, b) === 0;

/** Whether both have the same value, the same types and the same field order. */
export const identicalValues = (value: Value, other: Value): boolean =>
  encode({ value }).equals(encode({ value: other }));
