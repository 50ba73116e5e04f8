import { expect, it } from '@jest/globals';
import { differencesOf } from './differences';

it('finds nothing where both are equal', () => {
  const row = { _id: 'a', parts: [{ version: 1, note: null }] };
  expect(differencesOf(row, structuredClone(row))).toEqual([]);
});

it('names what differs, what is missing and what is too much', () => {
  const shown = { total: 2, rows: [{ version: 1 }, { version: 3 }], old: true };
  const expected = { total: 2, rows: [{ version: 2 }], fresh: null };
  expect(differencesOf(shown, expected)).toEqual([
    { at: 'rows.0.version', shown: 1, expected: 2 },
    { at: 'rows.1', shown: { version: 3 }, expected: undefined },
    { at: 'old', shown: true, expected: undefined },
    { at: 'fresh', shown: undefined, expected: null },
  ]);
});

it('compares rows by their ids: one that is missing does not make all below it differ', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((_id) => ({ _id, version: 1 }));
  expect(differencesOf({ rows: [a, c] }, { rows: [a, b, { ...c, version: 2 }] })).toEqual([
    { at: 'rows', shown: ['a', 'c'], expected: ['a', 'b', 'c'] },
    { at: 'rows.c.version', shown: 1, expected: 2 },
  ]);
});

it('distinguishes a list from an object, and undefined from null', () => {
  expect(differencesOf({ rows: [] }, { rows: {} })).toHaveLength(1);
  expect(differencesOf({ note: undefined }, { note: null })).toHaveLength(1);
});
