import * as z from 'zod/mini';
import { userDeletedSchema } from './account-deletion.js';
import { addressBookSchema } from './addresses.js';
import { analyticsChangeSchema, farmStatsChangeSchema } from './analytics.js';
import { auditEntrySchema } from './audit.js';
import { cardPaymentChangedSchema, orderUnpaidSchema } from './card-checkout.js';
import { cartDtoSchema } from './carts.js';
import { holdEventSchema } from './checkout.js';
import {
  messageReportSchema,
  messageSchema,
  messageSentSchema,
  messagesReadSchema,
  otherSide,
} from './conversations.js';
import { creditChangeSchema } from './credit.js';
import { packingOrderDtoSchema, stopDtoSchema } from './crew.js';
import { orderDisputedSchema } from './disputes.js';
import { define, defineLive, rooms } from './event-definition.js';
import { queueJobSchema } from './failed-jobs.js';
import { invitationMailSchema, teamDtoSchema } from './farm-team.js';
import { farmDtoSchema, ownFarmDtoSchema } from './farms.js';
import {
  favouritesChangeSchema,
  favouriteUpdateSchema,
  productHarvestSchema,
} from './favourites.js';
import {
  correctionDtoSchema,
  ledgerCheckSchema,
  marketMoneySchema,
  waitingPaymentSchema,
} from './money-desk.js';
import {
  contactMessageSchema,
  inboxCountSchema,
  inboxReadSchema,
  notificationSchema,
} from './notifications.js';
import {
  farmPartChangedSchema,
  orderClosingSchema,
  orderDtoSchema,
  orderReminderSchema,
  partChangedSchema,
} from './orders.js';
import {
  ownProductDtoSchema,
  productCountsSchema,
  productModerationSchema,
  productStatusChangeSchema,
} from './own-products.js';
import { payoutsSchema } from './payouts.js';
import { idSchema } from './primitives.js';
import { orderProblemSchema } from './problems.js';
import { productAlertSchema } from './products.js';
import { orderSettledSchema } from './receipts.js';
import { ownReviewChangeSchema } from './reviews.js';
import { ownSlotDtoSchema, scheduleDtoSchema } from './schedules.js';
import { moneyChangeSchema } from './statement.js';
import { stockCheckSchema } from './stock-check.js';
import { userDtoSchema, userStatusSchema } from './users.js';
import { visitorEvents } from './visitor-events.js';

// These names become the words of docs/flows/events.md: `theFarm` reads "the farm" there.
const {
  admins,
  drivers: theDrivers,
  farm: theFarm,
  packers: thePackers,
  session: theSession,
  user: theUser,
} = rooms;
const theCustomer = theUser;
const theOwner = theUser;

/**
 * Every domain event: its payload, its audience, and whether the server handles it. The outbox's types, the socket's
 * events on both ends, the web app's event table and docs/flows/events.md are derived from this registry. The comment
 * above an event says when it happens; `npm run docs` copies it into the document. Events that visitors may receive are
 * in visitor-events.ts.
 */
