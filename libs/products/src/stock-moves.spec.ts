import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type { Product } from './product.model.js';
import { crossing } from './stock-events.js';
import { moved, sell } from './stock-moves.js';

describe('a sale', () => {
  it('takes what is held for it first, then what is free, and frees what is held too much', () => {
    const stock = { onHand: 10, held: 4 };
    expect(moved(stock, sell(6, 4))).toEqual({ onHand: 4, held: 0 });
    expect(moved(stock, sell(3, 4))).toEqual({ onHand: 7, held: 0 });
    expect(moved(stock, sell(6, 0))).toEqual({ onHand: 4, held: 4 });
    expect(moved(stock, sell(7, 0))).toBeNull();
  });
});

describe('the line that a stock crosses', () => {
  const at = (onHand: number, more: Partial<Product> = {}) =>
    ({
      _id: new Types.ObjectId(),
      onHand,
      held: 0,
      available: onHand,
      minimum: 2,
      lowAt: 5,
      status: 'live',
      ...more,
    }) as Product;

  it.each([
    [9, 5, 'product.low-stock'],
    [9, 6, null],
    [5, 3, null],
    [9, 1, 'product.sold-out'],
    [3, 1, 'product.sold-out'],
    [1, 0, null],
    [0, 1, null],
    [1, 2, 'product.restocked'],
    [0, 9, 'product.restocked'],
    [3, 9, null],
  ])('from %i to %i is %s', (before, after, line) => {
    expect(crossing(at(before), at(after))).toBe(line);
  });

  it('is none while goods are held only, or the product is not on sale', () => {
    expect(crossing(at(9), at(9, { held: 9, available: 0 }))).toBeNull();
    expect(crossing(at(9), at(0, { status: 'paused' }))).toBeNull();
  });
});
