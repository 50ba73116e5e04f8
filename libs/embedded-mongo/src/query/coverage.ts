import type { Index } from '../storage/catalog.js';
import type { FilterBounds } from './bounds.js';
import { hasArrays } from './index-order.js';

/** Whether the ranges of an index are equivalent to the filter; `said` are the parts whose conditions they cover. */
export const covers = (
  index: Index,
  said: readonly string[],
  { paths, complete }: FilterBounds,
): boolean =>
  complete &&
  !index.longKeys &&
  [...paths].every(
    ([name, path]) =>
      path.exact &&
      (said.includes(name) ? !path.elemMatch : isMetByEntry(index, said, name, paths)),
  );

/**
 * Whether the index entries within the ranges are exactly those of elements that meet the `$elemMatch` of a path. It
 * requires an array, so this fails for an index that also has embedded documents outside arrays at that path.
 */
function isMetByEntry(
  index: Index,
  used: readonly string[],
  path: string,
  paths: FilterBounds['paths'],
): boolean {
  const { elemMatch } = paths.get(path) ?? {};
  const names = Object.keys(elemMatch ?? {}).map((field) => `${path}.${field}`);
  return (
    names.length > 0 &&
    !path.includes('.') &&
    names.every((name) => {
      const at = index.parts.findIndex((part) => part.name === name);
      return (
        used.includes(name) &&
        paths.get(name)?.element === elemMatch &&
        (index.embedded & (1 << at)) === 0
      );
    })
  );
}

/**
 * Whether no document has two entries in the ranges. A document has one entry per array element; only a range that
 * fixes the element's value is sure to contain at most one of them.
 */
export const hasOneEntryEach = (index: Index, equalities: number, ranges: number): boolean =>
  !index.multikey ||
  (ranges === 1 && index.parts.every((_, at) => at < equalities || !hasArrays(index, at)));
