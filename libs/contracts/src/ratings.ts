import * as z from 'zod/mini';

/** One to five stars. */
export const starsSchema = z.int().check(z.gte(1), z.lte(5));
export type Stars = z.infer<typeof starsSchema>;
const MAX_STARS = 5;

/** A farm's rating is shown from this many reviews on; fewer say more about their authors than about the farm. */
export const FARM_RATING_MIN_REVIEWS = 3;

const countSchema = z.int().check(z.gte(0));
/** How many reviews gave one star, two stars, and so on up to five. */
export const starCountsSchema = z.array(countSchema).check(z.length(MAX_STARS));
export type StarCounts = z.infer<typeof starCountsSchema>;

/** A rating as people see it. */
export const ratingSummarySchema = z.object({
  /** 1 to 5, to two places; null without reviews. */
  mean: z.nullable(z.number()),
  count: countSchema,
  spread: starCountsSchema,
});
export type RatingSummary = z.infer<typeof ratingSummarySchema>;

export const NO_STARS: StarCounts = [0, 0, 0, 0, 0];

/**
 * The counts after one review changed `from` some stars `to` others; null means that it does not count, because it is
 * hidden or does not exist. Integers, so that rounding errors cannot add up.
 */
export function movedStars(counts: StarCounts, from: Stars | null, to: Stars | null): StarCounts {
  return counts.map(
    (count, index) => count + Number(to === index + 1) - Number(from === index + 1),
  );
}

/** The mean and the number of these reviews. */
export function summaryOf(counts: StarCounts): RatingSummary {
  const count = counts.reduce((sum, each) => sum + each, 0);
  const stars = counts.reduce((sum, each, index) => sum + each * (index + 1), 0);
  const mean = count === 0 ? null : Math.round((stars * 100) / count) / 100;
  return { mean, count, spread: [...counts] };
}

/** A farm's rating, or null while there are too few reviews. */
export function farmRatingOf(counts: StarCounts): RatingSummary | null {
  const summary = summaryOf(counts);
  return summary.count < FARM_RATING_MIN_REVIEWS ? null : summary;
}
