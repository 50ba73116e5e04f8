import { expect, it } from '@jest/globals';
import { TOTAL_MAX } from '#libs/contracts';
import { amountOf, countOf } from './count';

it.each([
  [0, '0 orders'],
  [1, '1 order'],
  [TOTAL_MAX, '1000 orders'],
  [TOTAL_MAX + 1, 'More than 1,000 orders'],
])('formats a total of %i as %j', (total, text) => {
  expect(countOf(total, 'order', 'orders')).toBe(text);
});

it('formats a total above the maximum for the middle of a sentence', () => {
  expect(amountOf(12)).toBe('12');
  expect(amountOf(TOTAL_MAX + 1)).toBe('more than 1,000');
});
