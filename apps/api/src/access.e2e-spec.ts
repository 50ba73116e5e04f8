import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorCode, Role, UserStatus } from '#libs/contracts';
import { Tickets } from '#libs/platform';
import {
  type Answer,
  type ApiOperation,
  type ApiRequest,
  apiOperations,
  type HttpClient,
  requestOf,
  StockedShop,
  TestIssuer,
  type TestPerson,
} from '#libs/testing';

/** The outcomes of a call. Any but `yes` is a refusal of the caller, because the call is valid otherwise. */
const WORDS: Readonly<Record<string, readonly ErrorCode[]>> = {
  yes: [], // success
  sign: ['UNAUTHENTICATED'],
  token: ['TOKEN_INVALID'],
  init: ['USER_NOT_INITIALIZED'],
  role: ['FORBIDDEN'],
  susp: ['USER_SUSPENDED'],
  idle: ['USER_INACTIVE'],
  // Other people's data is not found, rather than refused.
  '404': [
    'ADDRESS_NOT_FOUND',
    'CARD_NOT_FOUND',
    'CONVERSATION_NOT_FOUND',
    'HOLD_NOT_FOUND',
    'INVITATION_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'PAYMENT_NOT_FOUND',
    'PROBLEM_NOT_FOUND',
    'PRODUCT_NOT_FOUND',
    'REVIEW_NOT_FOUND',
    'SCHEDULE_NOT_FOUND',
    'SLOT_NOT_FOUND',
    'TEAM_MEMBER_NOT_FOUND',
  ],
  // Only products that the caller has received can be reviewed.
  none: ['REVIEW_NOT_ALLOWED'],
  // The code of another farm's part hands nothing over.
  code: ['HAND_OVER_REFUSED'],
  // An approved farm cannot apply again.
  step: ['FARM_STEP_INVALID'],
  // A farm that waits for approval uploads nothing.
  farm: ['FARM_NOT_APPROVED'],
  // An admin works for no farm.
  team: ['INVITATION_NOT_ALLOWED'],
  // Whoever may delete their account has to type its address; the one of these calls is nobody's.
  addr: ['VALIDATION_FAILED'],
  hook: ['WEBHOOK_INVALID'],
  // An address that nobody has made is no calendar, whoever asks.
  feed: ['FEED_NOT_FOUND'],
};

/**
 * Who may do what: every operation, and its outcome for each caller. A new route, or one that is opened to more callers,
 * has to be decided here once more.
 *
 * - `new` has a token and is not a user yet.
 * - The data belongs to `cust` and `farmer`. The `other` ones have data of their own and are strangers here; so is the
 *   `pending` farmer, whose farm waits for approval: it edits, and sells nothing.
 * - `packer` and `driver` work for the farm of `farmer`; by themselves they are customers.
 * - `inact` and `susp` are callers who may, after an admin has made them inactive or suspended them.
 * - The last four are a caller who may, with a token that is expired, of another issuer, tampered with, or for another
 *   audience.
 */
