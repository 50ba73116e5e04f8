import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { type Selection, select } from '../bson/select.js';
import type { Doc, Value } from '../bson/types.js';
import { runs } from '../testing/runs.js';
import { fieldsRead } from './fields-read.js';
import { compileMatch } from './match.js';

const doc = { _id: 1, a: [{ x: 1 }, 5], b: { c: { d: 2 } }, c: 'three', e: null };

it.each<[string, Doc, string[]]>([
  ['a field', { a: 1 }, ['a']],
  ['a path', { 'b.c.d': 1, 'a.0': 5 }, ['a', 'b']],
  ['a field that is not there', { f: { $exists: false } }, []],
  ['clauses', { $and: [{ a: 1 }, { $or: [{ c: 1 }, { $nor: [{ e: 1 }] }] }] }, ['a', 'c', 'e']],
  ['an operator', { a: { $elemMatch: { $gt: 1 } } }, ['a']],
  ['a comment', { $comment: 'b' }, []],
])('%s needs no more than itself', (_title, filter, names) => {
  const wanted = fieldsRead(filter);
  const seen = wanted && decode(select(encode(doc), wanted));
  expect(seen).toEqual(
    Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name))),
  );
});

it.each<[string, Doc, Doc]>([
  ['a value below', { 'a.x': 1 }, { a: [{ x: 1 }] }],
  ['one of several', { 'a.x': { $in: [1, 2] }, 'a.y': 2 }, { a: [{ x: 1, y: 2 }] }],
  [
    'one element',
    { a: { $elemMatch: { y: null, 'z.u': 1 } } },
    { a: [{ y: 2, z: { u: 1, v: 2 } }] },
  ],
  ['all of what may be missing', { 'a.x': null }, { a: [{ x: 1, y: 2, z: { u: 1, v: 2 } }, 5] }],
  ['all where both are said', { 'a.x': 1, a: 5 }, { a: [{ x: 1, y: 2, z: { u: 1, v: 2 } }, 5] }],
])('of documents in a field %s', (_title, filter, expected) => {
  const raw = encode({ a: [{ x: 1, y: 2, z: { u: 1, v: 2 } }, 5], b: 1 });
  expect(decode(select(raw, fieldsRead(filter) as Selection))).toEqual(expected);
});

it('what is looked at decides as the whole document does', () => {
  const scalar = fc.constantFrom<Value>(null, 1, 2, 'a');
  const part = fc.record({ x: scalar, y: scalar, '0': scalar }, { requiredKeys: [] });
  const value = fc.oneof(
    scalar,
    part,
    fc.array(fc.oneof(part, scalar, fc.array(part, { maxLength: 1 })), { maxLength: 3 }),
  );
  const condition = fc.oneof(
    scalar,
    scalar.map((one) => ({ $ne: one })),
    fc.array(scalar).map(($in) => ({ $in })),
    fc.boolean().map(($exists) => ({ $exists })),
  );
  const matching = fc.oneof(
    fc.record({ 'a.x': condition, 'a.y': condition }, { requiredKeys: [] }),
    fc
      .record({ x: condition, y: condition, '0': condition }, { requiredKeys: [] })
      .map(($elemMatch) => ({ a: { $elemMatch } })),
    condition.map((a) => ({ a })),
    condition.map((first) => ({ 'a.0': first })),
  );
  const filter = fc
    .tuple(matching, matching, fc.constantFrom('$and', '$or', '$nor'))
    .map(([one, other, operator]): Doc => ({ [operator]: [one, other] }));
  fc.assert(
    fc.property(value, filter, (a, wanted) => {
      const doc = { a, b: 1 };
      const seen = decode(select(encode(doc), fieldsRead(wanted) as Selection));
      const matches = compileMatch(wanted);
      expect(matches(seen)).toBe(matches(doc));
    }),
    { numRuns: runs(500) },
  );
});

it.each<[string, Doc]>([
  ['an expression', { a: 1, $expr: { $eq: ['$b', 1] } }],
  ['an expression in a clause', { $or: [{ a: 1 }, { $expr: true }] }],
  ['words of a text', { $text: { $search: 'a' } }],
])('%s may need anything', (_title, filter) => {
  expect(fieldsRead(filter)).toBeUndefined();
});
