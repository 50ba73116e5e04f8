import * as z from 'zod';

/** The largest amount that card processors take. */
const MAX_CENTS = 99_999_999;

const referenceSchema = z.string().min(1).max(255);
/** One key for one intention; also the name by which `find` and webhooks know it. */
const keySchema = z.string().min(1).max(255);
const moneyShape = {
  cents: z.int().positive().max(MAX_CENTS),
  currency: z.literal('usd'),
};

export const payerRequestSchema = z.strictObject({
  key: keySchema,
  userId: z.string().min(1),
  email: z.email(),
});
export type PayerRequest = z.infer<typeof payerRequestSchema>;

export const saveCardRequestSchema = z.strictObject({
  key: keySchema,
  payer: referenceSchema,
  /** What the provider's form in the browser made of the card; card numbers never reach us. */
  token: referenceSchema,
});
export type SaveCardRequest = z.infer<typeof saveCardRequestSchema>;

/** Without a key: a card that is forgotten stays so. */
export const forgetCardRequestSchema = z.strictObject({
  payer: referenceSchema,
  card: referenceSchema,
});
export type ForgetCardRequest = z.infer<typeof forgetCardRequestSchema>;

export const authorizeRequestSchema = z.strictObject({
  key: keySchema,
  payer: referenceSchema,
  ...moneyShape,
  card: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('new'), token: referenceSchema, save: z.boolean() }),
    z.strictObject({ kind: z.literal('saved'), reference: referenceSchema }),
  ]),
  /** Whether the customer is there and can answer a challenge. */
  present: z.boolean(),
});
export type AuthorizeRequest = z.infer<typeof authorizeRequestSchema>;

export const captureRequestSchema = z.strictObject({
  key: keySchema,
  authorization: referenceSchema,
  ...moneyShape,
});
export type CaptureRequest = z.infer<typeof captureRequestSchema>;

export const cancelRequestSchema = z.strictObject({
  key: keySchema,
  authorization: referenceSchema,
});
export type CancelRequest = z.infer<typeof cancelRequestSchema>;

export const refundRequestSchema = z.strictObject({
  key: keySchema,
  capture: referenceSchema,
  ...moneyShape,
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const onboardRequestSchema = z.strictObject({
  key: keySchema,
  farmId: z.string().min(1),
  email: z.email(),
  /** The account of a seller who has begun before. */
  seller: referenceSchema.optional(),
  /** Where the seller comes back to, and where they get a new link if theirs has expired. */
  returnUrl: z.url(),
  refreshUrl: z.url(),
});
export type OnboardRequest = z.infer<typeof onboardRequestSchema>;

export const transferRequestSchema = z.strictObject({
  key: keySchema,
  seller: referenceSchema,
  capture: referenceSchema,
  ...moneyShape,
});
export type TransferRequest = z.infer<typeof transferRequestSchema>;

export const reverseRequestSchema = z.strictObject({
  key: keySchema,
  transfer: referenceSchema,
  seller: referenceSchema,
  capture: referenceSchema,
  ...moneyShape,
});
export type ReverseRequest = z.infer<typeof reverseRequestSchema>;

/** `since`: when the intention was written down, before the first call. */
const intended = <Act extends string, Schema extends z.ZodType>(act: Act, request: Schema) =>
  z.strictObject({ act: z.literal(act), request, since: z.coerce.date() });

/** What the row says that was written before the call; `find` asks what came of it. */
export const intentionSchema = z.discriminatedUnion('act', [
  intended('saveCard', saveCardRequestSchema),
  intended('authorize', authorizeRequestSchema),
  intended('capture', captureRequestSchema),
  intended('cancel', cancelRequestSchema),
  intended('refund', refundRequestSchema),
  intended('transfer', transferRequestSchema),
  intended('reverse', reverseRequestSchema),
]);
export type Intention = z.infer<typeof intentionSchema>;

/** The refusal of a request that its schema does not accept, else undefined; no provider is asked. */
export function refusalOf(
  schema: z.ZodType,
  request: unknown,
):
  | { state: 'declined'; code: 'amount_invalid' | 'currency_unsupported' | 'request_invalid' }
  | undefined {
  const { success, error } = schema.safeParse(request);
  if (success) return undefined;
  const fields = error.issues.map(({ path }) => path.at(-1));
  if (fields.includes('cents')) return { state: 'declined', code: 'amount_invalid' };
  if (fields.includes('currency')) return { state: 'declined', code: 'currency_unsupported' };
  return { state: 'declined', code: 'request_invalid' };
}
