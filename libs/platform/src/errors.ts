import type * as z from 'zod';
import type { decisionConflictSchema, ErrorCode, FieldError } from '#libs/contracts';

/** A request that cannot be fulfilled; the filter answers it as problem+json. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly errors: FieldError[] | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    readonly code: ErrorCode,
    /** A sentence for people; the code's title if absent. */
    detail?: string,
    more: { errors?: FieldError[]; details?: Record<string, unknown> } = {},
  ) {
    super(detail ?? problems[code].title);
    this.errors = more.errors;
    this.details = more.details;
  }
}

/** Throws `VERSION_CONFLICT` unless the stored version is the one that the caller has seen. */
export function requireVersion(stored: number, seen: number): void {
  if (stored !== seen)
    throw new DomainError('VERSION_CONFLICT', undefined, { details: { version: stored } });
}

/** For a decision based on an outdated version; the response has both statuses. */
export function decisionConflict(
  { version, status }: { readonly version: number; readonly status: string },
  wanted: string,
): DomainError {
  const details: z.infer<typeof decisionConflictSchema> = {
    version,
    current: { status },
    wanted: { status: wanted },
  };
  return new DomainError('VERSION_CONFLICT', undefined, { details });
}

/** Each code's HTTP status and title; a code without a row does not compile. */
export const problems: Record<ErrorCode, { status: number; title: string }> = {
  VALIDATION_FAILED: { status: 400, title: 'Some fields are not right' },
  BODY_INVALID: { status: 400, title: 'The request could not be read' },
  BODY_TIMEOUT: { status: 408, title: 'The request did not arrive in time' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request is too large' },
  MEDIA_TYPE_UNSUPPORTED: { status: 415, title: 'The body must be JSON' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing here' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This cannot be done here' },
  PRECONDITION_FAILED: { status: 412, title: 'This has changed since' },
  RANGE_NOT_SATISFIABLE: { status: 416, title: 'There is no such part' },
  // the answer has the status that a library gave the error
  REQUEST_REFUSED: { status: 400, title: 'The request could not be fulfilled' },
  CURSOR_INVALID: { status: 400, title: 'This page marker is not valid' },
  UNAUTHENTICATED: { status: 401, title: 'Please sign in' },
  TOKEN_INVALID: { status: 401, title: 'Please sign in again' },
  SIGN_IN_FAILED: { status: 401, title: 'The e-mail or the password is wrong' },
  SECOND_FACTOR_FAILED: { status: 401, title: 'This code is not right' },
  SECOND_FACTOR_EXPIRED: { status: 401, title: 'Please begin to sign in again' },
  LINK_INVALID: { status: 400, title: 'This link was used before, or is too old' },
  PASSWORD_REQUIRED: { status: 401, title: 'Please enter the password of this account' },
  SESSION_NOT_FOUND: { status: 404, title: 'There is no such session' },
  ACCOUNT_CHANGED: { status: 409, title: 'Another person has signed in in this browser' },
  ACCOUNT_NOT_DELETABLE: {
    status: 409,
    title: 'Something has to end before this account can be deleted',
  },
  WEBHOOK_INVALID: { status: 401, title: 'The signature does not match' },
  FORBIDDEN: { status: 403, title: 'This is not for your role' },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    title:
      'The shop does not know this address: set PUBLIC_URL to the address that browsers use, or add it to ALLOWED_ORIGINS',
  },
  SECOND_FACTOR_MISSING: {
    status: 403,
    title: 'Admins need a second factor: please switch it on in your profile',
  },
  SESSION_NOT_RECENT: { status: 403, title: 'Please confirm with your password that it is you' },
  SECOND_FACTOR_NOT_RECENT: {
    status: 403,
    title: 'Please confirm with a code of your authenticator app that it is you',
  },
  IDENTITY_MISMATCH: { status: 403, title: 'This account is not the one you signed in with' },
  USER_NOT_INITIALIZED: { status: 403, title: 'Your account is not set up yet' },
  USER_SUSPENDED: { status: 403, title: 'Your account is suspended' },
  USER_INACTIVE: { status: 403, title: 'Your account is inactive and can only read' },
  USER_NOT_FOUND: { status: 404, title: 'There is no such user' },
  USER_SELF_PROTECTED: { status: 409, title: 'You cannot change your own status' },
  USER_LAST_ADMIN: { status: 409, title: 'The last active admin has to stay' },
  ADDRESS_NOT_FOUND: { status: 404, title: 'There is no such address' },
  ADDRESS_LIMIT_REACHED: { status: 409, title: 'There are as many addresses as can be kept' },
  FARM_NOT_FOUND: { status: 404, title: 'There is no such farm' },
  FARM_NOT_APPROVED: { status: 403, title: 'This farm is not approved yet' },
  FARM_INCOMPLETE: { status: 409, title: 'The farm is not ready to sell yet' },
  FARM_STEP_INVALID: { status: 409, title: 'The farm cannot go there from where it is' },
  FARM_ON_HOLIDAY: { status: 409, title: 'The farm is on holiday' },
  TEAM_MEMBER_NOT_FOUND: { status: 404, title: 'Nobody of this team is meant' },
  TEAM_MEMBER_EXISTS: { status: 409, title: 'This person works for the farm already' },
  TEAM_LIMIT_REACHED: { status: 409, title: 'This team is as large as it can be' },
  TEAM_OWNER_FIXED: { status: 409, title: 'Who registered the farm stays its owner' },
  INVITATION_NOT_FOUND: { status: 404, title: 'There is no such invitation, or not any more' },
  INVITATION_EXISTS: { status: 409, title: 'This person is invited already' },
  INVITATION_EXPIRED: { status: 409, title: 'This invitation is too old: ask for another one' },
  INVITATION_USED: { status: 409, title: 'Somebody has used this invitation' },
  INVITATION_NOT_ALLOWED: { status: 403, title: 'Admins work for no farm' },
  SCHEDULE_NOT_FOUND: { status: 404, title: 'There is no such schedule' },
  SCHEDULE_LIMIT_REACHED: { status: 409, title: 'There are as many schedules as a farm can have' },
  SLOT_NOT_FOUND: { status: 404, title: 'There is no such day' },
  SLOT_CLOSED: { status: 409, title: 'This day takes no more orders' },
  SLOT_FULL: { status: 409, title: 'This day is full' },
  SLOT_HAS_ORDERS: { status: 409, title: 'There are orders for days that this changes' },
  AREA_NOT_SERVED: { status: 409, title: 'The farm does not deliver there' },
  PRODUCT_NOT_FOUND: { status: 404, title: 'There is no such product' },
  PRODUCT_NOT_AVAILABLE: { status: 409, title: 'This product cannot be bought now' },
  PRODUCT_OUT_OF_STOCK: { status: 409, title: 'There is not enough left' },
  PRODUCT_INCOMPLETE: { status: 409, title: 'The product is not ready to be published yet' },
  PRODUCT_STEP_INVALID: { status: 409, title: 'The product cannot go there from where it is' },
  PRODUCT_UNIT_FIXED: {
    status: 409,
    title: 'The unit of what was on sale or had stock cannot change',
  },
  PICTURE_INVALID: { status: 422, title: 'This is no picture that we can use' },
  PICTURE_LIMIT_REACHED: { status: 409, title: 'There are as many pictures as can be kept' },
  QUANTITY_INVALID: { status: 400, title: 'This amount cannot be ordered' },
  FULFILMENT_NOT_OFFERED: { status: 400, title: 'The farm does not offer this' },
  ORDER_BELOW_MINIMUM: { status: 409, title: 'A farm asks for a larger order' },
  PRICE_CHANGED: { status: 409, title: 'A price is not what you saw' },
  TOTAL_CHANGED: { status: 409, title: 'The total is not what you saw' },
  CART_EMPTY: { status: 409, title: 'There is nothing in the cart' },
  HOLD_NOT_FOUND: { status: 404, title: 'There is no such hold' },
  HOLD_LIMIT_REACHED: { status: 409, title: 'This is more than can be held for one account' },
  PAYMENT_NOT_OFFERED: { status: 400, title: 'Cards cannot be used here' },
  CASH_NOT_ACCEPTED: { status: 409, title: 'The farm takes cards only' },
  PAYMENT_NOT_FOUND: { status: 404, title: 'There is no such payment' },
  PAYMENT_NOT_AUTHORISED: { status: 409, title: 'The card does not hold the money of this order' },
  PAYMENT_NOT_COVERED: { status: 409, title: 'This costs more than is held on the card' },
  PAYMENT_NOT_TAKEN: { status: 409, title: 'The card has not paid this yet' },
  CREDIT_NOT_ENOUGH: { status: 409, title: 'There is not that much store credit' },
  CARD_NOT_FOUND: { status: 404, title: 'There is no such card' },
  CARD_TOKENS_MISSING: { status: 422, title: 'A new card needs one token for each farm it pays' },
  ORDER_NOT_FOUND: { status: 404, title: 'There is no such order' },
  FEED_NOT_FOUND: { status: 404, title: 'There is no such calendar' },
  ORDER_TRANSITION_INVALID: { status: 409, title: 'The order cannot go there from where it is' },
  ORDER_CLOSED: { status: 409, title: 'The order cannot be changed any more' },
  HAND_OVER_CODE_UNKNOWN: { status: 404, title: 'No order has this code' },
  HAND_OVER_REFUSED: { status: 409, title: 'This cannot be handed over now' },
  REVIEW_NOT_FOUND: { status: 404, title: 'There is no such review' },
  REVIEW_NOT_ALLOWED: { status: 403, title: 'You can review what you have received' },
  REVIEW_EXISTS: { status: 409, title: 'You have reviewed this already' },
  REVIEW_EDIT_ENDED: { status: 409, title: 'The time to change this review is over' },
  PROBLEM_NOT_FOUND: { status: 404, title: 'There is no such report' },
  PROBLEM_NOT_ALLOWED: { status: 409, title: 'No problem can be reported with this' },
  PROBLEM_OPEN: { status: 409, title: 'This is reported already' },
  PROBLEM_ANSWERED: { status: 409, title: 'This is answered already' },
  CONVERSATION_NOT_FOUND: { status: 404, title: 'There is no such conversation' },
  CONVERSATION_CLOSED: { status: 409, title: 'The time to write about this order is over' },
  MESSAGE_NOT_FOUND: { status: 404, title: 'There is no such message' },
  MESSAGE_OWN: { status: 403, title: 'Only the other side can report a message' },
  MESSAGE_REPORTED: { status: 409, title: 'This is reported already' },
  MESSAGE_DECIDED: { status: 409, title: 'This is decided already' },
  PUSH_NOT_OFFERED: { status: 409, title: 'This shop sends no notices to devices' },
  PUSH_ENDPOINT_REFUSED: {
    status: 422,
    title: 'This browser’s push service is none that the shop sends to',
  },
  PUSH_KEY_INVALID: { status: 422, title: 'This browser’s key cannot be used' },
  PUSH_DEVICE_LIMIT_REACHED: {
    status: 409,
    title: 'There are as many devices as can be kept: remove one first',
  },
  REFUND_TOO_HIGH: { status: 409, title: 'This is more than came and was paid' },
  FAVOURITE_LIMIT_REACHED: { status: 409, title: 'There are as many favourites as can be kept' },
  BALANCE_CHANGED: { status: 409, title: 'The balance is not what you saw' },
  AMOUNT_TOO_HIGH: { status: 409, title: 'This is more than is owed' },
  CORRECTION_NOT_FOUND: { status: 404, title: 'There is no such correction' },
  CORRECTION_OWN: { status: 403, title: 'Another admin has to confirm this' },
  CORRECTION_DECIDED: { status: 409, title: 'This is decided already' },
  EXPORT_TOO_LARGE: { status: 422, title: 'This is too much for one file' },
  CONTACT_MESSAGE_NOT_FOUND: { status: 404, title: 'There is no such message' },
  JOB_NOT_FOUND: { status: 404, title: 'There is no such job' },
  JOB_STATE_INVALID: { status: 409, title: 'Only a failed or delayed job can be let go' },
  VERSION_CONFLICT: { status: 409, title: 'Somebody else was faster' },
  IDEMPOTENCY_KEY_MISSING: {
    status: 400,
    title: 'The header Idempotency-Key is missing or not valid',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'This Idempotency-Key was used for something else',
  },
  RATE_LIMITED: { status: 429, title: 'That was too often' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'Not ready yet' },
  OUTCOME_UNKNOWN: { status: 503, title: 'This may have been stored' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
};

/**
 * Thrown by a handler that needs another event, which has not been handled yet: events arrive in any order. The job
 * is tried again without counting as failed, and fails once it has waited too long.
 */
export class AwaitedEventError extends Error {
  override readonly name = 'AwaitedEventError';
}
