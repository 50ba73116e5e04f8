import * as z from 'zod/mini';
import { comparablePriceSchema, dollarsSchema, unitSchema } from './amounts.js';
import { feeRateSchema } from './ledger.js';
import { paymentMethodSchema } from './payments.js';

/** `GET /settings/public`: the public settings of this installation. */
export const publicSettingsSchema = z.object({
  /** The market's time zone, such as `America/New_York`, in which the days of figures and filters begin. */
  timeZone: z.string(),
  freeDeliveryOver: dollarsSchema,
  deliveryFee: dollarsSchema,
  /** The market's fee on goods that are ordered now. */
  feeRate: feeRateSchema,
  /** The units of products, and how prices compare: one `unit` is `size` times `per`. */
  units: z.array(
    z.object({
      unit: unitSchema,
      per: comparablePriceSchema.shape.per,
      size: z.number().check(z.gt(0)),
    }),
  ),
  orderLimits: z.object({
    lines: z.int().check(z.gte(1)),
    noteLength: z.int().check(z.gte(1)),
  }),
  paymentMethods: z.array(paymentMethodSchema),
  /** Who takes cards; null if nobody does. `publishableKey` is for Stripe's script. */
  cards: z._default(
    z.nullable(
      z.discriminatedUnion('provider', [
        z.object({ provider: z.literal('test-cards') }),
        z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
      ]),
    ),
    null,
  ),
  identity: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('builtin') }),
    z.object({ provider: z.literal('clerk'), publishableKey: z.string() }),
  ]),
  /** Whether the demo buttons work here. */
  demo: z.boolean(),
  /** Whether mails are caught here and shown at `/dev/mail`, instead of being sent. */
  caughtMail: z.boolean(),
  /** Whether members' pages install a service worker here. */
  serviceWorker: z._default(z.boolean(), false),
  /** The key with which browsers subscribe to pushes; null if none are sent here. */
  push: z._default(z.nullable(z.object({ publicKey: z.string() })), null),
});
export type PublicSettings = z.infer<typeof publicSettingsSchema>;
