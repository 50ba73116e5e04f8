import { describe, expect, it } from '@jest/globals';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import fc from 'fast-check';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import type { Doc, Value } from '../bson/types.js';
import { runs } from '../testing/runs.js';
import { compileProjection, compileRawProjection } from './projection.js';

/** Names of equal length, with more bytes than letters, and like array positions. */
const name = fc.constantFrom('_id', 'a', 'b', 'ab', 'ba', 'é', 'abc', '0', '1', '__proto__');
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.double().map((n) => new Double(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.boolean(),
  fc.constant(null),
  fc.integer().map((ms) => new Date(ms)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => new Binary(bytes)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  fc.constantFrom<Value>(
    Decimal128.fromString('2.50'),
    new BSONRegExp('a+', 'i'),
    new BSONSymbol('s'),
    new Code('return 1'),
    new MinKey(),
    new MaxKey(),
  ),
);
const { doc } = fc.letrec<{ doc: Doc; value: Value }>((tie) => ({
  doc: fc
    .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key, maxLength: 6 })
    .map((fields) => {
      const made: Doc = Object.create(Object.prototype);
      for (const [key, value] of fields)
        Object.defineProperty(made, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return made;
    }),
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: tie('doc') },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
  ),
}));
/** Paths of which none is a prefix of another, all included or all excluded; `_id` either way. */
const projection = fc
  .record({
    paths: fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
    keeps: fc.boolean(),
    id: fc.constantFrom(undefined, 0, 1, true, false),
  })
  .map(({ paths, keeps, id }) => {
    const fields = new Map<string, Value>();
    if (id !== undefined) fields.set('_id', id);
    for (const path of paths.map((parts) => parts.join('.'))) {
      const collides = (other: string) =>
        other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`);
      if (![...fields.keys(), '_id'].some(collides)) fields.set(path, keeps ? 1 : 0);
    }
    return Object.fromEntries(fields) as Doc;
  });

const options = { scope: { root: {}, vars: {} }, find: { filter: {} } };

describe('a projection of encoded documents', () => {
  it('gives what the same projection of decoded documents gives', () => {
    fc.assert(
      fc.property(doc, projection, (document, spec) => {
        const raw = encode(document);
        const decoded = encode(compileProjection(spec, options)(decode(raw)));
        const copied = compileRawProjection(spec, options)({ raw, doc: decode(raw) });
        // Decoded once, because objects have integer-like names first, but bytes keep their order.
        expect(encode(decode(copied)).toString('hex')).toBe(decoded.toString('hex'));
        expect(copied.readInt32LE(0)).toBe(copied.length);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the order of the fields, also of those with integer-like names', () => {
    const raw = Buffer.concat([
      encode({ b: 1 }).subarray(4, -1),
      encode({ 10: 'x' }).subarray(4, -1),
      encode({ 2: [], c: 3 }).subarray(4, -1),
    ]);
    const whole = Buffer.concat([Buffer.alloc(4), raw, Buffer.alloc(1)]);
    whole.writeInt32LE(whole.length, 0);
    const project = (spec: Doc) =>
      compileRawProjection(spec, options)({ raw: whole, doc: decode(whole) });
    expect(project({ missing: 0 })).toEqual(whole);
    expect(namesOf(project({ 10: 1, b: 1 }))).toBe('b 10');
  });

  it('decodes where a field is computed', () => {
    const raw = encode({ _id: 1, a: 2, list: [1, 2, 3] });
    const project = (spec: Doc) =>
      decode(compileRawProjection(spec, options)({ raw, doc: decode(raw) }));
    expect(project({ sum: { $add: ['$a', 1] } })).toEqual({ _id: 1, sum: 3 });
    expect(project({ list: { $slice: 1 } })).toEqual({ _id: 1, a: 2, list: [1] });
    expect(project({ list: { $elemMatch: { $gt: 1 } } })).toEqual({ _id: 1, list: [2] });
  });

  it('copies a document that is longer than all before it', () => {
    const text = 'x'.repeat(200_000);
    const raw = encode({ _id: 1, text, other: text });
    const project = compileRawProjection({ text: 1 }, options);
    expect(project({ raw, doc: {} })).toEqual(encode({ _id: 1, text }));
  });
});

/** The field names of an encoded document of ints and short strings, in order. */
function namesOf(bytes: Buffer): string {
  const names: string[] = [];
  for (let at = 4; at < bytes.length - 1; ) {
    const end = bytes.indexOf(0, at + 1);
    names.push(bytes.toString('utf8', at + 1, end));
    at = end + 5 + (bytes[at] === 2 ? bytes.readInt32LE(end + 1) : 0);
  }
  return names.join(' ');
}