const TABLE = `
                                          nobody new   cust  other  farmer  other  pending  packer  driver  inact  susp  admin   expired  issuer  forged  audience
# For everybody
  GET    /health/live                     yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /health/ready                    yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /settings/public                 yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  POST   /realtime/ticket                 yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  POST   /webhooks/clerk                  hook   hook  hook  hook   hook    hook   hook     hook    hook    hook   hook  hook    hook     hook    hook    hook
  POST   /webhooks/cards                  hook   hook  hook  hook   hook    hook   hook     hook    hook    hook   hook  hook    hook     hook    hook    hook
  GET    /farms                           yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /calendars                       yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /farms/{slug}                    yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /farms/{slug}/reviews            yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /products/{id}/reviews           yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /reviews/featured                yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /products                        yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /products/rails                  yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /products/{id}                   yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /products/{id}/related           yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /search/suggestions              yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  GET    /feeds/{file}                    feed   feed  feed  feed   feed    feed   feed     feed    feed    feed   feed  feed    feed     feed    feed    feed
  POST   /contact                         yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
  POST   /invitations/look                yes    yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     yes      yes     yes     yes
# Accounts
  POST   /users/initialize                sign   yes   yes   yes    yes     yes    yes      yes     yes     yes    yes   yes     token    token   token   token
  GET    /users/me                        sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  PATCH  /users/me                        sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  GET    /users/me/archive                sign  init  yes   yes   yes     yes    yes     role     role    yes    susp  yes      token    token  token   token
  GET    /users/me/deletion               sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  POST   /users/me/deletion               sign   init  addr  addr   addr    addr   addr     addr    addr    addr   susp  addr    token    token   token   token
  GET    /users/me/addresses              sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  POST   /users/me/addresses              sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  PATCH  /users/me/addresses/{id}         sign   init  yes   404    404     404    404      404     404     idle   susp  404     token    token   token   token
  DELETE /users/me/addresses/{id}         sign   init  yes   404    404     404    404      404     404     idle   susp  404     token    token   token   token
  GET    /auth/me                         sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  GET    /inbox                           sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  GET    /push                            sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  PUT    /push/devices                    sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  DELETE /push/devices/{id}               sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  PUT    /push/quiet-hours                sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  GET    /feeds/mine                      sign   init  yes   yes    yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /feeds                           sign   init  yes   yes    yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  DELETE /feeds/mine                      sign   init  yes   yes    yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  POST   /inbox/read                      sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
# Shopping
  GET    /favourites                      sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /favourites/products             sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /favourites/farms                sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  PUT    /favourites/products/{id}        sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  DELETE /favourites/products/{id}        sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  PUT    /favourites/farms/{id}           sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  DELETE /favourites/farms/{id}           sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /cart                            sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  DELETE /cart                            sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  PUT    /cart/items/{productId}          sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /cart/merge                      sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /cart/acknowledge                sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /checkout/holds                  sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /checkout/holds/current          sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  DELETE /checkout/holds/{id}             sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /checkout/payments               sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /checkout/payments/current       sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  POST   /checkout/payments/{id}/confirm  sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /credit                          sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /credit/entries                  sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /cards                           sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  DELETE /cards/{reference}               sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /test-cards/challenges           sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /orders                          sign   init  yes   yes    role    role   role     role    role    idle   susp  role    token    token   token   token
  POST   /orders/{id}/buy-again           sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
# Reviews
  GET    /reviews/mine                    sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /reviews/mine/waiting            sign   init  yes   yes    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/reviews              sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /reviews                         sign   init  yes   none   role    role   role     role    role    idle   susp  role    token    token   token   token
  PATCH  /reviews/{id}                    sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  DELETE /reviews/{id}                    sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  PUT    /reviews/{id}/reply              sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
# Farms and what they sell
  GET    /schedules/mine                  sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /schedules                       sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  PUT    /schedules/{id}                  sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /schedules/{id}/remove           sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  GET    /slots/mine                      sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /slots/{id}/close                sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /slots/{id}/reopen               sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/holiday              sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  DELETE /farms/mine/holiday              sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  PATCH  /farms/mine                      sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/application          sign   init  role  role   step    step   yes      role    role    idle   susp  role    token    token   token   token
  GET    /farms/mine/stats                sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine                      sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/products             sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/products/{id}        sign   init  role  role   yes     404    404      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/products.csv         sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /products                        sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  POST   /products/{id}/duplicate         sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /uploads/pictures                sign   init  yes   yes    yes     yes    farm     role    role    idle   susp  yes     token    token   token   token
  PATCH  /products/{id}                   sign   init  role  role   yes     404    404      role    role    idle   susp  yes     token    token   token   token
  POST   /products/{id}/stock             sign   init  role  role   yes     404    404      role    role    idle   susp  yes     token    token   token   token
  GET    /products/{id}/stock-ledger      sign   init  role  role   yes     404    404      role    role    yes    susp  yes     token    token   token   token
  GET    /products/{id}/stock-ledger.csv  sign   init  role  role   yes     404    404      role    role    yes    susp  yes     token    token   token   token
  GET    /farms/mine/payouts              sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  POST   /farms/mine/payouts/onboard      sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  DELETE /farms/mine/payouts              sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  POST   /test-cards/sellers              sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  GET    /farms/mine/statements           sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/statements/{month}   sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/statements/{month}/entries.csv sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
# Orders
  GET    /orders                          sign   init  yes   yes    yes     yes    yes      role    role    yes    susp  yes     token    token   token   token
  GET    /orders/{id}                     sign   init  yes   404    yes     404    404      role    role    yes    susp  yes     token    token   token   token
  GET    /orders/{id}/payments            sign   init  yes   404    role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /orders/{id}/payments            sign   init  yes   404    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /orders/{id}/receipt             sign   init  yes   404    role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /orders/{id}/calendar.ics        sign   init  yes   404    role    role   role     role    role    yes    susp  role    token    token   token   token
  GET    /orders.csv                      sign   init  role  role   yes     yes    yes      role    role    yes    susp  yes     token    token   token   token
  GET    /orders/{id}/packing-slip        sign   init  role  role   yes     404    404      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/order-days           sign   init  role  role   yes     yes    yes      yes     role    yes    susp  role    token    token   token   token
  GET    /farms/mine/pick-list            sign   init  role  role   yes     yes    yes      yes     role    yes    susp  role    token    token   token   token
  GET    /farms/mine/packing-slips        sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /farms/mine/run-sheet            sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  GET    /orders/{id}/hand-over-codes     sign  init  yes   404   role    role   role    role     role    yes    susp  role     token    token  token   token
  POST   /farms/mine/hand-overs           sign  init  role  role  yes     code   code    role     role    idle   susp  role     token    token  token   token
  GET    /farms/mine/packing-orders       sign   init  role  role   yes     yes    yes      yes     role    yes    susp  role    token    token   token   token
  POST   /farms/mine/packing-orders/{id}/steps sign   init  role  role   yes     404    404      yes     role    idle   susp  role    token    token   token   token
  POST   /farms/mine/packing-orders/{id}/shorts sign   init  role  role   yes     404    404      yes     role    idle   susp  role    token    token   token   token
  POST   /farms/mine/packing-orders/hand-overs sign   init  role  role   yes     code   code     yes      role    idle   susp  role    token    token   token   token
  POST   /farms/mine/stops/hand-overs     sign   init  role  role   yes     code   code     role     yes     idle   susp  role    token    token   token   token
  GET    /farms/mine/stops                sign   init  role  role   yes     yes    yes      role    yes     yes    susp  role    token    token   token   token
  POST   /farms/mine/stops/{id}/steps     sign   init  role  role   yes     404    404      role    yes     idle   susp  role    token    token   token   token
  GET    /farms/mine/team                 sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  PATCH  /farms/mine/team/members/{id}    sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/team/members/{id}/remove sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/team/invitations     sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/team/invitations/{id}/resend sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /farms/mine/team/invitations/{id}/cancel sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  GET    /team/farms                      sign   init  yes   yes    yes     yes    yes      yes     yes     yes    susp  yes     token    token   token   token
  PUT    /team/acting                     sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  POST   /team/leave                      sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  yes     token    token   token   token
  POST   /invitations/accept              sign   init  yes   yes    yes     yes    yes      yes     yes     idle   susp  team    token    token   token   token
  PATCH  /orders/{id}/parts/{partId}      sign   init  role  role   yes     404    404      role    role    idle   susp  role    token    token   token   token
  POST   /orders/{id}/parts/{partId}/changes sign init yes   404    yes     404    404      role    role    idle   susp  yes     token    token   token   token
  POST   /orders/{id}/parts/{partId}/problems sign init yes  404    role    role   role     role    role    idle   susp  role    token    token   token   token
  GET    /orders/{id}/problems            sign   init  yes   404    yes     404    404      role    role    yes    susp  yes     token    token   token   token
  GET    /farms/mine/problems             sign   init  role  role   yes     yes    yes      role    role    yes    susp  role    token    token   token   token
  PATCH  /problems/{id}/answer            sign   init  role  role   yes     404    404      role    role    idle   susp  yes     token    token   token   token
  GET    /orders/{id}/conversations       sign  init  yes   404   yes     404    404     role     role    yes    susp  yes      token    token  token   token
  GET    /conversations/unread            sign  init  yes   yes   yes     yes    yes     role     role    yes    susp  role     token    token  token   token
  GET    /orders/{id}/parts/{partId}/messages sign  init  yes   404   yes     404    404     role     role    yes    susp  yes      token    token  token   token
  POST   /orders/{id}/parts/{partId}/messages sign  init  yes   404   yes     404    404     role     role    idle   susp  role     token    token  token   token
  PUT    /orders/{id}/parts/{partId}/messages/read sign  init  yes   404   yes     404    404     role     role    idle   susp  role     token    token  token   token
  POST   /orders/{id}/parts/{partId}/messages/{messageId}/report sign  init  yes   404   yes     404    404     role     role    idle   susp  role     token    token  token   token
  POST   /farms/mine/order-steps          sign   init  role  role   yes     yes    yes      role    role    idle   susp  role    token    token   token   token
# Admins
  GET    /problems                        sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /message-reports                 sign  init  role  role  role    role   role    role     role    yes    susp  yes      token    token  token   token
  PATCH  /message-reports/{id}            sign  init  role  role  role    role   role    role     role    idle   susp  yes      token    token  token   token
  GET    /reviews                         sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  PATCH  /reviews/{id}/moderation         sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /users                           sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /users/{id}                      sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  PATCH  /users/{id}/status               sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /contact-messages                sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  PATCH  /contact-messages/{id}           sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /farm-applications               sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  PATCH  /farms/{id}/decision             sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /slots                           sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /analytics/handovers             sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /audit-log                       sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /audit-log.csv                   sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/queues                    sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/jobs                      sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/jobs/{queue}/{id}         sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /admin/jobs/{queue}/{id}/retry   sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  DELETE /admin/jobs/{queue}/{id}         sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  POST   /admin/jobs/{queue}/retry        sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /users/stats                     sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /orders/stats                    sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /products/stats                  sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /analytics/sales/farms           sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /analytics/sales                 sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /analytics/cohorts               sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /analytics/recount               sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /admin/products                  sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/stock-check               sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /admin/stock-check               sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /admin/money                     sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/money/farms               sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/money/farms/{id}/statements sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/money/farms/{id}/statements/{month} sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /admin/money/farms/{id}/payments sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /admin/money/card-payments       sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /admin/money/card-payments/{id}/refunds sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  GET    /admin/money/disputes            sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  GET    /admin/money/corrections         sign   init  role  role   role    role   role     role    role    yes    susp  yes     token    token   token   token
  POST   /admin/money/corrections         sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  PATCH  /admin/money/corrections/{id}/decision sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
  POST   /admin/money/check               sign   init  role  role   role    role   role     role    role    idle   susp  yes     token    token   token   token
`;
const COLUMNS = [
  'nobody',
  'new',
  'customer',
  'otherCustomer',
  'farmer',
  'otherFarmer',
  'pending',
  'packer',
  'driver',
  'inactive',
  'suspended',
  'admin',
  'expired',
  'issuer',
  'forged',
  'audience',
] as const;
type Column = (typeof COLUMNS)[number];
type Row = Readonly<Record<Column, string>>;

