import { expect, it } from '@jest/globals';
import { slopeOf } from './memory';

it.each([
  ['growing memory', [1, 3, 5, 7], 2],
  ['falling memory', [9, 8, 7, 6], -1],
  ['noise', [4, 6, 6, 4], 0],
  ['one sample', [5], 0],
])('the slope of %s', (_what, heights, slope) => {
  expect(slopeOf(heights.map((y, x) => ({ x, y })))).toBeCloseTo(slope, 10);
});
