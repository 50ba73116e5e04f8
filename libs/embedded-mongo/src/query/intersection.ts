import type { Index } from '../storage/catalog.js';
import { hasArrays, type IndexOrder, MERGED_RANGES, type Merge } from './index-order.js';

/** How an index would be read for a query. */
export interface IndexUse {
  readonly index: Index;
  /** The paths that bound the ranges. */
  readonly used: readonly string[];
  /** For each of the first parts how many values it may have. */
  readonly points: readonly number[];
  /** The part behind them is within limits. */
  readonly limited: boolean;
  /** The order that was asked for, if the index gives it. */
  readonly order: IndexOrder | undefined;
}

/** An index that is read together with others: the merge puts its keys into the order that they all have. */
export interface Merged<Use> {
  readonly use: Use;
  readonly merge: Merge;
}

/**
 * The indexes, the best one and those that bound something more, whose keys end alike, in `_id`: once they are in the
 * order of their ends, only what all of them have has to be looked at. Fewer than two if there are none.
 */
export function intersected<Use extends IndexUse>(
  [best, ...others]: readonly Use[],
  isOrdered: boolean,
): Merged<Use>[] {
  if (!best) return [];
  for (const [end, merge] of endsOf(best, isOrdered)) {
    const known = new Set(best.used);
    const found = [{ use: best, merge }];
    for (const use of others) {
      const same = endsOf(use, isOrdered).get(end);
      if (!same || use.used.every((name) => known.has(name))) continue;
      for (const name of use.used) known.add(name);
      found.push({ use, merge: same });
    }
    if (found.length > 1) return found;
  }
  return [];
}

/** What the keys of an index may be ordered by, from some part on to the end. */
function endsOf(
  { index, points, limited, order, used }: IndexUse,
  isOrdered: boolean,
): Map<string, Merge> {
  const ends = new Map<string, Merge>();
  const ranges = points.reduce((product, count) => product * count, 1);
  if (
    used.length === 0 ||
    index.isId ||
    index.longKeys ||
    ranges > MERGED_RANGES ||
    (isOrdered && !order)
  )
    return ends;
  const [first, last] = isOrdered
    ? [order?.merge?.from ?? points.length, order?.merge?.from ?? points.length]
    : [points.length, points.length + Number(limited)];
  for (let from = first; from <= last; from++) {
    const parts = index.parts.slice(from);
    if (parts.at(-1)?.name !== '_id' || parts.some((_, at) => hasArrays(index, from + at)))
      continue;
    const end = JSON.stringify([order?.reverse, parts.map((part) => [part.name, part.direction])]);
    ends.set(end, { from, split: from > points.length });
  }
  return ends;
}
