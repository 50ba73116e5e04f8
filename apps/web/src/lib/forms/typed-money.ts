import * as z from 'zod/mini';
import { MONEY, toNumber } from './typed-number';

/** A typed text as dollars, NaN as {@link toNumber} says; to be piped into the schema of a field. */
export const typedMoney = z.pipe(
  z.string(),
  z.transform((typed) => toNumber(typed, MONEY)),
);
