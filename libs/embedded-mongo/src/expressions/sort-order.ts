import type { CompareTexts } from '../bson/collation.js';
import { compareValues } from '../bson/compare.js';
import { toNumber } from '../bson/numbers.js';
import { type Path, someAtPath, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, isNumeric, Rank, rankOf, type Value } from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';

export type SortPart = { path: Path; name: string; direction: 1 | -1 };

/** Parses a sort document; throws for `$meta` and for directions other than 1 and -1. `$natural` needs no sorting. */
export function parseSort(sort: Doc): SortPart[] {
  if ('$natural' in sort) return [];
  return Object.entries(sort).map(([name, order]) => {
    if (isDoc(order)) throw notSupported(`a sort by $meta (field '${name}')`);
    const direction = isNumeric(order) ? toNumber(order) : 0;
    if (direction !== 1 && direction !== -1) {
      throw badValue(`$sort key ordering must be 1 (for ascending) or -1 (for descending)`);
    }
    if (name === '' || name.split('.').includes('')) {
      throw new CommandError(15998, 'FieldPath field names may not be empty strings.');
    }
    return { path: splitPath(name), name, direction };
  });
}

/**
 * The value by which a document is sorted: the smallest element of an array when ascending, the largest when
 * descending. A missing field sorts as null, an empty array before null.
 */
export function sortValue(doc: Value, { path, direction }: SortPart, texts?: CompareTexts): Value {
  let best: Value;
  let found = false;
  const offer = (value: Value) => {
    const candidate = value === undefined ? null : value;
    if (!found || compareSortValues(candidate, best, texts) * direction < 0) best = candidate;
    found = true;
  };
  someAtPath(doc, path, 0, (value) => {
    if (isArray(value) && value.length > 0) value.forEach(offer);
    else offer(value);
    return false;
  });
  return found ? best : null;
}

const isEmpty = (value: Value): boolean => isArray(value) && value.length === 0;

/** An empty array sorts as BSON's undefined, just before null. */
const sortRank = (value: Value): number => (isEmpty(value) ? Rank.undefined : rankOf(value));

const compareSortValues = (a: Value, b: Value, texts?: CompareTexts): number =>
  isEmpty(a) || isEmpty(b) ? sortRank(a) - sortRank(b) : compareValues(a, b, texts);

export function compareSortKeys(
  a: Value[],
  b: Value[],
  parts: readonly SortPart[],
  texts?: CompareTexts,
): number {
  for (let i = 0; i < parts.length; i++) {
    const order = compareSortValues(a[i], b[i], texts);
    if (order !== 0) return order * (parts[i]?.direction ?? 1);
  }
  return 0;
}

/** Compares whole documents (or scalars, which have no fields) by a sort document. */
export function compileSortComparator(sort: Doc): (a: Value, b: Value) => number {
  const parts = parseSort(sort);
  return (a, b) =>
    compareSortKeys(
      parts.map((part) => sortValue(a, part)),
      parts.map((part) => sortValue(b, part)),
      parts,
    );
}

/** The order of `$sort` in `$push` and of `$sortArray`: a sort document, or 1 or -1 for the elements themselves. */
export function compileElementOrder(sort: Value): (a: Value, b: Value) => number {
  if (isDoc(sort)) return compileSortComparator(sort);
  const direction = isNumeric(sort) ? toNumber(sort) : 0;
  if (Math.abs(direction) !== 1) throw badValue('The $sort element value must be either 1 or -1');
  return (a, b) => compareValues(a, b) * direction;
}
