import type { DemoProduct } from './catalogue.js';

const HOUR_MS = 3_600_000;

/** Whether a month is within a range that may continue into the next year. */
const isWithin = (month: number, [from, to]: readonly [number, number]) =>
  from <= to ? from <= month && month <= to : from <= month || month <= to;

/**
 * A product as its farm sells it on a day: freshly picked, from storage with the date of the last harvest, or paused
 * until it grows again.
 */
export function onDay(
  product: DemoProduct,
  day: Date,
): { product: DemoProduct; status: 'live' | 'paused' } {
  const { season } = product;
  const month = day.getUTCMonth() + 1;
  if (season === null || isWithin(month, season.picked)) return { product, status: 'live' };
  const [from, last] = season.picked;
  const { hoursSinceHarvest: hours } = product;
  if (season.keptUntil === undefined || !isWithin(month, [from, season.keptUntil])) {
    const rests = { stock: 0, hoursSinceHarvest: null, daysUntilBestBefore: null };
    return { product: { ...product, ...rests }, status: 'paused' };
  }
  const year = day.getUTCFullYear() - (month < last ? 1 : 0);
  // The start of the month after the last one.
  const sinceLast = (day.getTime() - Date.UTC(year, last, 1)) / HOUR_MS;
  const stored = hours === null ? null : Math.ceil(sinceLast) + hours;
  return { product: { ...product, hoursSinceHarvest: stored }, status: 'live' };
}
