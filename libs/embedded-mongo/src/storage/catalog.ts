import { randomUUID } from 'node:crypto';
import { Binary } from 'bson';
import { collationOf } from '../bson/collation.js';
import type { Direction } from '../bson/keys.js';
import { isTruthy, optionNumber, toNumber } from '../bson/numbers.js';
import { isIndex, type Path, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, isNumeric, type Value } from '../bson/types.js';
import { badValue, CommandError, failedToParse, notSupported, typeMismatch } from '../errors.js';
import { compileMatch, type Matcher } from '../query/match.js';
import { wordSet } from '../word-set.js';

interface IndexPart {
  name: string;
  path: Path;
  direction: Direction;
}

const ALL_PARTS = -1;

/** Facts about the documents in an index. They are sticky: once true, a fact stays true. */
interface Learnt {
  /** Bit mask of key parts whose path passes through an array in some document; all bits set if unknown. */
  arrays: number;
  /** Bit mask of key parts whose path begins, in some document, with an embedded document outside an array. */
  embedded: number;
  longKeys: boolean;
}

const NOTHING_LEARNT: Learnt = { arrays: 0, embedded: 0, longKeys: false };

/** An index of a collection, with the learnt facts about its documents. */
export class Index implements Learnt {
  readonly parts: readonly IndexPart[];
  readonly directions: readonly Direction[];
  readonly name: string;
  readonly key: Doc;
  readonly isId: boolean;
  readonly isText: boolean;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: Matcher | undefined;
  readonly expireAfterSeconds: number | undefined;
  /** The collection scan that fills it is still running: writers maintain it, readers do not use it. */
  building = false;
  /** Number of the first write at which its entries are complete; older snapshots must not use it. */
  readySince = 0;
  arrays: number;
  embedded: number;
  longKeys: boolean;
  /** The catalogue on disk still lacks a learnt fact. */
  flagsUnsaved = false;

  constructor(
    readonly id: number,
    readonly spec: Doc,
    learnt = NOTHING_LEARNT,
  ) {
    const key = isDoc(spec.key) ? spec.key : {};
    this.parts = Object.entries(key).map(([name, direction]) => ({
      name,
      path: splitPath(name),
      direction: isNumeric(direction) && toNumber(direction) < 0 ? -1 : 1,
    }));
    this.directions = this.parts.map((part) => part.direction);
    this.name = String(spec.name);
    this.key = key;
    this.isId = this.name === '_id_';
    this.isText = Object.values(key).includes('text');
    this.unique = spec.unique === true;
    this.sparse = spec.sparse === true;
    this.partial = isDoc(spec.partialFilterExpression)
      ? compileMatch(spec.partialFilterExpression)
      : undefined;
    const seconds = spec.expireAfterSeconds;
    this.expireAfterSeconds = isNumeric(seconds) ? toNumber(seconds) : undefined;
    this.arrays = learnt.arrays;
    this.embedded = learnt.embedded;
    this.longKeys = learnt.longKeys;
  }

  /** Some document has several entries. */
  get multikey(): boolean {
    return this.arrays !== 0;
  }

  /** Adds the facts about one more document. */
  learn({ arrays, embedded, longKeys }: Readonly<Learnt>): void {
    const known = (arrays & ~this.arrays) === 0 && (embedded & ~this.embedded) === 0;
    if (known && (this.longKeys || !longKeys)) return;
    this.arrays |= arrays;
    this.embedded |= embedded;
    this.longKeys ||= longKeys;
    this.flagsUnsaved = true;
  }

  /** The form for the catalogue; the caller must store it, because it counts as saved. */
  stored(): Doc {
    this.flagsUnsaved = false;
    const { spec, id, multikey, arrays, embedded, longKeys } = this;
    return { ...spec, id, multikey, arrays, embedded, longKeys };
  }

  /** An index in the catalogue; older ones lack some flags, so that everything must be assumed. */
  static read({ id, multikey, arrays, embedded, longKeys, ...spec }: Doc): Index {
    return new Index(Number(id), spec, {
      arrays: optionNumber(arrays, multikey === true ? ALL_PARTS : 0),
      embedded: optionNumber(embedded, ALL_PARTS),
      longKeys: longKeys === true,
    });
  }
}

export class Collection {
  constructor(
    readonly ns: string,
    readonly id: number,
    readonly uuid: Binary,
    public options: Doc,
    public indexes: Index[],
  ) {}

