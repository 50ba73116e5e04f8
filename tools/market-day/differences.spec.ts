import { expect, it } from '@jest/globals';
import { differencesOf } from './differences';

it('finds nothing where both are equal', () => {
  const row = { _id: 'a', note: undefined, parts: [{ version: 1, note: null }] };
  expect(differencesOf(row, { parts: [{ note: null, version: 1 }], _id: 'a' })).toEqual([]);
});

it.each([
  ['a value', { rows: [{ version: 1 }] }, { rows: [{ version: 2 }] }],
  ['a row that is missing', { rows: [{ _id: 'a' }] }, { rows: [{ _id: 'a' }, { _id: 'b' }] }],
  ['a list and an object', { rows: [] }, { rows: {} }],
  ['an absent field and null', { note: undefined }, { note: null }],
  ['a screen without data', undefined, {}],
])('names %s', (_what, shown, expected) => {
  expect(differencesOf(shown, expected)).toHaveLength(1);
});
