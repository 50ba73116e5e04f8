import type { SortPart } from '../expressions/sort-order.js';
import type { Index } from '../storage/catalog.js';

/** How to read an index so that its entries come in a given order. */
export interface IndexOrder {
  reverse: boolean;
  /**
   * The ranges must be merged, ordered by the rest of each key after the values that are fixed in its range. `texts`:
   * first seek the distinct strings with the prefix; each of them is a range.
   */
  merge?: 'ranges' | 'texts' | undefined;
}

/** Maximum number of ranges to merge, as in MongoDB. */
export const MERGED_RANGES = 200;

export const hasArrays = ({ arrays }: Index, at: number): boolean => (arrays & (1 << at)) !== 0;

/** Bounds on the first parts of an index key. */
export interface KeyBounds {
  /** Number of possible values of each of the first parts; each combination of values is a range. */
  points: readonly number[];
  /** The next part is a string of which only the prefix is known. */
  texts: boolean;
}

/** How an index provides the requested order; undefined if it does not. */
export function orderOfIndex(
  index: Index,
  order: readonly SortPart[],
  { points, texts }: KeyBounds,
): IndexOrder | undefined {
  if (order.length === 0 || index.longKeys) return undefined;
  // An array sorts by its smallest or largest element, but the index has an entry for every element.
  const ofArrays = index.parts.filter((_, at) => hasArrays(index, at));
  if (order.some((part) => ofArrays.some(({ name }) => name === part.name))) return undefined;
  const constant = new Set(index.parts.flatMap(({ name }, at) => (points[at] === 1 ? [name] : [])));
  const wanted = order.filter((part) => !constant.has(part.name));
  /** The direction in which keys, from this part on, are in the requested order; undefined if they are not. */
  const directionFrom = (from: number) =>
    ([1, -1] as const).find((sign) => {
      let at = from;
      return wanted.every((part) => {
        while (constant.has(index.parts[at]?.name ?? '')) at++;
        const indexed = index.parts[at++];
        return indexed?.name === part.name && indexed.direction * part.direction === sign;
      });
    });
  const areOne = (counts: readonly number[]) => counts.every((count) => count === 1);
  const ranges = points.reduce((product, count) => product * count, 1);
  for (let from = 0; from <= points.length + Number(texts); from++) {
    const direction = directionFrom(from);
    if (!direction) continue;
    const reverse = direction === -1;
    if (from <= points.length && areOne(points.slice(0, from))) return { reverse };
    if (ranges > MERGED_RANGES || !areOne(points.slice(from))) return undefined;
    return { reverse, merge: from > points.length ? 'texts' : 'ranges' };
  }
  return undefined;
}
