import { expect, test } from '@jest/globals';
import { changedFields } from './changed-fields';

const formatted = (...sides: Parameters<typeof changedFields>) =>
  changedFields(...sides).map(({ label, before, after }) => [label, before, after]);

test('formats the changes of a product as texts, money and amounts', () => {
  const before = { price: 450, unit: 'lb', onHand: 12_300, organic: false, category: 'fruit' };
  const after = { price: 399, unit: 'lb', onHand: 0, organic: true, category: 'greens' };
  expect(formatted(before, after)).toEqual([
    ['Price', '$4.50', '$3.99'],
    ['On hand', '12.3 lb', '0 lb'],
    ['Organic', 'No', 'Yes'],
    ['Category', 'Fruit', 'Greens'],
  ]);
  expect(formatted({ onHand: 2270 }, { onHand: 0 })).toEqual([['On hand', '2,270', '0']]);
  expect(formatted({ moderation: null }, { moderation: 'No such apple' })).toEqual([
    ['Note to the farm', 'nothing', 'No such apple'],
  ]);
  expect(formatted({ details: 2 }, { details: 3 })).toEqual([
    ['Description', 'Edition 2', 'Edition 3'],
  ]);
});

test('formats what money moved, and the seal of a month', () => {
  expect(formatted({ refunded: 0 }, { refunded: 16.97, code: 'refund_failed' })).toEqual([
    ['Given back to the card', '$0.00', '$16.97'],
    ['The bank’s reason', null, 'refund_failed'],
  ]);
  expect(formatted({ balance: -3.37 }, { balance: 0, amount: 3.37 })).toEqual([
    ['Balance', '-$3.37', '$0.00'],
    ['Amount', null, '$3.37'],
  ]);
  expect(
    formatted({}, { outcome: 'credit', journals: 505, seal: 'b0824d914a48a01731f67ec5' }),
  ).toEqual([
    ['Answer', null, 'Store credit'],
    ['Journals', null, '505'],
    ['Seal', null, 'b0824d914a48…'],
  ]);
});

test('a field of only one side has null on the other', () => {
  expect(
    formatted(
      { farm: 'A', status: 'packed' },
      { farm: 'A', status: 'declined', goods: 'write_off' },
    ),
  ).toEqual([
    ['Status', 'Packed', 'Declined'],
    ['The goods', null, 'Written off'],
  ]);
  expect(formatted({ state: 'failed', job: 'mail.send', tries: 5 }, {})).toEqual([
    ['State', 'Failed', null],
    ['Job', 'mail.send', null],
    ['Tries', '5', null],
  ]);
});