  get database(): string {
    return this.ns.slice(0, this.ns.indexOf('.'));
  }
  get name(): string {
    return this.ns.slice(this.ns.indexOf('.') + 1);
  }
  /** Fields of the text index; undefined without one. */
  get textFields(): string[] | undefined {
    const index = this.indexes.find((one) => one.isText);
    return index?.parts.filter((part) => index.key[part.name] === 'text').map((part) => part.name);
  }
  renamed(ns: string): Collection {
    const { temp, ...options } = this.options;
    return new Collection(ns, this.id, this.uuid, options, this.indexes);
  }
  /** A collection that an `$out` is filling; it remains if the process ends meanwhile. */
  get isTemporary(): boolean {
    return this.options.temp === true;
  }
  stored(): Doc {
    return {
      id: this.id,
      uuid: this.uuid,
      options: this.options,
      indexes: this.indexes.filter((one) => !one.building).map((one) => one.stored()),
    };
  }
  static read(ns: string, { id, uuid, options, indexes }: Doc): Collection {
    return new Collection(
      ns,
      Number(id),
      uuid instanceof Binary ? uuid : newUuid(),
      isDoc(options) ? options : {},
      isArray(indexes) ? indexes.filter(isDoc).map(Index.read) : [],
    );
  }
}

export const newUuid = (): Binary =>
  new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);

export const idIndex = (id: number): Index => new Index(id, { key: { _id: 1 }, name: '_id_' });

const INDEX_OPTIONS = wordSet(
  'v key name ns background unique sparse partialFilterExpression expireAfterSeconds weights default_language language_override textIndexVersion collation',
);
/** Options of unsupported kinds of indexes, and options that change which index is used. */
const INDEX_OPTIONS_REFUSED = wordSet(
  'hidden prepareUnique clustered wildcardProjection storageEngine 2dsphereIndexVersion bits min max',
);

/** Throws for a collation other than `simple`, because index keys are ordered by bytes. */
export function refuseCollation(collation: Value): void {
  if (collationOf(collation))
    throw notSupported('a collation of a collection or an index other than { locale: "simple" }');
}

const invalidIndex = (message: string) => new CommandError(67, message);

/** Validates an index specification of `createIndexes` and returns its stored form. */
export function readIndexSpec(spec: Value): Doc {
  if (!isDoc(spec) || !isDoc(spec.key))
    throw failedToParse("The 'key' field is a required property of an index specification");
  const entries = Object.entries(spec.key);
  if (entries.length === 0) throw invalidIndex('Index keys cannot be an empty object');
  for (const option of Object.keys(spec)) {
    if (INDEX_OPTIONS.has(option)) continue;
    if (INDEX_OPTIONS_REFUSED.has(option)) throw notSupported(`index option '${option}'`);
    throw new CommandError(197, `The field '${option}' is not valid for an index specification.`);
  }
  refuseCollation(spec.collation);
  for (const [name, kind] of entries) checkIndexPart(name, kind);
  const { partialFilterExpression: partial, expireAfterSeconds: seconds } = spec;
  const name = spec.name ?? entries.map(([field, kind]) => `${field}_${String(kind)}`).join('_');
  if (typeof name !== 'string' || name === '')
    throw invalidIndex('index name must be a non-empty string');
  const stored: Doc = { key: spec.key, name };
  if (isTruthy(spec.unique)) stored.unique = true;
  if (isTruthy(spec.sparse)) stored.sparse = true;
  if (partial !== undefined) {
    if (!isDoc(partial)) throw wrongType('partialFilterExpression', 'object');
    if (stored.sparse)
      throw invalidIndex('cannot mix "partialFilterExpression" and "sparse" options');
    compileMatch(partial);
    stored.partialFilterExpression = partial;
  }
  if (seconds !== undefined) {
    if (!isNumeric(seconds)) throw wrongType('expireAfterSeconds', 'number');
    if (entries.length > 1 || name === '_id_')
      throw invalidIndex(
        'TTL indexes are single-field indexes, compound indexes do not support TTL',
      );
    stored.expireAfterSeconds = seconds;
  }
  return stored;
}

const wrongType = (option: string, type: string) =>
  typeMismatch(`The field '${option}' must be of type ${type}`);

function checkIndexPart(name: string, kind: Value): void {
  if (kind === 'text') return;
  if (typeof kind === 'string') throw notSupported(`an index of type '${kind}'`);
  if (optionNumber(kind, 0) === 0)
    throw invalidIndex(`Values in the index key pattern cannot be 0 (${name})`);
  if (name.includes('$**')) throw notSupported('a wildcard index');
  const parts = name.split('.');
  if (parts.includes('')) throw invalidIndex('Index keys cannot contain an empty field.');
  if (parts.some((part) => part.startsWith('$')))
    throw invalidIndex(`Index key contains an illegal field name: field name starts with '$'.`);
  // `a.0` would be both an array position and a field
  if (parts.some(isIndex)) throw notSupported(`an index on an array position ('${name}')`);
}

export function checkNamespace(ns: string): void {
  const dot = ns.indexOf('.');
  const database = ns.slice(0, dot);
  const collection = ns.slice(dot + 1);
  const isBad = /[\\/. "$*<>:|?\0]/.test(database) || /[$\0]|^system\./.test(collection);
  if (isBad || dot <= 0 || collection === '')
    throw new CommandError(73, `Invalid namespace specified '${ns}'`);
  if (Buffer.byteLength(ns) > 255) throw badValue(`Fully qualified namespace is too long: ${ns}`);
}
