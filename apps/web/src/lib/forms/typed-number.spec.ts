import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatMoney, formatNumber } from '../text/format';
import { amountIn, MONEY, readNumber, toNumber, typedNumber } from './typed-number';

const LB = amountIn('lb');

describe('a typed number', () => {
  it.each([
    ['4.50', 4.5],
    ['$4.50', 4.5],
    ['$ 4.50', 4.5],
    ['4.50 $', 4.5],
    ['USD 4.50', 4.5],
    ['1,250.00', 1250],
    ['1,500', 1500],
    ['12,345,678.9', 12_345_678.9],
    [' 1 500 ', 1500],
    // spaces that sheets use between groups
    ['1\u00a0500', 1500],
    ['1\u202f500.25', 1500.25],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    // full-width, as a Japanese keyboard writes it
    ['４.５０', 4.5],
    ['＄１，２５０．００', 1250],
    // with marks of direction, a zero-width space and a byte order mark
    ['\u202a4.50\u202c', 4.5],
    ['\u200e\ufeff4\u200b.50', 4.5],
  ])('%j is %d dollars', (typed, value) => {
    expect(readNumber(typed, MONEY)).toEqual({ value });
  });

  it.each([
    ['1.125', 1.125],
    ['4.50 lb', 4.5],
    ['4.50lbs', 4.5],
    ['12 LB', 12],
    ['1,500 lb', 1500],
  ])('%j is %d lb', (typed, value) => {
    expect(readNumber(typed, LB)).toEqual({ value });
  });

  it('takes the words for a unit', () => {
    expect(toNumber('2 bunches', amountIn('bunch'))).toBe(2);
    expect(toNumber('2 kg', LB)).toBeNaN();
  });

  it.each(['', '  ', '\u200b'])('%j is none', (typed) => {
    expect(readNumber(typed, MONEY)).toEqual({ value: null });
  });

  it.each([
    ['4,50', '4.50 or 450'],
    ['1,50', '1.50 or 150'],
    ['12,34', '12.34 or 1,234'],
    ['1,5', '1.5 or 15'],
    [',5', '0.5 or 5'],
    ['0,500', '0.50 or 500'],
    ['1.250,00', '1250.00'],
    ['1.250.000', '1,250,000'],
    ['1.250.000,50', '1250000.50'],
    // as in India
    ['1,25,000', '125,000'],
    ['1,500,00', '150,000'],
    ["1'500", '1,500'],
    ['1 50', '150'],
    ['5,', '5'],
    // a price has two decimals, so this may be a group
    ['1.250', '1.25 or 1,250'],
    ['4.500', '4.50 or 4,500'],
  ])('%j is asked about: %s', (typed, readings) => {
    expect(readNumber(typed, MONEY)).toEqual({
      problem: `Did you mean ${readings}? Please type it like that.`,
    });
  });

  it.each([
    ['4.505', 'At most 2 decimals.'],
    ['0.125', 'At most 2 decimals.'],
    ['1,250.0000', 'At most 2 decimals.'],
  ])('%j is too fine for dollars', (typed, problem) => {
    expect(readNumber(typed, MONEY)).toEqual({ problem });
    expect(readNumber('1.0625', LB)).toEqual({ problem: 'At most 3 decimals.' });
  });

  it.each([
    ...['0x10', '1e2', '1e-2', 'Infinity', 'NaN', '-5', '+5', '−5', '(5)', '5-6', '5%', '1/2', '½'],
    ...['4²', '四', '٤', 'ten', '$', '.', ',', '$$5', '4 50 lb oz', '4.50 kg', '1'.repeat(400)],
  ])('%j is none that can be read', (typed) => {
    expect(readNumber(typed, MONEY)).toEqual({ problem: 'Enter a number, such as 4.50.' });
  });
});

describe('what is formatted is read back', () => {
  const thousandths = fc.integer({ min: 0, max: 100_000_000 });
  it('amounts', () => {
    fc.assert(
      fc.property(thousandths, (count) => {
        const amount = count / 1000;
        expect(toNumber(formatNumber(amount), LB)).toBe(amount);
        expect(toNumber(typedNumber(amount), LB)).toBe(amount);
      }),
    );
  });
  it('prices', () => {
    fc.assert(
      fc.property(thousandths, (cents) => {
        const dollars = cents / 100;
        expect(toNumber(formatMoney(dollars), MONEY)).toBe(dollars);
        expect(toNumber(typedNumber(dollars, 2), MONEY)).toBe(dollars);
      }),
    );
  });
  it('any other text has at most one value, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,  ’$-eExlb') }), (typed) => {
        const value = toNumber(typed, MONEY);
        expect(Number.isNaN(value) || Number.isInteger(Math.round(value * 100))).toBe(true);
        if (!Number.isNaN(value)) expect(toNumber(typedNumber(value, 2), MONEY)).toBe(value);
      }),
    );
  });
});
