/** Business constants; docs/product.md has those that the shop promises. */

/** Milliseconds that cached data counts as fresh in the web app (docs/product.md, Constants). */
export const DATA_FRESH_MS = 5 * 60_000;
/** Milliseconds that unused cached data is kept in the web app (docs/product.md, Constants). */
export const DATA_KEPT_MS = 10 * 60_000;
/** Milliseconds that cached orders count as fresh in the web app (docs/product.md, Constants). */
export const ORDERS_FRESH_MS = 2 * 60_000;
/** Milliseconds between two testimonials (docs/product.md, Constants). */
export const TESTIMONIAL_MS = 5_000;
/** Goods worth strictly more than this many cents are delivered free (docs/product.md, Constants). */
export const FREE_DELIVERY_OVER_CENTS = 3000;
/** The flat delivery fee in cents for all other orders. */
export const DELIVERY_FEE_CENTS = 499;

export const MAX_ORDER_LINES = 100;
/** Maximum changes that a customer can make to a farm's part of an order. */
export const MAX_CUSTOMER_CHANGES = 200;
/** Maximum number of order steps in one request. */
export const MAX_ORDER_STEPS = 50;
/** Maximum number of a user's addresses. */
export const MAX_ADDRESSES = 10;
/** Maximum number of products that one socket watches. */
export const MAX_WATCHED_PRODUCTS = 200;
/** Maximum number of farms whose calendars one socket watches. */
export const MAX_WATCHED_FARMS = 200;
/**
 * A header of calls to `/api/auth` that act for the signed-in account: the account's id. They are refused with
 * `ACCOUNT_CHANGED` if the session is another account's.
 */
export const ACCOUNT_HEADER = 'x-farmgate-account';
/** Seconds for which a realtime ticket can be redeemed. */
export const TICKET_SECONDS = 60;

/** Lists count their total up to this number; a total above it means that there are more. */
export const TOTAL_MAX = 1_000;

/** A count as the total of a list. */
export const toTotal = (count: number): number => Math.min(count, TOTAL_MAX + 1);

/** A total after `by` rows were added, or removed if negative. */
export const movedTotal = (total: number, by: number): number =>
  total > TOTAL_MAX ? total : Math.max(0, total + by);
