import { expect, it } from '@jest/globals';
import { differencesOf } from './differences';

it('finds nothing where both say the same', () => {
  const row = { _id: 'a', parts: [{ version: 1, note: null }] };
  expect(differencesOf(row, structuredClone(row))).toEqual([]);
});

it('names what differs, what is missing and what is too much', () => {
  const shown = { total: 2, rows: [{ version: 1 }, { version: 3 }], old: true };
  const told = { total: 2, rows: [{ version: 2 }], fresh: null };
  expect(differencesOf(shown, told)).toEqual([
    { at: 'rows.0.version', shown: 1, told: 2 },
    { at: 'rows.1', shown: { version: 3 }, told: undefined },
    { at: 'old', shown: true, told: undefined },
    { at: 'fresh', shown: undefined, told: null },
  ]);
});

it('takes rows by their ids: one that is missing does not make all below it differ', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((_id) => ({ _id, version: 1 }));
  expect(differencesOf({ rows: [a, c] }, { rows: [a, b, { ...c, version: 2 }] })).toEqual([
    { at: 'rows', shown: ['a', 'c'], told: ['a', 'b', 'c'] },
    { at: 'rows.c.version', shown: 1, told: 2 },
  ]);
});

it('does not take a list for an object, nor nothing for null', () => {
  expect(differencesOf({ rows: [] }, { rows: {} })).toHaveLength(1);
  expect(differencesOf({ note: undefined }, { note: null })).toHaveLength(1);
});
