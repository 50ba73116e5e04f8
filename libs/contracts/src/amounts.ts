import * as z from 'zod/mini';
import { UNITS, type Unit } from './units.js';

/** No order of 100 lines can total more, and a double still represents its cents exactly. */
const MAX_DOLLARS = 1_000_000_000_000;

/** Decimal US dollars with at most two places: the only form of money at the API. */
export const dollarsSchema = z.number().check(
  z.lte(MAX_DOLLARS),
  z.gte(-MAX_DOLLARS),
  z.refine((dollars) => isWholeCents(dollars), 'must have at most two decimal places'),
);

/** The price of a product: above zero, at most $100,000.00. */
export const priceSchema = dollarsSchema.check(z.gt(0), z.lte(100_000));

export const unitSchema = z.enum(Object.keys(UNITS) as [Unit, ...Unit[]]);

/** An amount in a product's unit, as in the API: positive, at most three decimal places. */
export const quantitySchema = z.number().check(
  z.gt(0),
  z.lte(100_000),
  z.refine(
    (n) => Math.abs(Math.round(n * 1000) / 1000 - n) < 1e-9,
    'must have at most three decimal places',
  ),
);

/**
 * A price comparable across units: dollars per pound, pint or piece; stored events may hold it per kilogram or litre.
 */
export const comparablePriceSchema = z.object({
  price: dollarsSchema,
  per: z.enum(['lb', 'pint', 'piece', 'kg', 'l']),
});

function isWholeCents(dollars: number): boolean {
  return Number.isFinite(dollars) && Math.abs(Math.round(dollars * 100) / 100 - dollars) < 1e-9;
}
