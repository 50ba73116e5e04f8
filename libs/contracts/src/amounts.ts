import * as z from 'zod/mini';
import {
  COMPARED_PER,
  fromThousandths,
  MAX_QUANTITY,
  toThousandths,
  UNITS,
  type Unit,
} from './units.js';

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

const wholeThousandths = z.refine<number>(
  (n) => fromThousandths(toThousandths(n)) === n,
  'must have at most three decimal places',
);

/** An amount in a product's unit, as in the API: positive, at most three decimal places. */
export const quantitySchema = z.number().check(z.gt(0), z.lte(MAX_QUANTITY), wholeThousandths);

/** A counted amount or a limit, in a product's unit; may be 0. */
export const amountSchema = z.number().check(z.gte(0), z.lte(MAX_QUANTITY), wholeThousandths);

/** The difference of two amounts, in a product's unit; not 0. */
export const amountChangeSchema = z.number().check(
  z.gte(-MAX_QUANTITY),
  z.lte(MAX_QUANTITY),
  wholeThousandths,
  z.refine((change) => change !== 0, 'must not be 0'),
);

/** A price that compares across units, in dollars. */
export const comparablePriceSchema = z.object({
  price: dollarsSchema,
  per: z.enum(COMPARED_PER),
});

function isWholeCents(dollars: number): boolean {
  return Number.isFinite(dollars) && Math.abs(Math.round(dollars * 100) / 100 - dollars) < 1e-9;
}
