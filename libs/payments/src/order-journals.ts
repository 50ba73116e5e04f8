import { Types } from 'mongoose';
import {
  type Booking,
  bookingsBetween,
  bookingsLess,
  bookingsOf,
  type Cents,
  creditOf,
  type DomainEvent,
  foldBalances,
  type Id,
  type JournalKind,
  type OrderMoney,
  toCents,
  toOrderMoney,
} from '#libs/contracts';
import type { Journal, NewJournal } from './journal.model.js';

type PartChanged = DomainEvent<'order.part-changed'>;

/** What a step or a change of a part books. Depends on the event alone. */
export function bookingsOfEvent({ payload }: PartChanged): Booking[] {
  const { money, moneyBefore } = payload;
  // Of a build without a ledger: see `journalsOfOldEvent`.
  if (!money) return [];
  const after = toOrderMoney(money);
  const before = moneyBefore ? toOrderMoney(moneyBefore) : beforeChange(after, payload);
  return bookingsBetween(before, after);
}

/** The order's money before an event of a build without refunds. */
function beforeChange(
  after: OrderMoney,
  { part, from, changes }: PartChanged['payload'],
): OrderMoney {
  const cost = changes
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + toCents(line.cost), 0);
  const parts = after.parts.map((one) =>
    one._id === part._id ? { ...one, status: from, subtotal: one.subtotal - cost } : one,
  );
  return { ...after, parts };
}

export function journalsOfEvent(event: PartChanged): NewJournal[] {
  const { id, occurredAt, payload } = event;
  const { orderId, code, money } = payload;
  return bookingsOfEvent(event).map((booking) =>
    toJournal(booking, {
      causeId: id,
      at: new Date(occurredAt),
      order: { id: orderId, code },
      feeRate: money?.feeRate ?? null,
    }),
  );
}

/** An order as it is stored, with all that is booked of it. */
export interface BookedOrder {
  readonly id: Id;
  readonly code: string;
  readonly money: OrderMoney;
  readonly journals: readonly Pick<Journal, 'cause' | 'order' | 'lines'>[];
  /** Its changes that are still to be booked. */
  readonly underWay: readonly PartChanged[];
  /** What the market has of its payments by card: what they took, less what they gave to customers, banks and farms. */
  readonly keptOfCards: Cents;
  /** What it moved of its customer's store credit, by that one's history. */
  readonly creditMoved: Cents;
}

/** What is not booked of an order though it should be, and the reverse: empty if all is right. */
export function missingBookings({ money, journals, underWay }: BookedOrder): Booking[] {
  const booked = journals.filter(isOfOrder).map(({ cause, order, lines }) => ({
    kind: cause.kind,
    partId: order?.partId ?? null,
    lines,
  }));
  return bookingsLess(bookingsOf(money), [...booked, ...underWay.flatMap(bookingsOfEvent)]);
}

/** The cents by which the journals of an order's payments differ from its payments; 0 if all is right. */
export function unbookedPayments({ journals, keptOfCards }: BookedOrder): Cents {
  const balances = foldBalances(journals.filter((journal) => !isOfOrder(journal)));
  return keptOfCards + (balances.get('market:bank') ?? 0);
}

/** The cents by which the history of store credit differs from what an order used and gave; 0 if all is right. */
export function unbookedCredit({ money, creditMoved }: BookedOrder): Cents {
  const { used, given } = creditOf(money);
  return given - used - creditMoved;
}

/** Of payments by card: booked by what the provider says, and not by the order's own state. */
const OF_PROVIDER: readonly JournalKind[] = ['captured', 'refunded', 'disputed', 'payout'];
const isOfOrder = ({ cause }: Pick<Journal, 'cause'>): boolean => !OF_PROVIDER.includes(cause.kind);

/** The journals of an order that is older than the ledger, at the times of its hand-overs. */
export function openingJournals(order: BookedOrder): NewJournal[] {
  const { id, money } = order;
  const times = money.parts.map(({ deliveredAt }) => deliveredAt ?? '').toSorted();
  return missingJournals(order, (partId) => {
    const part = money.parts.find(({ _id }) => _id === partId);
    const at = part?.deliveredAt ?? times.at(-1);
    return { causeId: partId ?? id, at: at ? new Date(at) : new Date() };
  });
}

/** The journals of an order whose event says nothing of money, because a build without a ledger has stored it. */
export const journalsOfOldEvent = (
  order: BookedOrder,
  { id, occurredAt }: PartChanged,
): NewJournal[] =>
  missingJournals(order, (partId) => ({
    // It may lack more than the part that changed, if the order is not opened yet.
    causeId: partId ? `${id}:${partId}` : id,
    at: new Date(occurredAt),
  }));

const missingJournals = (
  order: BookedOrder,
  originOf: (partId: Id | null) => Pick<Origin, 'causeId' | 'at'>,
): NewJournal[] =>
  missingBookings(order).map((booking) =>
    toJournal(booking, { ...originOf(booking.partId), order, feeRate: order.money.feeRate }),
  );

interface Origin {
  readonly causeId: string;
  readonly at: Date;
  readonly order: { readonly id: Id; readonly code: string };
  readonly feeRate: number | null;
}

const toJournal = (
  { kind, partId, lines }: Booking,
  { causeId, at, order, feeRate }: Origin,
): NewJournal => ({
  cause: { id: causeId, kind },
  at,
  order: { _id: new Types.ObjectId(order.id), code: order.code, partId },
  feeRate: kind === 'fee' ? feeRate : null,
  lines,
});
