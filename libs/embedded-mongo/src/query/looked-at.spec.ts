import { expect, it } from '@jest/globals';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { select } from '../bson/select.js';
import type { Doc } from '../bson/types.js';
import { lookedAt } from './looked-at.js';

const doc = { _id: 1, a: [{ x: 1 }, 5], b: { c: { d: 2 } }, c: 'three', e: null };

it.each<[string, Doc, string[]]>([
  ['a field', { a: 1 }, ['a']],
  ['a path', { 'b.c.d': 1, 'a.0': 5 }, ['a', 'b']],
  ['a field that is not there', { f: { $exists: false } }, []],
  ['clauses', { $and: [{ a: 1 }, { $or: [{ c: 1 }, { $nor: [{ e: 1 }] }] }] }, ['a', 'c', 'e']],
  ['an operator', { a: { $elemMatch: { c: 1 } } }, ['a']],
  ['a comment', { $comment: 'b' }, []],
])('%s needs no more than itself', (_title, filter, names) => {
  const wanted = lookedAt(filter);
  const seen = wanted && decode(select(encode(doc), wanted));
  expect(seen).toEqual(
    Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name))),
  );
});

it.each<[string, Doc]>([
  ['an expression', { a: 1, $expr: { $eq: ['$b', 1] } }],
  ['an expression in a clause', { $or: [{ a: 1 }, { $expr: true }] }],
  ['words of a text', { $text: { $search: 'a' } }],
])('%s may need anything', (_title, filter) => {
  expect(lookedAt(filter)).toBeUndefined();
});
