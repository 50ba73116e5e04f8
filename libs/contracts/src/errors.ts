import * as z from 'zod/mini';

/** Every code an error answer can carry; stable, because clients switch on them. */
export const errorCodes = [
  'VALIDATION_FAILED',
  'BODY_INVALID',
  'BODY_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'MEDIA_TYPE_UNSUPPORTED',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PRECONDITION_FAILED',
  'RANGE_NOT_SATISFIABLE',
  'REQUEST_REFUSED',
  'CURSOR_INVALID',
  'UNAUTHENTICATED',
  'TOKEN_INVALID',
  'SIGN_IN_FAILED',
  'SECOND_FACTOR_FAILED',
  'SECOND_FACTOR_EXPIRED',
  'LINK_INVALID',
  'PASSWORD_REQUIRED',
  'SESSION_NOT_FOUND',
  'ACCOUNT_CHANGED',
  'WEBHOOK_INVALID',
  'FORBIDDEN',
  'ORIGIN_NOT_ALLOWED',
  'SECOND_FACTOR_MISSING',
  'SESSION_NOT_RECENT',
  'IDENTITY_MISMATCH',
  'USER_NOT_INITIALIZED',
  'USER_SUSPENDED',
  'USER_INACTIVE',
  'USER_NOT_FOUND',
  'USER_SELF_PROTECTED',
  'USER_LAST_ADMIN',
  'ADDRESS_NOT_FOUND',
  'ADDRESS_LIMIT_REACHED',
  'FARM_NOT_FOUND',
  'FARM_NOT_APPROVED',
  'FARM_INCOMPLETE',
  'FARM_STEP_INVALID',
  'FARM_ON_HOLIDAY',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_NOT_AVAILABLE',
  'PRODUCT_OUT_OF_STOCK',
  'PRODUCT_INCOMPLETE',
  'PRODUCT_STEP_INVALID',
  'PRODUCT_UNIT_FIXED',
  'PICTURE_INVALID',
  'PICTURE_LIMIT_REACHED',
  'QUANTITY_INVALID',
  'FULFILMENT_NOT_OFFERED',
  'ORDER_BELOW_MINIMUM',
  'PRICE_CHANGED',
  'CART_EMPTY',
  'HOLD_NOT_FOUND',
  'HOLD_LIMIT_REACHED',
  'ORDER_NOT_FOUND',
  'ORDER_TRANSITION_INVALID',
  'REVIEW_NOT_FOUND',
  'REVIEW_NOT_ALLOWED',
  'REVIEW_EXISTS',
  'REVIEW_EDIT_ENDED',
  'FAVOURITE_LIMIT_REACHED',
  'EXPORT_TOO_LARGE',
  'CONTACT_MESSAGE_NOT_FOUND',
  'JOB_NOT_FOUND',
  'JOB_STATE_INVALID',
  'VERSION_CONFLICT',
  'IDEMPOTENCY_KEY_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** An error in one field; `path` is dotted, as in `items.0.quantity`, and empty for the whole body. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** `details` of the `VERSION_CONFLICT` of a decision: the stored version and status, and the status that was wanted. */
export const decisionConflictSchema = z.object({
  version: z.int(),
  current: z.object({ status: z.string() }),
  wanted: z.object({ status: z.string() }),
});

/** An error answer: `application/problem+json` (RFC 9457) and the `message` that pages show. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  errors: z.optional(z.array(fieldErrorSchema)),
  /** Data with which a program can explain the error, such as the amount still available. */
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type Problem = z.infer<typeof problemSchema>;
