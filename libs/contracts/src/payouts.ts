import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { cardReferenceSchema } from './card-checkout.js';
import { idSchema, urlSchema, versionSchema } from './primitives.js';

/** How the market pays a farm what its customers paid by card. */
export const payoutsStateSchema = z.enum([
  /** By bank, from the market. */
  'by_hand',
  /** The farm has opened an account at the provider, which still asks for data. */
  'incomplete',
  /** To the farm's account at the provider, with each hand-over. */
  'ready',
  /** The provider has stopped the account. */
  'restricted',
  /** The farm's bank has returned a payout; nothing is sent before the farm has looked at its data. */
  'returned',
]);

/** `GET /farms/mine/payouts`, and the payload of `farm.payouts-changed`. */
export const payoutsSchema = z.object({
  farmId: idSchema,
  /** Where the farm may open an account; null if nobody takes cards. */
  provider: z.nullable(z.enum(['stripe', 'test-cards'])),
  state: payoutsStateSchema,
  /** The last amount that the farm's bank has returned; null for none. */
  returned: z.nullable(dollarsSchema),
  version: versionSchema,
});
export type Payouts = z.infer<typeof payoutsSchema>;

/** `POST /farms/mine/payouts/onboard`: where the farm enters its data, once and within minutes. */
export const onboardingSchema = z.object({ url: urlSchema });
export type OnboardingDto = z.infer<typeof onboardingSchema>;

/** `POST /test-cards/sellers`: what a farm does on the onboarding page of the test cards. */
export const testSellerSchema = z.strictObject({ seller: cardReferenceSchema });
export type TestSeller = z.infer<typeof testSellerSchema>;
