import { EMPTY_ARRAY, encodeKey, isLongKey, keyText, storedKey } from '../bson/keys.js';
import type { Path } from '../bson/paths.js';
import { type Doc, getField, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Index } from './catalog.js';

/** A part of an index key that is being resolved: its position, the value reached, and the rest of its path. */
type Pending = { at: number; value: Value; path: Path };

/** Descends a path through documents to its end, to an array, or to a value that has no fields. */
function descend({ at, value, path }: Pending): Pending {
  const [name, ...rest] = path;
  if (name === undefined || !isDoc(value)) return { at, value, path };
  return descend({ at, value: getField(value, name), path: rest });
}

const withParts = (tuple: readonly Value[], ended: readonly Pending[]): Value[] => {
  const values = [...tuple];
  for (const { at, value, path } of ended) values[at] = path.length === 0 ? value : undefined;
  return values;
};

/** The values of an index key in a document: one tuple, or one per element of the array on the paths. */
function tuplesOf({ parts }: Index, doc: Doc): { tuples: Value[][]; arrays: number } {
  const tuples: Value[][] = [];
  let arrays = 0;
  const expand = (known: readonly Value[], pending: readonly Pending[]): void => {
    const reached = pending.map(descend);
    const open = reached.filter(({ value }) => isArray(value));
    const tuple = withParts(
      known,
      reached.filter(({ value }) => !isArray(value)),
    );
    const [array, ...others] = new Set(open.map(({ value }) => value));
    if (others.length > 0) {
      const names = open.map(({ at }) => parts[at]?.name);
      throw new CommandError(171, `cannot index parallel arrays [${names.join('] [')}]`);
    }
    if (!isArray(array)) {
      tuples.push(tuple);
      return;
    }
    for (const { at } of open) arrays |= 1 << at;
    for (const value of array.length > 0 ? array : [EMPTY_ARRAY]) {
      const inside = open.map((part) => ({ ...part, value }));
      if (isDoc(value)) expand(tuple, inside);
      else tuples.push(withParts(tuple, inside));
    }
  };
  expand(
    [],
    parts.map(({ path }, at) => ({ at, value: doc, path })),
  );
  return { tuples, arrays };
}

interface IndexKeys {
  keys: Buffer[];
  arrays: number;
  /** Bit mask of key parts whose path begins with an embedded document outside an array. */
  embedded: number;
  longKeys: boolean;
}

const NONE: IndexKeys = { keys: [], arrays: 0, embedded: 0, longKeys: false };

/** The index entries of one document; none if a sparse or partial index excludes it. */
export function indexKeys(index: Index, doc: Doc): IndexKeys {
  if (index.isText || index.isId) return NONE;
  if (index.partial && !index.partial(doc)) return NONE;
  const { tuples, arrays } = tuplesOf(index, doc);
  if (index.sparse && tuples.flat().every((value) => value === undefined)) return NONE;
  const whole = tuples.map((values) => encodeKey(index.id, values, index.directions));
  const distinct = new Map(whole.map(storedKey).map((key) => [keyText(key), key]));
  return {
    keys: [...distinct.values()],
    arrays,
    embedded: embeddedIn(index, doc),
    longKeys: whole.some(isLongKey),
  };
}

const embeddedIn = ({ parts }: Index, doc: Doc): number =>
  parts.reduce(
    (bits, { path: [head = '', ...below] }, at) =>
      below.length > 0 && isDoc(getField(doc, head)) ? bits | (1 << at) : bits,
    0,
  );

/** The values for a duplicate key error; of an array the first element, as the colliding one is unknown. */
export function keyValues(index: Index, doc: Doc): Doc {
  const [tuple = []] = tuplesOf(index, doc).tuples;
  const shown = tuple.map((value) => (value === EMPTY_ARRAY ? [] : (value ?? null)));
  return Object.fromEntries(index.parts.map(({ name }, at) => [name, shown[at]]));
}
