import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, type SlotDto } from '#libs/contracts';
import { fakeId } from '../../testing/fixtures';
import { countTrips, type FarmSlots, tripsOf } from './trips';

const FIRST = '2026-12-01';

/** A farm that can be had on these days after December 1. */
function farm(n: number, days: readonly number[]): FarmSlots {
  const farmId = fakeId('farm', n);
  const free = days.map((day): SlotDto => {
    const date = addDays(FIRST, day);
    return {
      ...{ _id: fakeId('part', n * 100 + day), scheduleId: fakeId('part', n), farmId },
      ...{ name: 'The round', method: 'delivery', place: null, areas: [], date },
      ...{ startAt: `${date}T14:00:00.000Z`, endAt: `${date}T16:00:00.000Z` },
      ...{ cutOffAt: `${date}T10:00:00.000Z`, left: null, state: 'open', version: 1 },
    };
  });
  return { farmId, free };
}

const farmsOf = (days: readonly (readonly number[])[]) => days.map((of, n) => farm(n + 1, of));
const datesOf = (days: readonly (readonly number[])[]) => {
  const farms = farmsOf(days);
  const trips = tripsOf(farms);
  return farms.map(({ farmId }) => Number(trips.get(farmId)?.date.slice(-2)) - 1);
};

describe('tripsOf', () => {
  it.each([
    ['each farm on its own first day', [[1], [2]], [1, 2]],
    [
      'all farms on one day, although each has an earlier one',
      [
        [1, 5],
        [2, 5],
        [3, 5],
      ],
      [5, 5, 5],
    ],
    [
      'the earlier one of two days that all have',
      [
        [1, 4, 6],
        [2, 4, 6],
      ],
      [4, 4],
    ],
    ['two days for what one cannot have', [[1, 5], [2, 5], [3]], [5, 5, 3]],
    ['the first days, where others are no fewer', [[1, 2], [1, 2], [3]], [1, 1, 3]],
    // the day that most farms have would leave two others
    [
      'the first days, where the greedy choice takes more',
      [[1, 3], [1, 3], [1], [2, 3], [2, 3], [2]],
      [1, 1, 1, 2, 2, 2],
    ],
  ])('takes %s', (_, days, expected) => expect(datesOf(days)).toEqual(expected));

  it('has nothing for a farm without a free slot', () => {
    expect([...tripsOf(farmsOf([[], [3]])).keys()]).toEqual([fakeId('farm', 2)]);
  });

  const days = fc.uniqueArray(fc.integer({ min: 0, max: 27 }), { maxLength: 8 });
  const market = fc.array(
    days.map((some) => some.toSorted((a, b) => a - b)),
    { maxLength: 12 },
  );

  it('gives each farm one of its own free slots, never on more days than the first slots', () => {
    fc.assert(
      fc.property(market, (of) => {
        const farms = farmsOf(of);
        const trips = tripsOf(farms);
        for (const { farmId, free } of farms) {
          const slot = trips.get(farmId);
          if (free.length === 0) expect(slot).toBeUndefined();
          else expect(free).toContain(slot);
        }
        expect(countTrips(trips)).toBeLessThanOrEqual(
          new Set(of.flatMap(([first]) => first ?? [])).size,
        );
      }),
    );
  });

  it('does not depend on the order of the farms', () => {
    fc.assert(
      fc.property(market, (of) => {
        const farms = farmsOf(of);
        const trips = tripsOf(farms.toReversed());
        for (const [farmId, slot] of tripsOf(farms)) expect(trips.get(farmId)).toBe(slot);
      }),
    );
  });

  it('finds the one day that all farms have', () => {
    fc.assert(
      fc.property(market, fc.integer({ min: 0, max: 27 }), (of, day) => {
        const all = of.map((some) => [...new Set([...some, day])].toSorted((a, b) => a - b));
        expect(countTrips(tripsOf(farmsOf(all)))).toBe(all.length > 0 ? 1 : 0);
      }),
    );
  });
});