export const events = {
  ...visitorEvents,
  /** A user signs in for the first time. */
  'user.registered': define({
    handled: true,
    payload: z.object({ user: userDtoSchema }),
    audience: () => [admins()],
  }),
  /** An admin sets a user's status. */
  'user.status-changed': define({
    handled: true,
    payload: z.object({
      user: userDtoSchema,
      from: userStatusSchema,
      reason: z.nullable(z.string()),
    }),
    audience: ({ user }) => [theUser(user._id), admins()],
  }),
  /** A user's name, phone, picture or e-mail address changes, or the farms that they work or act for. */
  'user.changed': define({
    handled: true,
    payload: z.object({ user: userDtoSchema }),
    audience: ({ user }) => [theUser(user._id), admins()],
  }),
  /** A person deletes their account, or it is deleted at the identity provider. What slices hold of them is erased by a job. */
  'user.deleted': define({
    handled: true,
    payload: userDeletedSchema,
    audience: ({ userId }) => [theUser(userId), admins()],
  }),
  /** A session ends: by a sign-out, a new password, its owner or a suspension. Gateways end its sockets. */
  'session.ended': define({
    handled: true,
    payload: z.object({ sessionId: z.string() }),
    audience: ({ sessionId }) => [theSession(sessionId)],
  }),
  /** A user adds, edits or removes an address. */
  'user.addresses-changed': define({
    payload: z.object({ userId: idSchema, book: addressBookSchema }),
    audience: ({ userId }) => [theUser(userId)],
  }),
  /** A farmer registers, or a farm is added. */
  'farm.created': define({
    handled: true,
    payload: z.object({ farm: farmDtoSchema, ownerId: idSchema }),
    audience: ({ ownerId }) => [theOwner(ownerId), admins()],
  }),
  /** Together with every `farm.changed`: the fields that only the owners and the admins may see. */
  'own-farm.changed': define({
    payload: z.object({ farm: ownFarmDtoSchema }),
    audience: ({ farm }) => [theOwner(farm.ownerId), theFarm(farm._id), admins()],
  }),
  /** A farmer applies to sell, or an admin decides on the application. */
  'farm.application-changed': define({
    handled: true,
    payload: z.object({ application: ownFarmDtoSchema }),
    audience: ({ application }) => [
      theOwner(application.ownerId),
      theFarm(application._id),
      admins(),
    ],
  }),
  /** Somebody joins or leaves a farm's team or gets another role, or an invitation to it changes. */
  'team.changed': define({
    payload: z.object({ team: teamDtoSchema }),
    audience: ({ team }) => [theFarm(team.farmId)],
  }),
  /** An owner invites somebody by mail. */
  'team.invited': define({
    handled: true,
    payload: invitationMailSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** What a farm has to pick, its stock levels, its buyers or a day's sales change. */
  'farm.stats-changed': define({
    payload: farmStatsChangeSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** Money of a farm is booked, or a month of it is closed. */
  'farm.money-changed': define({
    payload: moneyChangeSchema,
    audience: ({ statement }) => [theFarm(statement.farmId), admins()],
  }),
  /** A farm's account at the card provider is opened or given up or gets another status, or a payout is returned. */
  'farm.payouts-changed': define({
    handled: ({ state }) => state === 'returned',
    payload: payoutsSchema,
    audience: ({ farmId }) => [theFarm(farmId), admins()],
  }),
  /** A booking moves the market's own money: its fees, the delivery fees that it holds, what cards owe, or store credit. */
  'market.money-changed': define({
    payload: marketMoneySchema,
    audience: () => [admins()],
  }),
  /** A payment by card begins to wait for its provider or for an admin, waits on, or waits no more. */
  'waiting-payment.changed': define({
    payload: z.object({ payment: waitingPaymentSchema }),
    audience: () => [admins()],
  }),
  /** The ledger is checked, every hour or when an admin asks. */
  'ledger.checked': define({
    payload: ledgerCheckSchema,
    audience: () => [admins()],
  }),
  /** An admin proposes a correction of a farm's money, or another decides on it. */
  'correction.changed': define({
    payload: z.object({ correction: correctionDtoSchema }),
    audience: () => [admins()],
  }),
  /** A farm adds, edits or removes a schedule. */
  'schedule.changed': define({
    payload: z.object({ schedule: scheduleDtoSchema, removed: z.boolean() }),
    audience: ({ schedule }) => [theFarm(schedule.farmId), admins()],
  }),
  /** A slot is made or changes in any way; a slot that is no more is withdrawn here. */
  'own-slot.changed': define({
    payload: z.object({ slot: ownSlotDtoSchema }),
    audience: ({ slot }) => [theFarm(slot.farmId), admins()],
  }),
  /** A farm gives up a slot; its orders are declined with the reason. Again until none is left, if there are many. */
  'slot.withdrawn': define({
    handled: true,
    payload: z.object({ slotId: idSchema, farmId: idSchema, reason: z.string() }),
    audience: ({ farmId }) => [theFarm(farmId), admins()],
  }),
  /** A product is added. */
  'product.created': define({
    handled: true,
    payload: z.object({ product: ownProductDtoSchema }),
    audience: ({ product }) => [theFarm(product.farmId), admins()],
  }),
  /** The stock on hand, goods held for a checkout included, falls to the farm's limit; once per fall. */
  'product.low-stock': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** Less is on hand than the smallest amount that can be ordered; once per fall. */
  'product.sold-out': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** A sold-out product can be ordered again; once each time. */
  'product.restocked': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** A product that shoppers see has a new harvest. */
  'product.harvested': define({
    handled: true,
    payload: productHarvestSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** Together with every change of a product: the figures that only its farm and the admins may see. */
  'product.counted': define({
    payload: z.object({ counts: productCountsSchema }),
    audience: ({ counts }) => [theFarm(counts.farmId), admins()],
  }),
  /** A product's status changes; the event has the whole product, for lists by status. */
  'product.status-changed': define({
    payload: productStatusChangeSchema,
    audience: ({ product }) => [theFarm(product.farmId), admins()],
  }),
  /** An admin takes a product down, or approves or rejects one that waits for review. */
  'product.moderated': define({
    handled: true,
    payload: productModerationSchema,
    audience: ({ farmId }) => [theFarm(farmId), admins()],
  }),
  /** Each step of a review, with the fields that only its author and the admins may see. */
  'own-review.changed': define({
    handled: true,
    payload: ownReviewChangeSchema,
    audience: ({ review }) => [theCustomer(review.customerId), admins()],
  }),
  /** A customer starts a checkout, and its goods are held. */
  'hold.created': define({
    payload: holdEventSchema,
    audience: ({ customerId }) => [theCustomer(customerId)],
  }),
  /** A hold ends; `hold.status` says why. */
  'hold.closed': define({
    payload: holdEventSchema,
    audience: ({ customerId }) => [theCustomer(customerId)],
  }),
  /** The stock ledger is compared with the products, every hour or when an admin asks. */
  'stock.checked': define({
    payload: stockCheckSchema,
    audience: () => [admins()],
  }),
  /** A customer adds or removes a favourite. */
  'favourites.changed': defineLive({
    payload: favouritesChangeSchema,
    audience: ({ customerId }) => [theCustomer(customerId)],
  }),
  /**
   * A favourite is back in stock or just picked. Names up to fifty customers for their inboxes, and nobody but an
   * admin may see them.
   */
  'favourites.news': define({
    handled: true,
    payload: favouriteUpdateSchema,
    audience: () => [admins()],
  }),
  /** A customer's store credit changes by an order. */
  'credit.changed': define({
    payload: creditChangeSchema,
    audience: ({ customerId }) => [theCustomer(customerId)],
  }),
  /** A cart changes, also by an order. */
  'cart.changed': defineLive({
    payload: z.object({ customerId: idSchema, cart: cartDtoSchema }),
    audience: ({ customerId }) => [theCustomer(customerId)],
  }),
  /** An order is placed: the whole order. */
  'order.placed': define({
    handled: true,
    payload: z.object({ order: orderDtoSchema }),
    audience: ({ order }) => [theCustomer(order.customer._id), admins()],
  }),
  /** An order is placed, once per farm: the order as that farm may see it. */
  'order.part-placed': define({
    handled: true,
    payload: z.object({ order: orderDtoSchema, farmId: idSchema }),
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** Parts of an order are handed over tomorrow; once per part. */
  'order.reminded': define({
    handled: true,
    payload: z.object({ reminder: orderReminderSchema }),
    audience: () => [admins()],
  }),
  /** The cut-off of parts of an order is near; once per part. */
  'order.closing': define({
    handled: true,
    payload: orderClosingSchema,
    audience: () => [admins()],
  }),
  /** A card does not hold the money of a part any more, and the customer has to pay it anew. */
  'order.unpaid': define({
    handled: true,
    payload: orderUnpaidSchema,
    audience: ({ customerId }) => [theCustomer(customerId), admins()],
  }),
  /** The money of a part is held, taken, released, given back or lost, by card. */
  'order.payment-changed': define({
    handled: true,
    payload: cardPaymentChangedSchema,
    audience: ({ customerId }) => [theCustomer(customerId), admins()],
  }),
  /** Nothing of an order is open and its money is settled, for the first time: its receipt is mailed. */
  'order.settled': define({
    handled: true,
    payload: orderSettledSchema,
    audience: ({ order }) => [theCustomer(order.customer._id), admins()],
  }),
  /** A customer's bank takes back what a card paid of an order, or decides on it. */
  'order.disputed': define({
    handled: ({ state }) => state !== 'open',
    payload: orderDisputedSchema,
    audience: () => [admins()],
  }),
  /** A part takes a step, its lines change, or some of it is refunded: with the totals of the whole order. */
  'order.part-changed': define({
    handled: true,
    payload: partChangedSchema,
    audience: ({ customerId }) => [theCustomer(customerId), admins()],
  }),
  /** The same, as the part's farm may see it. */
  'order.farm-part-changed': define({
    handled: true,
    payload: farmPartChangedSchema,
    audience: ({ farmId }) => [theFarm(farmId)],
  }),
  /** A part is placed or changes: as the packers of its farm may see it. */
  'order.packing-changed': define({
    payload: z.object({ farmId: idSchema, order: packingOrderDtoSchema }),
    audience: ({ farmId }) => [thePackers(farmId)],
  }),
  /** A delivery of today is placed or changes, or what its driver has to collect: as the farm's drivers may see it. */
  'order.stop-changed': define({
    payload: z.object({ farmId: idSchema, stop: stopDtoSchema }),
    audience: ({ farmId }) => [theDrivers(farmId)],
  }),
  /** A customer reports a problem with what was handed over. */
  'problem.reported': define({
    handled: true,
    payload: z.object({ problem: orderProblemSchema }),
    audience: ({ problem }) => [
      theCustomer(problem.customer._id),
      theFarm(problem.farmId),
      admins(),
    ],
  }),
  /** A farm or an admin answers a report: with money back, or without. */
  'problem.answered': define({
    handled: true,
    payload: z.object({ problem: orderProblemSchema }),
    audience: ({ problem }) => [
      theCustomer(problem.customer._id),
      theFarm(problem.farmId),
      admins(),
    ],
  }),
  /** A customer or a farm writes to the other about a part of an order. */
  'message.sent': define({
    // A notification stands for all messages until they are read.
    handled: ({ message: { from }, conversation }) => conversation.unread[otherSide(from)] === 1,
    payload: messageSentSchema,
    audience: ({ conversation }) => [
      theCustomer(conversation.customer._id),
      theFarm(conversation.farmId),
    ],
  }),
  /** A side of a conversation reads messages of the other. */
  'message.read': define({
    handled: ({ side, conversation }) => conversation.unread[side] === 0,
    payload: messagesReadSchema,
    audience: ({ conversation }) => [
      theCustomer(conversation.customer._id),
      theFarm(conversation.farmId),
    ],
  }),
  /** A message is reported to the admins, or an admin decides on it. Its writer does not learn of it here. */
  'message.report-changed': define({
    payload: z.object({ report: messageReportSchema }),
    audience: ({ report: { by, customer, farmId } }) => [
      by.side === 'customer' && theCustomer(customer._id),
      by.side === 'farm' && theFarm(farmId),
      admins(),
    ],
  }),
  /** An admin removes a reported message. */
  'message.removed': define({
    payload: z.object({ message: messageSchema, customerId: idSchema, farmId: idSchema }),
    audience: ({ customerId, farmId }) => [theCustomer(customerId), theFarm(farmId)],
  }),
  /** A figure of the shop changes. */
  'analytics.changed': define({
    payload: analyticsChangeSchema,
    audience: () => [admins()],
  }),
  /** A user gets a notification, once per user and event; has the unread count too. */
  'inbox.added': define({
    payload: z.object({
      userId: idSchema,
      notification: notificationSchema,
      inbox: inboxCountSchema,
    }),
    audience: ({ userId }) => [theUser(userId)],
  }),
  /** A user marks notifications as read. */
  'inbox.read': define({
    payload: inboxReadSchema,
    audience: ({ userId }) => [theUser(userId)],
  }),
  /** Somebody sends the contact form. */
  'contact.received': define({
    payload: z.object({ message: contactMessageSchema }),
    audience: () => [admins()],
  }),
  /** An admin marks a message as answered, or as open again. */
  'contact.status-changed': define({
    payload: z.object({ message: contactMessageSchema }),
    audience: () => [admins()],
  }),
  /** An admin, or the system itself, does something that the audit log records. */
  'audit.recorded': define({
    payload: z.object({ entry: auditEntrySchema }),
    audience: () => [admins()],
  }),
  /** A job of any queue fails its last attempt. */
  'job.failed': define({
    payload: z.object({ job: queueJobSchema }),
    audience: () => [admins()],
  }),
};

export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];
/** The names of events that may be published without an outbox row. */
export type LiveEventName = {
  [Name in EventName]: (typeof events)[Name] extends { delivery: 'live' } ? Name : never;
}[EventName];
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;
