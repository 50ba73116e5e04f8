import * as z from 'zod/mini';

/** Integer US cents: the only form of money inside the system. */
export type Cents = number;

/** Above the largest total that 100 lines can have; a double still represents its cents. */
const MOST_DOLLARS = 1_000_000_000_000;

/** Decimal US dollars with at most two places: the only form of money at the API. */
export const dollarsSchema = z.number().check(
  z.lte(MOST_DOLLARS),
  z.gte(-MOST_DOLLARS),
  z.refine((dollars) => isWholeCents(dollars), 'must have at most two decimal places'),
);

/** A price that somebody sets: more than nothing, at most $100,000.00. */
export const priceSchema = dollarsSchema.check(z.gt(0), z.lte(100_000));

/** Dollars of the API to cents; the schema has refused more than two places. */
export function toCents(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/** Cents to the API's decimal dollars. */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

function isWholeCents(dollars: number): boolean {
  return Number.isFinite(dollars) && Math.abs(Math.round(dollars * 100) / 100 - dollars) < 1e-9;
}