const rows = new Map<string, Row>(
  TABLE.split('\n')
    .filter((line) => /^ +[A-Z]+ +\//.test(line))
    .map((line) => {
      const [method, path, ...cells] = line.trim().split(/\s+/);
      if (cells.length !== COLUMNS.length) throw new Error(`a cell is missing: ${line}`);
      return [
        `${method} ${path}`,
        Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])) as Row,
      ];
    }),
);

const ROLES = ['customer', 'farmer', 'admin'] as const;
/** The collections that refused calls must not change. */
const UNCHANGED = [
  'users',
  'farms',
  'farmInvitations',
  'products',
  'stockLedger',
  'reviews',
  'favourites',
  'orders',
  'carts',
  'holds',
  'schedules',
  'slots',
  'feeds',
  'journals',
  'corrections',
  'payments',
  'problems',
  'conversations',
  'messages',
  'sellers',
];

/** What the worker changes of a payment when it asks the provider about it. */
const ASKED_AGAIN = { nextAt: 0, version: 0 } as const;

let issuer: TestIssuer;
let shop: StockedShop;
let boss: TestPerson;
let operations: ApiOperation[];
/** For each operation, a valid call by role. */
const prepared = new Map<string, ReadonlyMap<Role, ApiRequest>>();

beforeAll(async () => {
  issuer = await TestIssuer.create();
  shop = await StockedShop.open({ issuer, settings: { CARD_PROVIDER: 'test-cards' } });
  boss = await shop.market.person('admin');
  operations = await apiOperations(shop.market.visitor);
});
afterAll(() => shop.close());

