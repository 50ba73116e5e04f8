import { describe, expect, it } from '@jest/globals';
import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import fc from 'fast-check';
import { compareValues, identicalValues } from './compare.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { encodeKey, storedKey } from './keys.js';
import type { Doc, Value } from './types.js';

const number: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.integer({ min: -3, max: 3 }),
  fc
    .double({ noNaN: false })
    .map((n) => (Object.is(n, -0) || Number.isInteger(n) ? new Double(n) : n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc
    .constantFrom(9007199254740992n, 9007199254740993n, -9007199254740993n)
    .map((n) => Long.fromBigInt(n)),
  fc
    .tuple(fc.integer(), fc.integer({ min: -4, max: 4 }))
    .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
  fc
    .constantFrom('0.1', '2.5', '2.50', '-0.1', 'Infinity', 'NaN', '9007199254740993')
    .map((text) => Decimal128.fromString(text)),
);
const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.constantFrom('', '\u0000', 'a', 'a\u0000', 'a\u0001', '\uffee', '\u{1f34e}'),
);
const scalar: fc.Arbitrary<Value> = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constant(null),
  fc.integer().map((ms) => new Date(ms)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => new Binary(bytes)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  fc.constantFrom('a', 'b').map((pattern) => new BSONRegExp(pattern, 'i')),
  fc.constantFrom(new MinKey(), new MaxKey()),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('value')) },
  ),
}));
/** Pairs that are often equal or nearly equal, which two random values hardly ever are. */
const pair = fc.oneof(
  fc.tuple(value, value),
  fc.tuple(number, number),
  fc.tuple(text, text),
  value.map((one): [Value, Value] => [one, one]),
);

describe('keys', () => {
  it('are in the order of the values that they encode', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const keys = Buffer.compare(encodeKey(1, [a]), encodeKey(1, [b]));
        expect(keys).toBe(Math.sign(compareValues(a, b)) || 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('are in the opposite order in a descending index', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const keys = Buffer.compare(encodeKey(1, [a, 5], [-1, 1]), encodeKey(1, [b, 5], [-1, 1]));
        expect(keys).toBe(-Math.sign(compareValues(a, b)) || 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('that are too long stay distinct', () => {
    const long = (end: string) => storedKey(encodeKey(1, ['x'.repeat(5000) + end]));
    expect(long('1').equals(long('2'))).toBe(false);
    expect(long('1').length).toBe(1000);
  });
});

describe('the order of values', () => {
  it('is antisymmetric and transitive', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(compareValues(a, b)) || 0).toBe(-Math.sign(compareValues(b, a)) || 0);
        const [x, y, z] = [a, b, c].sort(compareValues);
        expect(compareValues(x, z)).toBeLessThanOrEqual(0);
        expect(compareValues(x, y)).toBeLessThanOrEqual(0);
        expect(compareValues(y, z)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the codec', () => {
  const document = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'Ä', '__proto__', 'toString'),
    value,
  );
  it('writes the bytes that the driver writes', () => {
    const plainNames = fc.dictionary(fc.constantFrom('a', 'b', 'Ä'), value);
    fc.assert(
      fc.property(plainNames, (doc) => {
        expect(encode({ ...doc }).equals(Buffer.from(serialize(doc)))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
  it('reads back what it has written, type for type', () => {
    fc.assert(
      fc.property(document, (doc) => {
        const bytes = encode(doc as Doc);
        const again = decode(bytes);
        expect(encode(again).equals(bytes)).toBe(true);
        expect(Object.keys(again)).toEqual(Object.keys(doc));
      }),
      { numRuns: 1000 },
    );
  });
  it('keeps a double apart from an integer of the same value', () => {
    const again = decode(encode({ d: new Double(5), l: Long.fromNumber(5), i: 5, big: 5e12 }));
    expect(again).toEqual({ d: new Double(5), l: Long.fromNumber(5), i: 5, big: 5e12 });
    expect(identicalValues(again.d, again.i)).toBe(false);
  });
});
