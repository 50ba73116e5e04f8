import { randomUUID } from 'node:crypto';
import { Binary } from 'bson';
import { collationOf } from '../bson/collation.js';
import type { Direction } from '../bson/keys.js';
import { isTruthy, toNumber } from '../bson/numbers.js';
import { isIndex, type Path, splitPath } from '../bson/paths.js';
import { type Doc, isDoc, isNumeric, type Value } from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { compileMatch, type Matcher } from '../query/match.js';

interface IndexPart {
  name: string;
  path: Path;
  direction: Direction;
}

const ALL_PARTS = -1;

/** Facts about the documents in an index. They are sticky: once true, a fact stays true. */
interface Learnt {
  multikey: boolean;
  /** Bit mask of key parts whose path passes through an array in some document; all bits set if unknown. */
  arrays: number;
  /** Bit mask of key parts whose path begins, in some document, with an embedded document outside an array. */
  embedded: number;
  longKeys: boolean;
}

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
  /** The collection scan that fills it is still running: writers maintain it, readers do not use it. */
  building = false;
  /** Number of the first write at which its entries are complete; older snapshots must not use it. */
  readySince = 0;
  multikey: boolean;
  arrays: number;
  embedded: number;
  longKeys: boolean;
  private saved: Learnt;

  constructor(
    readonly id: number,
    readonly spec: Doc,
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
    this.multikey = spec.multikey === true;
    this.arrays = isNumeric(spec.arrays) ? toNumber(spec.arrays) : this.multikey ? ALL_PARTS : 0;
    // A stored index without the flag has an older format, so assume all parts; a new index has none.
    const none = spec.multikey === undefined ? 0 : ALL_PARTS;
    this.embedded = isNumeric(spec.embedded) ? toNumber(spec.embedded) : none;
    this.longKeys = spec.longKeys === true;
    this.saved = this.flags;
  }

  /** Whether the catalogue on disk still lacks a learnt fact. */
  get flagsUnsaved(): boolean {
    const { multikey, arrays, embedded, longKeys } = this.saved;
    return (
      multikey !== this.multikey ||
      arrays !== this.arrays ||
      embedded !== this.embedded ||
      longKeys !== this.longKeys
    );
  }

  private get flags(): Learnt {
    const { multikey, arrays, embedded, longKeys } = this;
    return { multikey, arrays, embedded, longKeys };
  }

  /** Adds the facts about one more document. */
  learn({ arrays, embedded, longKeys }: Readonly<Omit<Learnt, 'multikey'>>): void {
    this.arrays |= arrays;
    this.multikey ||= arrays !== 0;
    this.embedded |= embedded;
    this.longKeys ||= longKeys;
  }

  get expireAfterSeconds(): number | undefined {
    const seconds = this.spec.expireAfterSeconds;
    return isNumeric(seconds) ? toNumber(seconds) : undefined;
  }
  /** The specification it was created with, without learnt facts. */
  get options(): Doc {
    const { multikey, arrays, embedded, longKeys, ...options } = this.spec;
    return options;
  }
  /** The entry for `listIndexes`. */
  describe(): Doc {
    return { v: 2, ...this.options };
  }
  /** The form for the catalogue; the caller must store it, because it counts as saved. */
  stored(): Doc {
    this.saved = this.flags;
    return { ...this.spec, id: this.id, ...this.saved };
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
  static read(ns: string, stored: Doc): Collection {
    const specs = Array.isArray(stored.indexes) ? stored.indexes.filter(isDoc) : [];
    const indexes = specs.map(({ id, ...spec }) => new Index(Number(id), spec));
    const uuid = stored.uuid instanceof Binary ? stored.uuid : newUuid();
    return new Collection(
      ns,
      Number(stored.id),
      uuid,
      isDoc(stored.options) ? stored.options : {},
      indexes,
    );
  }
}

export const newUuid = (): Binary =>
  new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);

export const idIndex = (id: number): Index => new Index(id, { key: { _id: 1 }, name: '_id_' });

const INDEX_OPTIONS = new Set([
  'v',
  'key',
  'name',
  'ns',
  'background',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  'collation',
]);

