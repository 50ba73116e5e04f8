import type { DemoProduct } from './demo-types.js';

/** January is 1. */
type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

interface Season {
  /** The first and last month of its harvest. */
  readonly picked: readonly [Month, Month];
  /** The last month in which it is sold from storage. */
  readonly keptUntil?: Month;
}

/**
 * When the demo farms, between the Hudson and Narragansett Bay, sell what grows outdoors. Everything else is sold all
 * year: produce of the heated glasshouses and the mill, and made, dried or frozen goods.
 */
export const seasons: ReadonlyMap<string, Season> = new Map<string, Season>([
  ['Nantes Carrots', { picked: [6, 12] }],
  ['Red Beets', { picked: [7, 11] }],
  ['Easter Egg Radishes', { picked: [4, 11] }],
  ['Yukon Gold Potatoes', { picked: [7, 10], keptUntil: 5 }],
  ['Sweet Potatoes', { picked: [9, 10], keptUntil: 4 }],
  ['Yellow Storage Onions', { picked: [8, 9], keptUntil: 5 }],
  ['Music Hardneck Garlic', { picked: [7, 8], keptUntil: 3 }],
  ['Butternut Squash', { picked: [9, 10], keptUntil: 2 }],
  ['Sugar Pie Pumpkin', { picked: [9, 10], keptUntil: 12 }],
  ['Bicolor Sweet Corn', { picked: [7, 9] }],
  ['Broccoli Crowns', { picked: [6, 11] }],
  ['Purple-Tip Asparagus', { picked: [5, 6] }],
  ['Lacinato Kale', { picked: [6, 2] }],
  ['Rainbow Chard', { picked: [5, 11] }],
  ['Bloomsdale Spinach', { picked: [9, 6] }],
  ['Zucchini', { picked: [6, 9] }],
  ['Snowball Cauliflower', { picked: [7, 11] }],
  ['King Richard Leeks', { picked: [9, 3] }],
  ['Scallions', { picked: [4, 11] }],
  ['Haricots Verts', { picked: [7, 9] }],
  ['Sugar Snap Peas', { picked: [6, 7] }],
  ['Baby Ginger', { picked: [9, 11] }],
  ['Dry Red Kidney Beans', { picked: [9, 10], keptUntil: 8 }],
  ['Honeycrisp Apples', { picked: [9, 10], keptUntil: 3 }],
  ['Mutsu Apples', { picked: [10, 11], keptUntil: 5 }],
  ['Bartlett Pears', { picked: [8, 9], keptUntil: 12 }],
  ['Sweet Black Cherries', { picked: [6, 7] }],
  ['Yellow Peaches', { picked: [7, 9] }],
  ['Italian Plums', { picked: [8, 10] }],
  ['Concord Grapes', { picked: [9, 10] }],
  ['Sugar Baby Watermelon', { picked: [7, 9] }],
  ['Galia Melon', { picked: [7, 9] }],
  ['Sweet Chestnuts', { picked: [9, 10], keptUntil: 12 }],
  ['Fresh-Pressed Apple Cider', { picked: [9, 3] }],
]);

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
  const season = seasons.get(product.name);
  const month = day.getUTCMonth() + 1;
  if (season === undefined || isWithin(month, season.picked)) return { product, status: 'live' };
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
