import { expect, it } from '@jest/globals';
import { orderSchema } from './order.model.js';

it('has indexes of lists that all end with the sort order, so that several can be merged', () => {
  const lists = orderSchema.indexes().filter(([, { unique }]) => !unique);
  expect(lists.length).toBeGreaterThan(5);
  for (const [key] of lists)
    expect(Object.entries(key).slice(-2)).toEqual([
      ['createdAt', -1],
      ['_id', -1],
    ]);
});
