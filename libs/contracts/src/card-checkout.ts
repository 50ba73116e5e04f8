import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { cardPaymentStateSchema, shownCardSchema } from './card-payments.js';
import { MAX_ORDER_LINES } from './constants.js';
import { placeOrderSchema } from './orders.js';
import { idSchema, timestampSchema, versionSchema } from './primitives.js';

/** A provider's own id of a card, a token or an open challenge. */
export const cardReferenceSchema = z
  .string()
  .check(z.regex(/^[\w-]{1,250}$/, 'must be a reference of the card provider'));

/**
 * A new card as the tokens that the provider's form has made of it; its number never comes here. A token pays once, so
 * there is one for each farm that is paid; more stay unused. Or a saved card.
 */
const cardSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('new'),
    tokens: z.array(cardReferenceSchema).check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
    save: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('saved'), reference: cardReferenceSchema }),
]);

/** `POST /checkout/payments`: holds the money of an order that is placed afterwards, with this hold and these goods. */
export const payCheckoutSchema = z.strictObject({
  order: z.extend(placeOrderSchema, { holdId: idSchema, payment: z.literal('card') }),
  card: cardSchema,
  /** The order's total that the page shows; refused if it is another (`TOTAL_CHANGED`). */
  total: dollarsSchema.check(z.gt(0)),
});
export type PayCheckout = z.infer<typeof payCheckoutSchema>;

/** `POST /orders/:id/payments`: holds or takes what of an order is not held any more. */
export const payAnewSchema = z.strictObject({
  card: cardSchema,
  /** What the page shows as unpaid; refused if it is another amount (`TOTAL_CHANGED`). */
  amount: dollarsSchema.check(z.gt(0)),
});
export type PayAnew = z.infer<typeof payAnewSchema>;

/** Payload of `order.unpaid`. */
export const orderUnpaidSchema = z.object({
  orderId: idSchema,
  code: z.string(),
  customerId: idSchema,
  amount: dollarsSchema,
});
export type OrderUnpaid = z.infer<typeof orderUnpaidSchema>;

/** The payment of a checkout, or of what is unpaid of an order: one authorisation for each farm. */
export const checkoutPaymentSchema = z.object({
  _id: idSchema,
  holdId: idSchema,
  /**
   * `pending`: ask again. `authorised`: the order can be placed. `declined`: nothing is held; pay anew. `ended`: it was
   * released with its hold, or replaced. `placed`: it has its order.
   */
  state: z.enum(['pending', 'challenge', 'authorised', 'declined', 'ended', 'placed']),
  amount: dollarsSchema,
  /** Why it was declined, in the words of `DeclineCode`. */
  code: z.nullable(z.string()),
  /** The challenges that the customer has to answer, one after the other: what the provider's script needs to show each. */
  challenges: z.array(z.string()),
  card: z.nullable(shownCardSchema),
});
export type CheckoutPayment = z.infer<typeof checkoutPaymentSchema>;

/** `GET /checkout/payments/current`: the last one of the open hold. */
export const currentPaymentSchema = z.object({ payment: z.nullable(checkoutPaymentSchema) });
export type CurrentPayment = z.infer<typeof currentPaymentSchema>;

/** What became of the money of one part of an order that is paid by card. */
export const cardPaymentDtoSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  partId: idSchema,
  state: cardPaymentStateSchema,
  /** What the card holds or held, or is to hold. */
  held: dollarsSchema,
  /** What the customer has to pay anew, see `unpaidOf`. */
  unpaid: dollarsSchema,
  captured: dollarsSchema,
  refunded: dollarsSchema,
  card: z.nullable(shownCardSchema),
  /** When the authorisation expires. */
  expiresAt: z.nullable(timestampSchema),
  /** Whether a later payment of its part has taken its place: it is shown no more. */
  isReplaced: z.boolean(),
  version: versionSchema,
});
export type CardPaymentDto = z.infer<typeof cardPaymentDtoSchema>;

/** `GET /orders/:id/payments`: one for each part; empty for an order that is paid at the hand-over. */
export const orderPaymentsSchema = z.object({ payments: z.array(cardPaymentDtoSchema) });
export type OrderPayments = z.infer<typeof orderPaymentsSchema>;

/** Payload of `order.payment-changed`. */
export const cardPaymentChangedSchema = z.object({
  customerId: idSchema,
  payment: cardPaymentDtoSchema,
});

/** `GET /cards`: the customer's saved cards. */
export const savedCardsSchema = z.object({
  cards: z.array(z.extend(shownCardSchema, { reference: cardReferenceSchema })),
});
export type SavedCardsDto = z.infer<typeof savedCardsSchema>;

/** `POST /test-cards/challenges`: what a customer answers to the bank of a test card. */
export const testChallengeSchema = z.strictObject({
  challenge: cardReferenceSchema,
  passed: z.boolean(),
});
export type TestChallenge = z.infer<typeof testChallengeSchema>;
