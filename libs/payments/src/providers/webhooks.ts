import * as z from 'zod';
import { disputeStateSchema } from '#libs/contracts';

/** What arrived, untouched: the signature covers the exact bytes. */
export interface Webhook {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What an event is about. `key` is the intention's; ask `find` for its outcome. */
const aboutSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('authorization'), key: z.string(), reference: z.string() }),
  z.strictObject({ kind: z.literal('saved_card'), key: z.string(), reference: z.string() }),
  z.strictObject({ kind: z.literal('refund'), key: z.string(), reference: z.string() }),
  z.strictObject({ kind: z.literal('transfer'), key: z.string(), reference: z.string() }),
  /** The provider paid a seller out, or the seller's bank returned it: then the seller has it at the provider again. */
  z.strictObject({
    kind: z.literal('payout'),
    result: z.enum(['paid', 'returned']),
    seller: z.string(),
    reference: z.string(),
    cents: z.int().positive(),
  }),
  /** The customer's bank takes a payment back (`open`), and decides on it later. */
  z.strictObject({
    kind: z.literal('dispute'),
    state: z.enum(disputeStateSchema.options),
    /** That of the payment's authorisation. */
    authorization: z.string(),
    reference: z.string(),
    cents: z.int().positive(),
  }),
  /** Ask for the seller's status. */
  z.strictObject({ kind: z.literal('seller'), reference: z.string() }),
]);

export const providerEventSchema = z.strictObject({
  /** The same for every delivery of an event. */
  id: z.string().min(1),
  at: z.coerce.date(),
  about: aboutSchema,
});
export type ProviderEvent = z.infer<typeof providerEventSchema>;

/** `ignored`: genuine, but not about this market. `refused`: not to be believed. */
export type WebhookResult =
  | { readonly state: 'event'; readonly event: ProviderEvent }
  | { readonly state: 'ignored' }
  | { readonly state: 'refused'; readonly code: 'signature_invalid' | 'too_old' | 'malformed' };

/** Deliveries older than this are refused, so that a recorded one cannot be sent again later. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
