import { expect, it } from '@jest/globals';
import { slopeOf } from './memory';

it.each([
  ['what grows', [1, 3, 5, 7], 2],
  ['what falls', [9, 8, 7, 6], -1],
  ['what only trembles', [4, 6, 6, 4], 0],
  ['one look', [5], 0],
])('the line through %s', (_what, heights, slope) => {
  expect(slopeOf(heights.map((y, x) => ({ x, y })))).toBeCloseTo(slope, 10);
});
