import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distance, type Place, shortRound } from './delivery-round.js';

const placeArb = fc.record({
  latitude: fc.double({ min: 25, max: 49, noNaN: true }),
  longitude: fc.double({ min: -124, max: -67, noNaN: true }),
});
const placesArb = fc.array(placeArb, { maxLength: 25 });

/** Kilometres of the closed round. */
function lengthOf(round: readonly (Place | undefined)[]): number {
  return round.reduce((sum, from, at) => {
    const to = round[(at + 1) % round.length];
    return from && to ? sum + distance(from, to) : sum;
  }, 0);
}

describe('the distance of two places', () => {
  it('is that of an atlas', () => {
    const newYork = { latitude: 40.7128, longitude: -74.006 };
    const chicago = { latitude: 41.8781, longitude: -87.6298 };
    expect(distance(newYork, chicago)).toBeCloseTo(1_144, -1);
    expect(distance(newYork, newYork)).toBe(0);
  });
});

describe('a round', () => {
  it('of no place is empty', () => {
    expect(shortRound([])).toEqual([]);
    expect(shortRound([], { latitude: 42, longitude: -73 })).toEqual([]);
  });

  it('visits each place once', () => {
    fc.assert(
      fc.property(placesArb, fc.option(placeArb, { nil: undefined }), (places, start) => {
        const round = shortRound(places, start);
        expect(round.toSorted((a, b) => a - b)).toEqual(places.map((_, at) => at));
        if (!start && places.length > 0) expect(round[0]).toBe(0);
      }),
    );
  });

  it('goes around a circle, whatever the order of its places', () => {
    const onCircle = (at: number) => ({
      latitude: 42 + Math.sin((at * 2 * Math.PI) / 12) * 0.1,
      longitude: -73 + Math.cos((at * 2 * Math.PI) / 12) * 0.13,
    });
    const start = onCircle(0);
    const numbers = Array.from({ length: 11 }, (_, at) => at + 1);
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers, { minLength: 11 }), (shuffled) => {
        const round = shortRound(shuffled.map(onCircle), start).map((at) => shuffled[at]);
        expect([numbers, numbers.toReversed()]).toContainEqual(round);
      }),
    );
  });

  it('cannot be made shorter by going a part of it in the opposite direction', () => {
    fc.assert(
      fc.property(placesArb, placeArb, (places, start) => {
        const round = [start, ...shortRound(places, start).map((at) => places[at])];
        const length = lengthOf(round);
        for (let from = 1; from < round.length; from++)
          for (let to = from + 1; to < round.length; to++) {
            const turned = round.toSpliced(
              from,
              to - from + 1,
              ...round.slice(from, to + 1).reverse(),
            );
            expect(lengthOf(turned)).toBeGreaterThanOrEqual(length - 1e-6);
          }
      }),
      { numRuns: 50 },
    );
  });
});
