import type { Index } from '../storage/catalog.js';
import type { FilterBounds } from './bounds.js';
import { hasArrays } from './index-order.js';

/** Whether the ranges of an index say all that the filter says; `said` are the parts of which they say all. */
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
 * Whether an entry is met by one element exactly when the `$elemMatch` of a path is. It asks for an array: in an
 * index with documents that have none there, an entry says too little.
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
 * Whether no document has two entries in the ranges: it has one for each element of an array, and only the entry of
 * one element is in a range that says its value.
 */
export const hasOneEntryEach = (index: Index, equalities: number, ranges: number): boolean =>
  !index.multikey ||
  (ranges === 1 && index.parts.every((_, at) => at < equalities || !hasArrays(index, at)));
