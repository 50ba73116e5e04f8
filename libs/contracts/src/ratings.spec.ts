import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { farmRatingOf, movedStars, NO_STARS, type StarCounts, summaryOf } from './ratings.js';

interface Model {
  readonly rating: number;
  readonly hidden: boolean;
}
const counted = (review: Model | null | undefined) =>
  review && !review.hidden ? review.rating : null;

/** An action on one of eight reviews; it does nothing if the review's state does not allow it. */
const actArbitrary = fc.record({
  at: fc.nat({ max: 7 }),
  act: fc.constantFrom(
    'post' as const,
    'edit' as const,
    'hide' as const,
    'restore' as const,
    'delete' as const,
  ),
  rating: fc.integer({ min: 1, max: 5 }),
});

function next(before: Model | undefined, act: string, rating: number): Model | undefined {
  if (act === 'post') return before ?? { rating, hidden: false };
  if (!before || act === 'delete') return undefined;
  if (act === 'edit') return { ...before, rating };
  return { ...before, hidden: act === 'hide' };
}

describe('the stars of a product or a farm', () => {
  it('are what a recount finds, after any steps in any order', () => {
    fc.assert(
      fc.property(fc.array(actArbitrary, { maxLength: 60 }), (acts) => {
        const reviews = new Map<number, Model>();
        let stars: StarCounts = NO_STARS;
        for (const { at, act, rating } of acts) {
          const before = reviews.get(at);
          const after = next(before, act, rating);
          stars = movedStars(stars, counted(before), counted(after));
          if (after) reviews.set(at, after);
          else reviews.delete(at);
        }
        const visible = [...reviews.values()].filter(({ hidden }) => !hidden);
        const recount = [1, 2, 3, 4, 5].map(
          (value) => visible.filter(({ rating }) => rating === value).length,
        );
        const sum = visible.reduce((total, { rating }) => total + rating, 0);
        const mean = visible.length ? Math.round((sum * 100) / visible.length) / 100 : null;
        expect(summaryOf(stars)).toEqual({ mean, count: visible.length, spread: recount });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [NO_STARS, { mean: null, count: 0 }],
    [[0, 0, 0, 0, 1], { mean: 5, count: 1 }],
    [[1, 0, 0, 0, 1], { mean: 3, count: 2 }],
    [[0, 0, 0, 1, 2], { mean: 4.67, count: 3 }],
  ])('of %j have this mean', (stars, summary) => {
    expect(summaryOf(stars)).toEqual({ ...summary, spread: stars });
  });

  it('of a farm are shown from the third review on', () => {
    expect(farmRatingOf([0, 0, 0, 0, 2])).toBeNull();
    expect(farmRatingOf([0, 0, 0, 1, 2])).toMatchObject({ mean: 4.67, count: 3 });
  });

  it('do not change when a review that does not count is removed', () => {
    expect(movedStars([1, 0, 2, 0, 0], null, null)).toEqual([1, 0, 2, 0, 0]);
  });
});
