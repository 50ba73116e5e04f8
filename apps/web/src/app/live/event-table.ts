import type { DomainEvent, EventName } from '#libs/contracts';
import { carts } from '../../entities/carts';
import { conversations } from '../../entities/conversations';
import { packingOrders, stops } from '../../entities/crew-orders';
import { products } from '../../entities/products';
import { addressBooks } from '../../features/account/account.live';
import { putFarmStats, putStats } from '../../features/analytics/analytics.live';
import { holds } from '../../features/cart/cart.live';
import { favourites } from '../../features/catalogue/catalogue.live';
import { messages as contactMessages } from '../../features/content/content.live';
import { messages, putsOfReport } from '../../features/conversations/conversations.live';
import { putCredit } from '../../features/credit/credit.live';
import { putOwnFarm } from '../../features/farms/farms.live';
import { ownSlots, schedules } from '../../features/fulfilment/fulfilment.live';
import { putCount, putEntry, putRead } from '../../features/inbox/inbox.live';
import { putFailedJob, putRemovedJobs } from '../../features/jobs/jobs.live';
import '../../features/orders/days/days.live';
import {
  corrections,
  disputes,
  ledgerChecks,
  marketMoney,
  payouts,
  putMoney,
  waitingPayments,
} from '../../features/money/money.live';
import { putOrder, putPart, putPartAndTotals } from '../../features/orders/orders.live';
import { cardPayments } from '../../features/orders/payment/payments.live';
import '../../features/orders/pick-list/pick-list.live';
import '../../features/orders/receipt/receipt.live';
import '../../features/orders/run-sheet/run-sheet.live';
import { problems } from '../../features/problems/problems.live';
import '../../features/products/products.live';
import { stockChecks } from '../../features/products/stock-check/stock-check.live';
import { putOwnReview, putReceipts } from '../../features/reviews/reviews.live';
import { teams } from '../../features/team/team.live';
import { auditEntries, deletedUsers, users } from '../../features/users/users.live';
import type { Put } from '../../realtime/entity';
import { nothing, visitorTable } from './visitor-table';

type EventTable = {
  readonly [Name in EventName]: (event: DomainEvent<Name>) => readonly Put[];
};

/**
 * The store updates of each event: one row per event of the registry, so that a new event without a decision does not
 * compile. The features declare in their `*.live.ts` which queries depend on them.
 */
