import type { SortPart } from '../expressions/sort-order.js';
import type { Index } from '../storage/catalog.js';

/** How an index gives an order. */
export interface IndexOrder {
  reverse: boolean;
  /**
   * Its ranges have to be merged by what comes in their keys behind the values that each has in common. Of `texts` that
   * begin alike each one is a range of its own, which has to be sought first.
   */
  merge?: 'ranges' | 'texts' | undefined;
}

/** More ranges than that are not merged, as in MongoDB. */
export const MERGED_RANGES = 200;

export const hasArrays = ({ arrays }: Index, at: number): boolean => (arrays & (1 << at)) !== 0;

/** What bounds the first parts of an index key. */
export interface KeyBounds {
  /** For each of the first parts how many values it may have; there is a range for each combination of them. */
  points: readonly number[];
  /** The part behind them is a text, of which only the beginning is known. */
  texts: boolean;
}

/** How an index gives the order that is asked for; undefined if it does not. */
export function orderOfIndex(
  index: Index,
  order: readonly SortPart[],
  { points, texts }: KeyBounds,
): IndexOrder | undefined {
  if (order.length === 0 || index.longKeys) return undefined;
  // An array is sorted by its least or greatest element, whichever of them an entry is of.
  const ofArrays = index.parts.filter((_, at) => hasArrays(index, at));
  if (order.some((part) => ofArrays.some(({ name }) => name === part.name))) return undefined;
  const constant = new Set(index.parts.flatMap(({ name }, at) => (points[at] === 1 ? [name] : [])));
  const wanted = order.filter((part) => !constant.has(part.name));
  /** Whether the keys give the order from this part on, and which way they have to be read. */
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
