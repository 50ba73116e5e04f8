import { expect, it } from '@jest/globals';
import { spreadMs } from './refetch-spread.js';

it('grows with the number of pages', () => {
  expect([0, 300, 301, 5_000, 100_000].map(spreadMs)).toEqual([
    3_000, 3_000, 3_010, 50_000, 60_000,
  ]);
});