const rowOf = ({ name }: ApiOperation): Row => {
  const row = rows.get(name);
  if (!row) throw new Error(`who may call ${name}?`);
  return row;
};
/** The roles that an operation is for. */
const rolesOf = (row: Row): readonly Role[] => ROLES.filter((role) => row[role] !== 'role');

async function said(answer: Promise<Answer>): Promise<string> {
  const { status, code, body } = await answer;
  if (status < 300) return 'yes';
  const word = Object.entries(WORDS).find(([, codes]) => code && codes.includes(code));
  return word?.[0] ?? `${status} ${JSON.stringify(body)}`;
}
const send = (client: HttpClient, { method }: ApiOperation, { path, body, headers }: ApiRequest) =>
  said(client.call(method, path, body, headers));

/** Compares the outcomes of calls with the cells of the table, and lists all that differ. */
class Findings {
  private readonly faults: string[] = [];
  calls = 0;

  note({ name }: ApiOperation, column: Column, expected: string, outcome: string): void {
    this.calls++;
    if (outcome !== expected)
      this.faults.push(`${name}, ${column}: ${expected}, but was ${outcome}`);
  }
  check(): void {
    expect(this.faults).toEqual([]);
    expect(this.calls).toBeGreaterThanOrEqual(operations.length);
  }
}

