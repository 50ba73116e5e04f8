import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toThousandths } from '#libs/contracts';
import { snap } from './stepper';

it.each([
  [1.3, 0.5, 0.5, 10, 1.5],
  [99, 0.5, 0.5, 10.2, 10],
  [0, 1, 1, 5, 1],
  [Number.NaN, 1, 2, 5, 2],
  [0.3, 0.1, 0.1, 1, 0.3],
  [0.6, 0.25, 0.25, 12.3, 0.5],
  [99, 0.25, 0.25, 12.3, 12.25],
  [99, 0.75, 0.75, 12.3, 12],
  [0.7 + 0.1, 0.1, 0.1, 12.3, 0.8],
  [250.4, 50, 100, 100_000, 250],
])('rounds %p in steps of %p between %p and %p to %p', (value, step, min, max, expected) => {
  expect(snap(value, step, min, max)).toBe(expected);
});

it('always returns whole steps within the bounds', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.constantFrom(0.001, 0.1, 0.25, 0.5, 0.75, 1, 6),
      fc.integer({ min: 1, max: 40 }),
      (value, step, steps) => {
        const max = Math.round(step * steps * 1000) / 1000;
        const result = snap(value, step, step, max);
        expect(result).toBeGreaterThanOrEqual(step);
        expect(result).toBeLessThanOrEqual(max);
        expect(toThousandths(result) % toThousandths(step)).toBe(0);
      },
    ),
  );
});
