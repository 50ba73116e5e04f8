import * as z from 'zod/mini';
import { dollarsSchema } from './money.js';

/** What anyone may know of this installation; `GET /settings/public`. */
export const publicSettingsSchema = z.object({
  freeDeliveryOver: dollarsSchema,
  deliveryFee: dollarsSchema,
  identity: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('builtin') }),
    z.object({ provider: z.literal('clerk'), publishableKey: z.string() }),
  ]),
  /** Whether the three demo buttons work here. */
  demo: z.boolean(),
});
export type PublicSettings = z.infer<typeof publicSettingsSchema>;
