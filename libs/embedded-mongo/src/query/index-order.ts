import type { SortPart } from '../expressions/sort-order.js';
import type { Index } from '../storage/catalog.js';

/** Ranges whose keys give an order together, if they are merged by all that comes in them from a part on. */
export interface Merge {
  /** The part of the key at which the order begins. */
  from: number;
  /** Also the part before it has several values in a range, which has to be split by them. */
  split: boolean;
}

export interface IndexOrder {
  reverse: boolean;
  merge?: Merge | undefined;
}

/** More ranges than that are not merged: each of them is begun before the first document is found. */
export const MERGED_RANGES = 2000;

export const hasArrays = ({ arrays }: Index, at: number): boolean => (arrays & (1 << at)) !== 0;

/** What bounds the first parts of an index key. */
export interface KeyBounds {
  /** For each of the first parts how many values it may have; there is a range for each combination of them. */
  points: readonly number[];
  /** The part behind them is within limits. */
  limited: boolean;
}

/** How an index gives the order that is asked for; undefined if it does not. */
export function orderOfIndex(
  index: Index,
  order: readonly SortPart[],
  { points, limited }: KeyBounds,
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
  const ranges = points.reduce((product, count) => product * count, 1);
  for (let from = 0; from <= points.length + Number(limited); from++) {
    const direction = directionFrom(from);
    if (!direction) continue;
    const split = from > points.length;
    const inTurn = !split && points.slice(0, from).every((count) => count === 1);
    if (!inTurn && ranges > MERGED_RANGES) return undefined;
    return { reverse: direction === -1, merge: inTurn ? undefined : { from, split } };
  }
  return undefined;
}
