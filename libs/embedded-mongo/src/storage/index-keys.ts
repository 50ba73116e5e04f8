import { EMPTY_ARRAY, encodeKey, isLongKey, keyText, storedKey } from '../bson/keys.js';
import type { Path } from '../bson/paths.js';
import { type Doc, getField, isArray, isDoc, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Index } from './catalog.js';

/** A part of an index key still to be resolved: its position in the key and the rest of its path. */
type Pending = { at: number; path: Path };
type Tuple = Map<number, Value | typeof EMPTY_ARRAY>;

class Expansion {
  /** Bit mask of key parts whose path passes through an array. */
  arrays = 0;

  /** The value tuples of a document: one, or one per element of the array on the paths. */
  ofDocument(doc: Doc, pending: readonly Pending[]): Tuple[] {
    const groups = new Map<string, Pending[]>();
    for (const { at, path } of pending) {
      const [head = '', ...rest] = path;
      const group = groups.get(head) ?? [];
      group.push({ at, path: rest });
      groups.set(head, group);
    }
    let tuples: Tuple[] = [new Map()];
    let groupsWithArrays = 0;
    for (const [head, group] of groups) {
      const value = getField(doc, head);
      const before = this.arrays;
      this.arrays = 0;
      const parts = this.ofValue(value, group);
      if (this.arrays !== 0) groupsWithArrays++;
      this.arrays |= before;
      tuples = tuples.flatMap((tuple) => parts.map((part) => new Map([...tuple, ...part])));
    }
    if (groupsWithArrays > 1) {
      throw new CommandError(
        171,
        `cannot index parallel arrays [${[...groups.keys()].join('] [')}]`,
      );
    }
    return tuples;
  }

  private ofValue(value: Value, group: readonly Pending[]): Tuple[] {
    if (isDoc(value)) return this.split(value, group);
    if (!isArray(value)) return [constant(group, value, undefined)];
    for (const { at } of group) this.arrays |= 1 << at;
    if (value.length === 0) return [constant(group, EMPTY_ARRAY, undefined)];
    return value.flatMap((item) =>
      isDoc(item) ? this.split(item, group) : [constant(group, item, undefined)],
    );
  }

  private split(doc: Doc, group: readonly Pending[]): Tuple[] {
    const ended = group.filter(({ path }) => path.length === 0);
    const deeper = group.filter(({ path }) => path.length > 0);
    const tuples = deeper.length > 0 ? this.ofDocument(doc, deeper) : [new Map()];
    for (const tuple of tuples) for (const { at } of ended) tuple.set(at, doc);
    return tuples;
  }
}

const constant = (group: readonly Pending[], ended: Value, deeper: Value): Tuple =>
  new Map(group.map(({ at, path }) => [at, path.length === 0 ? ended : deeper]));

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
  const { directions } = index;
  const plain = plainValues(index, doc);
  if (plain) {
    if (index.sparse && plain.every((value) => value === undefined)) return NONE;
    const key = encodeKey(index.id, plain, directions);
    return {
      ...NONE,
      keys: [storedKey(key)],
      embedded: embeddedIn(index, doc),
      longKeys: isLongKey(key),
    };
  }
  const expansion = new Expansion();
  const tuples = expansion.ofDocument(
    doc,
    index.parts.map(({ path }, at) => ({ at, path })),
  );
  const present = tuples.some((tuple) => [...tuple.values()].some((value) => value !== undefined));
  if (index.sparse && !present) return NONE;
  let longKeys = false;
  const distinct = new Map<string, Buffer>();
  for (const tuple of tuples) {
    const values = index.parts.map((_, at) => tuple.get(at));
    const key = encodeKey(index.id, values, directions);
    longKeys ||= isLongKey(key);
    const stored = storedKey(key);
    distinct.set(keyText(stored), stored);
  }
  const embedded = embeddedIn(index, doc);
  return { keys: [...distinct.values()], arrays: expansion.arrays, embedded, longKeys };
}

const embeddedIn = ({ parts }: Index, doc: Doc): number =>
  parts.reduce(
    (bits, { path: [head = '', ...below] }, at) =>
      below.length > 0 && isDoc(getField(doc, head)) ? bits | (1 << at) : bits,
    0,
  );

/** The values of a document without arrays on the paths, the common case; null if there is an array. */
function plainValues({ parts }: Index, doc: Doc): Value[] | null {
  const values: Value[] = [];
  for (const { path } of parts) {
    let value: Value = doc;
    for (const name of path) {
      value = isDoc(value) ? getField(value, name) : undefined;
      if (isArray(value)) return null;
    }
    values.push(value);
  }
  return values;
}

/** The values for a duplicate key error; of an array the first element, as the colliding one is unknown. */
export function keyValues(index: Index, doc: Doc): Doc {
  const values: Doc = {};
  const tuples = new Expansion().ofDocument(
    doc,
    index.parts.map(({ path }, at) => ({ at, path })),
  );
  index.parts.forEach((part, at) => {
    const value = tuples[0]?.get(at);
    values[part.name] = value === EMPTY_ARRAY ? [] : (value ?? null);
  });
  return values;
}
