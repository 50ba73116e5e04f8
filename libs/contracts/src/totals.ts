/** Lists count their total up to this number; a total above it means that there are more. */
export const TOTAL_MAX = 1_000;

/** A count as the total of a list. */
export const toTotal = (count: number): number => Math.min(count, TOTAL_MAX + 1);

/** A total after `by` rows were added, or removed if negative. */
export const movedTotal = (total: number, by: number): number =>
  total > TOTAL_MAX ? total : Math.max(0, total + by);
