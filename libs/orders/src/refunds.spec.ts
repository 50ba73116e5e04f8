import { expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { lineRefundSums, refundSums } from './refunds.js';

const carrots = new Types.ObjectId();
const eggs = new Types.ObjectId();
const plums = new Types.ObjectId();
const refunds = [
  {
    to: 'tender' as const,
    lines: [
      { productId: carrots, cents: 300 },
      { productId: eggs, cents: 50 },
    ],
  },
  { to: 'credit' as const, lines: [{ productId: carrots, cents: 200 }] },
];

it('sums what was given back of a part', () => {
  expect(refundSums(refunds)).toEqual({ tender: 350, credit: 200 });
  expect(refundSums([])).toEqual({ tender: 0, credit: 0 });
});

it('sums what was given back of each line', () => {
  const of = (productId: Types.ObjectId) => lineRefundSums({ refunds }, { productId });
  expect(of(carrots)).toEqual({ tender: 300, credit: 200 });
  expect(of(eggs)).toEqual({ tender: 50, credit: 0 });
  expect(of(plums)).toEqual({ tender: 0, credit: 0 });
  expect(lineRefundSums({}, { productId: eggs })).toEqual({ tender: 0, credit: 0 });
});
