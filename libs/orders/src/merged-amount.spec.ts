import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toBaseUnits, UNITS, type Unit } from '#libs/contracts';
import { mergedAmount } from './carts.service.js';

const product = fc
  .record({
    unit: fc.constantFrom(...(Object.keys(UNITS) as Unit[])),
    step: fc.integer({ min: 1, max: 500 }),
    minimumSteps: fc.integer({ min: 1, max: 5 }),
    available: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ minimumSteps, ...rest }) => ({ ...rest, minimum: minimumSteps * rest.step }));
const ownSteps = fc.integer({ min: 0, max: 40 });
const guest = fc.integer({ min: 1, max: 60_000 }).map((thousandths) => thousandths / 1000);
const runs = { numRuns: 3_000 };

describe('what a visitor’s cart adds to the customer’s', () => {
  it('never makes a line smaller than the customer had it', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        expect(mergedAmount(of, steps * of.step, quantity)).toBeGreaterThanOrEqual(steps * of.step);
      }),
      runs,
    );
  });

  it('never goes beyond what is there, nor beyond both together', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        const own = steps * of.step;
        const amount = mergedAmount(of, own, quantity);
        expect(amount).toBeLessThanOrEqual(Math.max(own, of.available));
        expect(amount).toBeLessThanOrEqual(own + (toBaseUnits(quantity, of.unit) ?? 0));
      }),
      runs,
    );
  });

  it('leaves a line that can be ordered, or the one that was there', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        const own = steps * of.step;
        const amount = mergedAmount(of, own, quantity);
        if (amount === own) return;
        expect(amount % of.step).toBe(0);
        expect(amount).toBeGreaterThanOrEqual(of.minimum);
      }),
      runs,
    );
  });

  it('is all of it where there is enough and it comes in whole steps', () => {
    fc.assert(
      fc.property(product, ownSteps, fc.integer({ min: 5, max: 40 }), (of, steps, more) => {
        const unit = 'each' as const;
        const plenty = { ...of, unit, available: 1_000_000 };
        const own = steps * of.step;
        expect(mergedAmount(plenty, own, more * of.step)).toBe(own + more * of.step);
      }),
      runs,
    );
  });

  it('is the same in whichever order two visits are merged', () => {
    fc.assert(
      fc.property(product, ownSteps, ownSteps, ownSteps, (of, own, one, two) => {
        const each = { ...of, unit: 'each' as const, minimum: of.step };
        const merge = (steps: number[]) =>
          steps.reduce(
            (amount, guestSteps) => mergedAmount(each, amount, guestSteps * of.step),
            own * of.step,
          );
        expect(merge([one, two])).toBe(merge([two, one]));
      }),
      runs,
    );
  });
});
