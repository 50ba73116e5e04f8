import { Code, Decimal128, Double, Int32, Long } from 'bson';

/**
 * A decoded BSON value. Numbers keep their BSON type: a JavaScript number is an int32 if it is an integer in that
 * range, otherwise a double; a double with such an integer value is a `Double`; an int64 is always a `Long`.
 * `undefined` means that the field is missing.
 */
export type Value = unknown;
export type Doc = { [field: string]: Value };

/** Rank of each type, by its name in `$type`, in BSON's comparison order; also the first byte of an encoded key. */
export const Rank = {
  minKey: 0x01,
  /** Only inside index keys: the entry of an empty array. */
  undefined: 0x04,
  null: 0x05,
  number: 0x10,
  string: 0x20,
  object: 0x30,
  array: 0x40,
  binData: 0x50,
  objectId: 0x60,
  bool: 0x70,
  date: 0x80,
  timestamp: 0x90,
  regex: 0xa0,
  javascript: 0xb0,
  maxKey: 0xf0,
} as const;

const TAGGED_RANKS: Readonly<Record<string, number>> = {
  ObjectId: Rank.objectId,
  Long: Rank.number,
  Double: Rank.number,
  Int32: Rank.number,
  Decimal128: Rank.number,
  Binary: Rank.binData,
  Timestamp: Rank.timestamp,
  BSONRegExp: Rank.regex,
  BSONSymbol: Rank.string,
  Code: Rank.javascript,
  MinKey: Rank.minKey,
  MaxKey: Rank.maxKey,
};

/** The BSON library's type tag, or undefined for plain values; a user field `_bsontype` does not count. */
export function tagOf(value: object): string | undefined {
  if (Object.getPrototypeOf(value) === Object.prototype) return undefined;
  return '_bsontype' in value ? String(value._bsontype) : undefined;
}

export function rankOf(value: Value): number {
  switch (typeof value) {
    case 'string':
      return Rank.string;
    case 'number':
      return Rank.number;
    case 'boolean':
      return Rank.bool;
    case 'object':
      break;
    default:
      return Rank.null;
  }
  if (value === null) return Rank.null;
  if (Object.getPrototypeOf(value) === Object.prototype) return Rank.object;
  if (Array.isArray(value)) return Rank.array;
  if (value instanceof Date) return Rank.date;
  return TAGGED_RANKS[tagOf(value) ?? ''] ?? Rank.object;
}

/** The text of a string, a symbol or code. */
export const textOf = (value: Value): string =>
  value instanceof Code ? value.code : String(value);

export const isDoc = (value: Value): value is Doc =>
  typeof value === 'object' && value !== null && rankOf(value) === Rank.object;
export const isArray = (value: Value): value is Value[] => Array.isArray(value);
export const isNullish = (value: Value): value is null | undefined =>
  value === null || value === undefined;
export const isNumeric = (value: Value): value is NumberValue => rankOf(value) === Rank.number;

export type NumberValue = number | Double | Long | Decimal128 | Int32;
export type NumberKind = 'int' | 'long' | 'double' | 'decimal';

export const isInt32 = (n: number): boolean => (n | 0) === n && !Object.is(n, -0);

export function numberKind(value: NumberValue): NumberKind {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (value instanceof Long) return 'long';
  if (value instanceof Double) return 'double';
  return value instanceof Int32 ? 'int' : 'decimal';
}

const RANK_NAMES = new Map<number, string>(
  Object.entries(Rank).map(([name, rank]) => [rank, name]),
);

/** The name `$type` gives to a value; `missing` for an absent field. */
export function typeName(value: Value): string {
  if (value === undefined) return 'missing';
  if (isNumeric(value)) return numberKind(value);
  return RANK_NAMES.get(rankOf(value)) ?? 'object';
}

/** Type numbers of the BSON specification, as `$type` accepts them. */
export const TYPE_NUMBERS: Readonly<Record<number, string>> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  13: 'javascript',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
};

/** What a table says of a name that a client has sent; never what all objects inherit, such as `constructor`. */
export const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Sets a field, even one named `__proto__`: a plain assignment would replace the prototype. */
export function setField(doc: Doc, name: string, value: Value): void {
  if (name !== '__proto__') doc[name] = value;
  else
    Object.defineProperty(doc, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** A field of the document itself, never of its prototype (`constructor`, `toString`, `__proto__`). */
export function getField(doc: Doc, name: string): Value {
  const value = doc[name];
  const isInherited =
    typeof value === 'function' || (name === '__proto__' && !Object.hasOwn(doc, name));
  return isInherited ? undefined : value;
}