export const eventTable: EventTable = {
  ...visitorTable,
  'user.registered': ({ payload }) => [users.of(payload.user)],
  'user.status-changed': ({ payload }) => [users.of(payload.user)],
  'user.changed': ({ payload }) => [users.of(payload.user)],
  'user.deleted': ({ payload }) => [deletedUsers.of({ _id: payload.userId })],
  'user.addresses-changed': ({ payload }) => [addressBooks.of(payload.book)],
  // A new farm has not applied yet, so no list contains it. Its owner's session is reloaded (live-client.ts).
  'session.ended': nothing,
  'farm.created': nothing,
  'own-farm.changed': ({ payload }) => [putOwnFarm(payload.farm)],
  'farm.application-changed': nothing,
  'farm.stats-changed': ({ payload }) => putFarmStats(payload),
  'schedule.changed': ({ payload }) => [schedules.of(payload)],
  'own-slot.changed': ({ payload }) => [ownSlots.of(payload.slot)],
  // The orders of the slot change by events of their own.
  'slot.withdrawn': nothing,
  'product.created': ({ payload: { product: own } }) => [products.put(own._id, { own })],
  'product.status-changed': ({ payload: { product: own } }) => [products.put(own._id, { own })],
  'product.counted': ({ payload: { counts }, version }) => [
    products.put(counts.productId, { counts: { ...counts, version } }),
  ],
  // `product.counted` updates its row; the farmer gets the reason in the inbox.
  'product.moderated': nothing,
  // `product.stock-changed` updates the stock; the farmer is notified by `inbox.added`.
  'product.low-stock': nothing,
  'product.sold-out': nothing,
  'product.restocked': nothing,
  'product.harvested': nothing,
  'own-review.changed': ({ payload: { review, step } }) => [
    putOwnReview(review, step === 'deleted' ? step : undefined),
  ],
  // Updates the checkout in every tab; `cart.changed` updates the cart's lines.
  'hold.created': ({ payload }) => [holds.of(payload.hold)],
  'hold.closed': ({ payload }) => [holds.of(payload.hold)],
  'favourites.changed': ({ payload }) => [favourites.of(payload.favourites)],
  // Customers are notified by `inbox.added`.
  'favourites.news': nothing,
  'stock.checked': ({ payload }) => [stockChecks.of(payload)],
  'farm.money-changed': ({ payload, occurredAt }) => putMoney(payload, occurredAt),
  'farm.payouts-changed': ({ payload }) => [payouts.of(payload)],
  'market.money-changed': ({ payload }) => [marketMoney.of(payload)],
  'waiting-payment.changed': ({ payload }) => [waitingPayments.of(payload.payment)],
  'ledger.checked': ({ payload }) => [ledgerChecks.of(payload)],
  'correction.changed': ({ payload }) => [corrections.of(payload.correction)],
  'credit.changed': ({ payload }) => putCredit(payload),
  'cart.changed': ({ payload }) => [carts.of(payload.cart)],
  'order.placed': ({ payload }) => [putOrder(payload.order)],
  'order.part-placed': ({ payload }) => [putOrder(payload.order)],
  'order.part-changed': ({ payload, occurredAt }) => [
    putPartAndTotals(payload),
    ...putReceipts(payload, occurredAt),
  ],
  'order.farm-part-changed': ({ payload }) => [putPart(payload)],
  'team.changed': ({ payload }) => [teams.of(payload.team)],
  // `team.changed` has the invitation.
  'team.invited': nothing,
  'order.packing-changed': ({ payload }) => [packingOrders.of(payload.order)],
  'order.stop-changed': ({ payload }) => [stops.of(payload.stop)],
  // Customers are reminded by `inbox.added`.
  'order.reminded': nothing,
  'order.closing': nothing,
  // `order.payment-changed` updates the order's payments; customers are notified by `inbox.added`.
  'order.unpaid': nothing,
  'order.settled': nothing,
  'order.payment-changed': ({ payload }) => [cardPayments.of(payload.payment)],
  'problem.reported': ({ payload }) => [problems.of(payload.problem)],
  'problem.answered': ({ payload }) => [problems.of(payload.problem)],
  'message.sent': ({ payload }) => [
    messages.of(payload.message),
    conversations.of(payload.conversation),
  ],
  'message.read': ({ payload }) => [conversations.of(payload.conversation)],
  'message.report-changed': ({ payload }) => putsOfReport(payload.report),
  'message.removed': ({ payload }) => [messages.of(payload.message)],
  'order.disputed': ({ payload }) => [disputes.of(payload)],
  'analytics.changed': ({ payload }) => putStats(payload),
  'inbox.added': ({ payload }) => [putEntry(payload.notification), putCount(payload.inbox)],
  'inbox.read': ({ payload }) => putRead(payload),
  'contact.received': ({ payload }) => [contactMessages.of(payload.message)],
  'contact.status-changed': ({ payload }) => [contactMessages.of(payload.message)],
  'audit.recorded': ({ payload: { entry } }) => [auditEntries.of(entry), ...putRemovedJobs(entry)],
  'job.failed': ({ payload }) => [putFailedJob(payload.job)],
};

/** The store updates of one event. */
export function putsOf(event: DomainEvent): readonly Put[] {
  // the registry pairs name and payload, but TypeScript loses that in an indexed access
  const puts = eventTable[event.name] as (event: DomainEvent) => readonly Put[];
  return puts(event);
}