/** Options of unsupported kinds of indexes, and options that change which index is used. */
const INDEX_OPTIONS_REFUSED = new Set([
  'hidden',
  'prepareUnique',
  'clustered',
  'wildcardProjection',
  'storageEngine',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
]);

/** Throws for a collation other than `simple`, because index keys are ordered by bytes. */
export function refuseCollation(collation: Value): void {
  if (collationOf(collation))
    throw notSupported('a collation of a collection or an index other than { locale: "simple" }');
}

/** Validates an index specification of `createIndexes` and returns its stored form. */
export function readIndexSpec(spec: Value): Doc {
  if (!isDoc(spec) || !isDoc(spec.key)) {
    throw new CommandError(9, "The 'key' field is a required property of an index specification");
  }
  const entries = Object.entries(spec.key);
  if (entries.length === 0) throw new CommandError(67, 'Index keys cannot be an empty object');
  for (const option of Object.keys(spec)) {
    if (INDEX_OPTIONS.has(option)) continue;
    if (INDEX_OPTIONS_REFUSED.has(option)) throw notSupported(`index option '${option}'`);
    throw new CommandError(197, `The field '${option}' is not valid for an index specification.`);
  }
  refuseCollation(spec.collation);
  for (const [name, kind] of entries) checkIndexPart(name, kind);
  const name = spec.name ?? entries.map(([field, kind]) => `${field}_${String(kind)}`).join('_');
  if (typeof name !== 'string' || name === '')
    throw new CommandError(67, 'index name must be a non-empty string');
  const stored: Doc = { key: spec.key, name };
  if (isTruthy(spec.unique)) stored.unique = true;
  if (isTruthy(spec.sparse)) stored.sparse = true;
  if (spec.partialFilterExpression !== undefined) {
    if (!isDoc(spec.partialFilterExpression)) throw typeError('partialFilterExpression', 'object');
    if (stored.sparse) {
      throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
    }
    compileMatch(spec.partialFilterExpression);
    stored.partialFilterExpression = spec.partialFilterExpression;
  }
  if (spec.expireAfterSeconds !== undefined) {
    if (!isNumeric(spec.expireAfterSeconds)) throw typeError('expireAfterSeconds', 'number');
    if (entries.length > 1 || name === '_id_') {
      throw new CommandError(
        67,
        'TTL indexes are single-field indexes, compound indexes do not support TTL',
      );
    }
    stored.expireAfterSeconds = spec.expireAfterSeconds;
  }
  return stored;
}

const typeError = (option: string, type: string) =>
  new CommandError(14, `The field '${option}' must be of type ${type}`);

function checkIndexPart(name: string, kind: Value): void {
  if (kind === 'text') return;
  if (typeof kind === 'string') throw notSupported(`an index of type '${kind}'`);
  const direction = isNumeric(kind) ? toNumber(kind) : 0;
  if (direction === 0)
    throw new CommandError(67, `Values in the index key pattern cannot be 0 (${name})`);
  if (name.includes('$**')) throw notSupported('a wildcard index');
  const parts = name.split('.');
  if (parts.includes('')) throw new CommandError(67, 'Index keys cannot contain an empty field.');
  if (parts.some((part) => part.startsWith('$'))) {
    throw new CommandError(
      67,
      `Index key contains an illegal field name: field name starts with '$'.`,
    );
  }
  // `a.0` would be both an array position and a field
  if (parts.some(isIndex)) throw notSupported(`an index on an array position ('${name}')`);
}

export function splitNamespace(ns: string): { database: string; collection: string } {
  const dot = ns.indexOf('.');
  if (dot <= 0 || dot === ns.length - 1)
    throw new CommandError(73, `Invalid namespace specified '${ns}'`);
  return { database: ns.slice(0, dot), collection: ns.slice(dot + 1) };
}

export function checkNamespace(ns: string): void {
  const { database, collection } = splitNamespace(ns);
  const bad =
    /[\\/. "$*<>:|?\0]/.test(database) || collection.includes('$') || collection.includes('\0');
  if (bad || collection.startsWith('system.')) {
    throw new CommandError(73, `Invalid namespace specified '${ns}'`);
  }
  if (Buffer.byteLength(ns) > 255) throw badValue(`Fully qualified namespace is too long: ${ns}`);
}
