import type { Schema } from './api-operations.js';

const OPERATORS = [{ $gt: '' }, { $ne: null }, { $where: 'sleep(1000)' }, { $regex: '.*' }];
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
/** Values of which none is a string, a number or a boolean. */
const NO_SCALARS: unknown[] = [...OPERATORS, nested(2_000), [], [[]], { toString: 1 }, {}];
const FOREIGN_KEYS = ['$set', '$where', 'role', 'isAdmin', '_id', '__v', 'version ', 'a.b', ''];
const BROKEN_JSON = [
  '{',
  '',
  'null',
  'true',
  '[]',
  '"text"',
  '1e999',
  "{'a':1}",
  '{"a":1}}',
  '{"a":NaN}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '['.repeat(100_000),
  `{"a":"${'x'.repeat(1_200_000)}"}`,
  '\u0000',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
];
export const BAD_MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json; charset=nonsense',
  ' ',
];
export const BAD_IDS = [
  'nobody',
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  '%7B%22%24gt%22%3A%22%22%7D',
  'F'.repeat(25),
  '-1',
  '%F0%9F%A5%95',
  'x'.repeat(3_000),
  '%E0%A4%A',
  'null',
];

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Where in a sample what stands, with its schema: the root first. */
export function placesIn(schema: Schema, value: unknown, at: (string | number)[] = []): Place[] {
  const own = { schema, value, at };
  if (Array.isArray(value))
    return [own, ...value.flatMap((one, n) => placesIn(schema.items ?? {}, one, [...at, n]))];
  if (!isFields(value)) return [own];
  const fields = Object.entries(value).flatMap(([name, child]) =>
    placesIn(schema.properties?.[name] ?? {}, child, [...at, name]),
  );
  return [own, ...fields];
}
export interface Place {
  readonly schema: Schema;
  readonly value: unknown;
  readonly at: (string | number)[];
}

export function replacedAt(
  value: unknown,
  [step, ...rest]: (string | number)[],
  by: unknown,
): unknown {
  if (step === undefined) return by;
  const copy = structuredClone(value) as Fields;
  copy[step] = replacedAt(copy[step], rest, by);
  return copy;
}

/** One of them by a number of any size. */
export const oneOf = <Value>(values: readonly Value[], n: number): Value => {
  const value = values[n % values.length];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

/** A body that the schema of the operation cannot take. */
export function badBody(schema: Schema, good: unknown, kind: number, n: number): string {
  const all = placesIn(schema, good);
  if (kind === 0) {
    const scalars = all.filter(({ schema: { type, enum: values } }) =>
      ['string', 'number', 'integer', 'boolean'].includes(type ?? (values ? 'string' : '')),
    );
    if (scalars.length > 0)
      return JSON.stringify(replacedAt(good, oneOf(scalars, n).at, oneOf(NO_SCALARS, n >> 4)));
  }
  if (kind === 1) {
    const { at, value } = oneOf(
      all.filter((place) => isFields(place.value)),
      n,
    );
    return JSON.stringify(
      replacedAt(good, at, { ...(value as Fields), [oneOf(FOREIGN_KEYS, n >> 4)]: 1 }),
    );
  }
  if (kind === 2 && isFields(good) && (schema.required?.length ?? 0) > 0) {
    const { [oneOf(schema.required ?? [], n)]: _, ...rest } = good;
    return JSON.stringify(rest);
  }
  return oneOf(BROKEN_JSON, n);
}

/** Values for a query that no parameter asks for. */
export const BAD_QUERY_VALUES = [
  '',
  '-1',
  '1e9',
  'NaN',
  '[object Object]',
  '%00',
  '%F0%9F%A5%95',
  'x'.repeat(4_000),
  '%E0%A4%A',
  '__proto__',
  '2026-13-45',
  '9'.repeat(400),
  '%22%3B%20drop',
  '../../etc/passwd',
  'eyJhIjoxfQ',
  '%ED%A0%80',
  '(?:(a%2B)%2B)%2B$',
];

/** Texts that are valid JSON and break what handles them carelessly. */
export const ODD_TEXTS = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202Etxt.exe',
  'e\u0301'.repeat(50),
  '👩‍🌾',
  '#{7*7}',
  '=cmd|calc!A1',
  '<img src=x onerror=alert(1)>',
  "'; drop table orders; --",
  '\r\nSet-Cookie: a=b',
  '%0d%0a',
  '\uFEFF',
  ' '.repeat(40),
  '{{constructor}}',
];
