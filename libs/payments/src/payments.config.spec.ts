import { expect, it } from '@jest/globals';
import { parseFeeRules } from './payments.config.js';

it('reads the fee, and later fees with the days from which they hold', () => {
  expect(parseFeeRules('8')).toEqual([{ from: null, rate: 800 }]);
  expect(parseFeeRules('8 %, 2027-01-01: 7.5,2027-07-01:0')).toEqual([
    { from: null, rate: 800 },
    { from: '2027-01-01', rate: 750 },
    { from: '2027-07-01', rate: 0 },
  ]);
});

it.each([
  '',
  'eight',
  '-1',
  '100',
  '7.125',
  '8, 7',
  '2027-01-01: 8',
  '8, 2027-02-30: 7',
  '8, 2027-02-01: 7, 2027-01-01: 6',
])('refuses %p', (text) => expect(parseFeeRules(text)).toBeNull());
