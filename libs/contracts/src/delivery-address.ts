import * as z from 'zod/mini';
import { textSchema } from './primitives.js';
import { US_STATES } from './us-states.js';
import { isZipCodeOf } from './zip-codes.js';

/** An address as stored. Old ones may lack a recipient, and their state was never validated. */
export const addressSchema = z.strictObject({
  recipient: z.optional(z.string()),
  phone: z.optional(z.string()),
  line1: textSchema(120),
  line2: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  city: textSchema(80),
  state: textSchema(40),
  postalCode: textSchema(16),
});
export type Address = z.infer<typeof addressSchema>;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;
/** A number that a driver can call: ten digits, or more with the country's code. */
const phoneSchema = z.string().check(
  z.trim(),
  z.maxLength(30),
  z.refine(
    (text) => /^\+?[\d\s().-]+$/.test(text) && digitsIn(text) >= 10 && digitsIn(text) <= 15,
    'must be a phone number such as 518 555 0100',
  ),
);

/** The error message for a ZIP code of another state. */
export const ZIP_CODE_ELSEWHERE = 'must be a ZIP code in this state';

/** A validated address, for saving and ordering. */
export const deliveryAddressSchema = z
  .strictObject({
    recipient: textSchema(80),
    phone: phoneSchema,
    line1: textSchema(120),
    line2: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    city: textSchema(80),
    /** Two letters. */
    state: z.string().check(
      z.trim(),
      z.toUpperCase(),
      z.refine((code) => Object.hasOwn(US_STATES, code), {
        error: 'must be a US state such as NY',
        abort: true,
      }),
    ),
    /** ZIP or ZIP+4, of the state. */
    postalCode: z.string().check(
      z.trim(),
      z.regex(/^\d{5}(-\d{4})?$/, {
        error: 'must be a ZIP code such as 12534 or 12534-1234',
        abort: true,
      }),
    ),
  })
  .check(
    z.refine(({ state, postalCode }) => isZipCodeOf(state, postalCode), {
      error: ZIP_CODE_ELSEWHERE,
      path: ['postalCode'],
    }),
  );
export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;
