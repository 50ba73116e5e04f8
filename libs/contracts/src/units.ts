import type { Cents } from './money.js';

/** The pound is defined as this many grams. */
const GRAMS_PER_POUND = 453.59237;

/** What prices are compared per, and the order of lists that are sorted by price. */
export const COMPARED_PER = ['lb', 'pint', 'piece'] as const;
type ComparedPer = (typeof COMPARED_PER)[number];

/**
 * The units of products. Prices are compared per pound, pint or piece: `size` says how many of those one unit is, and
 * is used for nothing but that. `part` is the smallest part of it that can be counted, in thousandths: half a pound and
 * a quarter of a dozen are goods, half a bunch is not.
 */
export const UNITS = {
  lb: { per: 'lb', size: 1, part: 1 },
  oz: { per: 'lb', size: 1 / 16, part: 1 },
  kg: { per: 'lb', size: 1000 / GRAMS_PER_POUND, part: 1 },
  g: { per: 'lb', size: 1 / GRAMS_PER_POUND, part: 1 },
  pint: { per: 'pint', size: 1, part: 1 },
  quart: { per: 'pint', size: 2, part: 1 },
  gallon: { per: 'pint', size: 8, part: 1 },
  each: { per: 'piece', size: 1, part: 1000 },
  bunch: { per: 'piece', size: 1, part: 1000 },
  dozen: { per: 'piece', size: 12, part: 250 },
  pack: { per: 'piece', size: 1, part: 1000 },
} as const satisfies Record<string, { per: ComparedPer; size: number; part: number }>;
export type Unit = keyof typeof UNITS;

/** The most of one order line, one count or one change of stock, in the product's unit. */
export const MAX_QUANTITY = 100_000;

/** An amount of the API, which has at most three decimal places, in integer thousandths of its unit. */
export function toThousandths(quantity: number): number {
  return Math.round(quantity * 1000);
}

/** Integer thousandths of a unit as an amount of the API. */
export function fromThousandths(thousandths: number): number {
  return thousandths / 1000;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const plurals: Partial<Record<Unit, string>> = {
  pint: 'pints',
  quart: 'quarts',
  gallon: 'gallons',
  bunch: 'bunches',
  pack: 'packs',
};

/** An amount with its unit, as people read it: `1.5 lb`, `2 bunches`, `3`. */
export function formatQuantity(quantity: number, unit: Unit): string {
  const amount = number.format(quantity);
  return unit === 'each' ? amount : `${amount} ${unitName(unit, quantity)}`;
}

/** The name of a unit after an amount of it: `bunch` after 1, `bunches` after 0, 0.5 and 2. */
export function unitName(unit: Unit, quantity: number): string {
  return quantity === 1 ? unit : (plurals[unit] ?? unit);
}

/** Whether goods of this unit can be divided so: any thousandth of a pound, no part of a bunch. */
export function isCountable(thousandths: number, unit: Unit): boolean {
  return thousandths % UNITS[unit].part === 0;
}

/** The price of `thousandths` of a unit that costs `price` cents; half a cent rounds up, once per line. */
export function lineTotal(price: Cents, thousandths: number): Cents {
  return Math.floor((price * thousandths + 500) / 1000);
}

/** A price that compares across units: dollars per pound, pint or piece. */
export interface ComparablePrice {
  price: number;
  per: ComparedPer;
}

/** Converts a price in cents per `unit` to dollars per pound, pint or piece; half a cent rounds up. */
export function comparablePrice(price: Cents, unit: Unit): ComparablePrice {
  const { per, size } = UNITS[unit];
  return { price: Math.round(price / size) / 100, per };
}

/** Maximum steps above the minimum that shoppers can choose if the farm does not show its stock. */
const HIDDEN_STEPS = 19;

/** The amount that shoppers see as available, in thousandths: all of it, or at most twenty choices. */
export function publicAvailable(
  available: number,
  { step, minimum, showsCount }: { step: number; minimum: number; showsCount: boolean },
): number {
  return showsCount ? available : Math.min(available, minimum + HIDDEN_STEPS * step);
}

/** The amount rounded down to whole steps; both in thousandths. */
export function wholeSteps(amount: number, step: number): number {
  return amount - (amount % step);
}

/** Whether an amount is at least the minimum and a whole number of steps, all in thousandths. */
export function isOrderable(amount: number, step: number, minimum: number): boolean {
  return amount >= minimum && amount % step === 0;
}
