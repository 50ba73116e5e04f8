import type { Cents } from './money.js';

/**
 * The unit catalogue: the units of products, and how many integer base units one of each is. A pound is stored as 454
 * g (0.09 % over) so that half a pound is whole grams; prices are not computed from grams.
 */
export const UNITS = {
  lb: { base: 'g', baseUnits: 454 },
  kg: { base: 'g', baseUnits: 1000 },
  pint: { base: 'ml', baseUnits: 473 },
  each: { base: 'piece', baseUnits: 1 },
  bunch: { base: 'piece', baseUnits: 1 },
  dozen: { base: 'piece', baseUnits: 12 },
} as const satisfies Record<string, { base: 'g' | 'ml' | 'piece'; baseUnits: number }>;
export type Unit = keyof typeof UNITS;

/** An amount in `unit` as integer base units, or null if it is not a whole number of them. */
export function toBaseUnits(quantity: number, unit: Unit): number | null {
  const thousandths = Math.round(quantity * 1000) * UNITS[unit].baseUnits;
  return thousandths % 1000 === 0 ? thousandths / 1000 : null;
}

/** Integer base units as an amount in `unit`, rounded down to three places. */
export function fromBaseUnits(baseUnits: number, unit: Unit): number {
  return Math.floor((baseUnits * 1000) / UNITS[unit].baseUnits) / 1000;
}

/** An amount of the API in whole thousandths of its unit, for exact sums. */
export function toThousandths(quantity: number): number {
  return Math.round(quantity * 1000);
}

/** Whole thousandths of a unit as an amount of the API. */
export function fromThousandths(thousandths: number): number {
  return thousandths / 1000;
}

/** The price of `baseUnits` of something that costs `price` cents per `unit`; half a cent rounds up, once per line. */
export function lineTotal(price: Cents, baseUnits: number, unit: Unit): Cents {
  const perUnit = UNITS[unit].baseUnits;
  return Math.floor((2 * price * baseUnits + perUnit) / (2 * perUnit));
}

/** The units in which prices are compared in the United States. A metric market compares by kilogram and litre. */
const comparable = {
  g: { per: 'lb', baseUnits: UNITS.lb.baseUnits },
  ml: { per: 'pint', baseUnits: UNITS.pint.baseUnits },
  piece: { per: 'piece', baseUnits: 1 },
} as const;

/** A price that compares across units: dollars per pound, pint or piece. */
export interface ComparablePrice {
  price: number;
  per: 'lb' | 'pint' | 'piece';
}

/** Converts a price in cents per `unit` to dollars per pound, pint or piece; half a cent rounds up. */
export function comparablePrice(price: Cents, unit: Unit): ComparablePrice {
  const { per, baseUnits } = comparable[UNITS[unit].base];
  return { price: lineTotal(price, baseUnits, unit) / 100, per };
}

/** Maximum steps above the minimum that shoppers can choose if the farm does not show its stock. */
const HIDDEN_STEPS = 19;

/** The amount that shoppers see as available, in base units: all of it, or at most twenty choices. */
export function publicAvailable(
  available: number,
  { step, minimum, showsCount }: { step: number; minimum: number; showsCount: boolean },
): number {
  return showsCount ? available : Math.min(available, minimum + HIDDEN_STEPS * step);
}

/** Whether `baseUnits` is at least the minimum and a whole number of steps. */
export function isOrderable(baseUnits: number, step: number, minimum: number): boolean {
  return baseUnits >= minimum && baseUnits % step === 0;
}