const stored = async () =>
  JSON.stringify(
    await Promise.all(
      UNCHANGED.map((name) =>
        shop.market
          .collection(name)
          .find({}, { projection: name === 'payments' ? ASKED_AGAIN : {} })
          .sort({ _id: 1 })
          .toArray(),
      ),
    ),
  );

describe('every operation of the API', () => {
  it('has a row, and every row is an operation', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...rows.keys()].sort());
    const cells = [...rows.values()].flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => !WORDS[cell])).toEqual([]);
  });

  it('is documented to need a token exactly where an anonymous call is refused', () => {
    for (const operation of operations)
      expect([operation.name, operation.security]).toEqual([
        operation.name,
        rowOf(operation).nobody === 'sign' ? [{ bearer: [] }] : undefined,
      ]);
  });
});

describe('the outcome of a call', () => {
  beforeAll(async () => {
    for (const operation of operations) {
      const calls = new Map<Role, ApiRequest>();
      for (const role of rolesOf(rowOf(operation)))
        calls.set(role, await requestOf(shop, shop.personOf(role), operation));
      prepared.set(operation.name, calls);
    }
    await shop.market.settled();
  });

  const callOf = (operation: ApiOperation, role?: Role): ApiRequest => {
    const calls = prepared.get(operation.name);
    const call = role ? calls?.get(role) : calls?.values().next().value;
    if (!call) throw new Error(`nothing was prepared for ${operation.name}`);
    return call;
  };

  it.each(['suspended', 'inactive'] as const)(
    'of those who may is a refusal once they are %s',
    async (status) => {
      const set = async (to: UserStatus) => {
        for (const role of ROLES) {
          const path = `/users/${shop.personOf(role).user._id}/status`;
          const { code } = await boss.client.patch(path, { status: to, reason: 'Because' });
          expect(code).toBeUndefined();
        }
      };
      await set(status);
      // The products of their farm are taken off sale by an event handler.
      await shop.market.settled();
      const before = await stored();
      const findings = new Findings();
      try {
        for (const operation of operations) {
          const row = rowOf(operation);
          await Promise.all(
            rolesOf(row).map(async (role) => {
              const { client } = shop.personOf(role);
              const outcome = await send(client, operation, callOf(operation, role));
              findings.note(operation, status, row[status], outcome);
            }),
          );
        }
        findings.check();
        expect(await stored()).toBe(before);
      } finally {
        await set('active');
        await shop.market.settled();
      }
    },
  );

  it('of everybody who may not is a refusal, which changes nothing', async () => {
    const { market, customer, otherCustomer, farm, otherFarm, pending, crew, admin } = shop;
    const bad: Record<string, ReadonlyMap<Role, HttpClient>> = {};
    for (const [column, sign] of [
      ['expired', issuer.expired],
      ['issuer', issuer.ofAnother],
      ['forged', issuer.tampered],
      ['audience', issuer.forAnother],
    ] as const) {
      const clients = new Map<Role, HttpClient>();
      for (const role of ROLES)
        clients.set(role, market.visitor.as(await sign(shop.personOf(role).subject)));
      bad[column] = clients;
    }
    const callers: Partial<Record<Column, HttpClient>> = {
      nobody: market.visitor,
      new: await market.signedIn('test-new-0'),
      customer: customer.client,
      otherCustomer: otherCustomer.client,
      farmer: farm.farmer.client,
      otherFarmer: otherFarm.farmer.client,
      pending: pending.client,
      packer: crew.packer.client,
      driver: crew.driver.client,
      admin: admin.client,
    };
    const before = await stored();
    const findings = new Findings();
    for (const operation of operations) {
      const row = rowOf(operation);
      const [role = 'customer'] = rolesOf(row);
      const refused = COLUMNS.filter((column) => row[column] !== 'yes');
      await Promise.all(
        refused.map(async (column) => {
          const client = bad[column]?.get(role) ?? callers[column];
          // `inactive` and `suspended`, which the test above covers.
          if (!client) return;
          const outcome = await send(client, operation, callOf(operation));
          findings.note(operation, column, row[column], outcome);
        }),
      );
    }
    findings.check();
    expect(findings.calls).toBeGreaterThan(700);
    expect(await stored()).toBe(before);
  });

  it('of everybody who may is a success', async () => {
    const { market, customer, otherCustomer, farm, otherFarm, pending, crew, admin } = shop;
    let strangers = 0;
    /** A new person for each call, because the first call makes them a user. */
    const newcomer = async (): Promise<TestPerson> => {
      const subject = `test-new-${++strangers}`;
      return { ...customer, subject, client: await market.signedIn(subject) };
    };
    const withToken = async (sign: (subject: string) => Promise<string>): Promise<TestPerson> => ({
      ...customer,
      client: market.visitor.as(await sign(customer.subject)),
    });
    const callers: Partial<Record<Column, TestPerson>> = {
      nobody: { ...customer, client: market.visitor },
      customer,
      otherCustomer,
      farmer: farm.farmer,
      otherFarmer: otherFarm.farmer,
      pending,
      ...crew,
      admin,
      // Public operations ignore the token.
      expired: await withToken(issuer.expired),
      issuer: await withToken(issuer.ofAnother),
      forged: await withToken(issuer.tampered),
      audience: await withToken(issuer.forAnother),
    };
    const findings = new Findings();
    for (const operation of operations) {
      const row = rowOf(operation);
      const call = async (column: Column) => {
        const caller = column === 'new' ? await newcomer() : callers[column];
        if (!caller) return;
        const request = await requestOf(shop, caller, operation);
        findings.note(operation, column, 'yes', await send(caller.client, operation, request));
      };
      const allowed = COLUMNS.filter((column) => row[column] === 'yes');
      if (operation.method === 'GET') await Promise.all(allowed.map(call));
      else for (const column of allowed) await call(column);
    }
    findings.check();
    expect(findings.calls).toBeGreaterThan(300);
  });

  it('of somebody whose header is malformed, or contains a ticket, is a refusal', async () => {
    const { token } = shop.admin.client;
    const { _id: userId, role } = shop.admin.user;
    const ticket = await shop.market.app
      .get(Tickets)
      .issue({ userId, role, farmId: null, farmRole: null, sessionId: null });
    for (const authorization of ['', 'Bearer', `Basic ${token}`, `${token}`, `Bearer ${ticket}`]) {
      const { status } = await shop.market.visitor.call('GET', '/users', undefined, {
        authorization,
      });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
  });
});
