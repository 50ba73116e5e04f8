import type { Index } from '../storage/catalog.js';
import type { FilterBounds } from './bounds.js';
import { hasArrays } from './index-order.js';

/** Parts of an index that are within bounds, and say all that the filter says about them. */
export interface Said {
  readonly index: Index;
  readonly said: readonly string[];
}

/** Whether indexes together say all that the filter says. */
export const covers = (indexes: readonly Said[], { paths, complete }: FilterBounds): boolean =>
  complete &&
  indexes.every(({ index }) => !index.longKeys) &&
  [...paths].every(([name, path]) =>
    indexes.some(({ said }) => said.includes(name))
      ? path.exact && !path.elemMatch
      : path.exact && indexes.some(({ index, said }) => isMetByEntry(index, said, name, paths)),
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
