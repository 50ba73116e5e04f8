import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { type Day } from './days.js';
import { fulfilmentSchema } from './farms.js';
import { type Cents, toCents, toDollars } from './money.js';
import { isLive, partStatusSchema } from './order-state.js';
import { type Id, idSchema, timestampSchema } from './primitives.js';

/**
 * Whose claim a line of a journal changes. A balance above zero is what the market owes the account's holder, one below
 * zero is what the holder owes or keeps for it; all balances together are zero. docs/adr/0019-the-ledger.md has the
 * list.
 */
export type LedgerAccount =
  | `farm:${Id}`
  | `cash:${Id}`
  | `customer:${Id}`
  | 'market:fees'
  | 'market:delivery'
  | 'market:cards'
  | 'market:bank'
  | 'market:corrections';

/** What a farm has earned, and what was paid out to it. */
export const farmAccount = (farmId: Id): `farm:${Id}` => `farm:${farmId}`;
/** The cash that a farm took from customers; never above zero. */
export const cashAccount = (farmId: Id): LedgerAccount => `cash:${farmId}`;
/** A customer's store credit: what the market owes them; never below zero. */
export const customerAccount = (customerId: Id): LedgerAccount => `customer:${customerId}`;
/** The farm whose account this is; null for the others. */
export function farmOfAccount(account: string): Id | null {
  const [kind, id = ''] = account.split(':');
  return kind === 'farm' || kind === 'cash' ? id : null;
}

/** Why money moves. Stored for good: never rename one. */
export const journalKindSchema = z.enum([
  /** A customer pays a farm for its goods in cash, at the hand-over. */
  'cash',
  /** A customer owes a farm's goods, which their card pays, at the hand-over. */
  'card',
  /** A customer's store credit pays goods, at the hand-over. */
  'credit_spent',
  /** The market's fee on these goods. */
  'fee',
  /** The first farm that delivers collects the order's delivery fee in cash, or the customer's card owes it. */
  'delivery',
  /** The delivery fee goes to the farms that delivered, once nothing of the order is open. */
  'split',
  /** A farm gives the price of goods back, as they were paid. */
  'refund',
  /** A farm gives it as store credit. */
  'credit_given',
  /** What a customer owes is taken from their card, and given back. */
  'captured',
  'refunded',
  /** The customer's bank takes a payment back, or gives it back: the market bears it. */
  'disputed',
  /** The market pays a farm; below zero, what it takes back of a transfer. */
  'payout',
  /** A farm pays the market. */
  'payment',
  /** An admin corrects what a farm has, confirmed by another. */
  'correction',
]);
export type JournalKind = z.infer<typeof journalKindSchema>;

export interface JournalLine {
  readonly account: LedgerAccount;
  readonly cents: Cents;
}

/** The market's fee in hundredths of a percent: 800 is 8 %. */
export type FeeRate = number;
export const feeRateSchema = z.int().check(z.gte(0), z.lte(10_000));

/** The market's fee from a day on. */
export interface MarketFeeRule {
  /** In the market's time zone; null for the beginning. */
  readonly from: Day | null;
  readonly rate: FeeRate;
}
/** The fee of orders that were placed before orders kept theirs. */
export const FIRST_FEE_RATE: FeeRate = 800;

/** The rate that holds on a day. `rules` begin with the one of the beginning, and their days rise. */
export const feeRateOn = (rules: readonly MarketFeeRule[], day: Day): FeeRate =>
  rules.findLast(({ from }) => from === null || from <= day)?.rate ?? FIRST_FEE_RATE;

/** The market's fee on goods, in cents, half a cent rounded up. Delivery fees are free of it. */
export const marketFee = (goods: Cents, rate: FeeRate): Cents =>
  Math.round((goods * rate) / 10_000);

/**
 * Divides cents in proportion to `weights`; what is left by rounding goes, a cent each, to the largest remainders, the
 * first of equal ones first. Equal shares if all weights are 0.
 */
export function allocate(cents: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0 && weights.length > 0)
    return allocate(
      cents,
      weights.map(() => 1),
    );
  const shares = weights.map((weight) => Math.floor((cents * weight) / sum));
  const left = cents - shares.reduce((total, share) => total + share, 0);
  const rounded = weights
    .map((weight, at) => ({ at, remainder: (cents * weight) % sum }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
    .slice(0, left);
  for (const { at } of rounded) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

/** What of an order decides its journals, in the units of the API. */
export const orderMoneySchema = z.object({
  /** By the rule that held when the order was placed. */
  feeRate: feeRateSchema,
  /** As stored: it counts once a delivery is handed over. */
  deliveryFee: dollarsSchema,
  /** Whether the customer's card pays it; else it is paid at the hand-overs. */
  byCard: z.optional(z.boolean()),
  /** Absent in events that are older than store credit. */
  customerId: z.optional(idSchema),
  /** What store credit is to pay of the delivery fee; absent for none. */
  feeCredit: z.optional(dollarsSchema),
  parts: z.array(
    z.object({
      _id: idSchema,
      farmId: idSchema,
      fulfilment: fulfilmentSchema,
      status: partStatusSchema,
      subtotal: dollarsSchema,
      /** When it was marked as delivered last; null if never. */
      deliveredAt: z.nullable(timestampSchema),
      /** What store credit is to pay of the goods; absent for none. */
      credit: z.optional(dollarsSchema),
      /** What was given back of what came, as it was paid, and as store credit; absent for none. */
      refunded: z.optional(dollarsSchema),
      credited: z.optional(dollarsSchema),
    }),
  ),
});
/** Money in cents; the schema's is in dollars. */
export interface OrderMoney {
  readonly feeRate: FeeRate;
  readonly deliveryFee: Cents;
  readonly byCard?: boolean | undefined;
  readonly customerId?: Id | undefined;
  readonly feeCredit?: Cents | undefined;
  readonly parts: readonly MoneyPart[];
}
export type MoneyPart = z.infer<typeof orderMoneySchema>['parts'][number];

/** Each amount of an order's money in another unit. */
const converted = (money: OrderMoney, to: (amount: number) => number): OrderMoney => {
  const optional = (name: string, amount: number | undefined) =>
    amount === undefined ? {} : { [name]: to(amount) };
  return {
    ...money,
    deliveryFee: to(money.deliveryFee),
    ...optional('feeCredit', money.feeCredit),
    parts: money.parts.map((part) => ({
      ...part,
      subtotal: to(part.subtotal),
      ...optional('credit', part.credit),
      ...optional('refunded', part.refunded),
      ...optional('credited', part.credited),
    })),
  };
};

/** From the API's dollars to cents. */
export const toOrderMoney = (money: z.infer<typeof orderMoneySchema>): OrderMoney =>
  converted(money, toCents);

/** The reverse. */
export const fromOrderMoney = (money: OrderMoney): z.infer<typeof orderMoneySchema> => {
  const { parts, ...rest } = converted(money, toDollars);
  return { ...rest, parts: [...parts] };
};

/** A journal that is not booked yet. */
export interface Booking {
  readonly kind: JournalKind;
  /** Null if it concerns the order as a whole. */
  readonly partId: Id | null;
  readonly lines: readonly JournalLine[];
}

/** The lines that move cents from one account to another. */
export const move = (cents: Cents, from: LedgerAccount, to: LedgerAccount): JournalLine[] => [
  { account: from, cents: -cents },
  { account: to, cents },
];

/** How a part that came is paid, and what was given back of it, in cents. */
export interface Settlement {
  /** By store credit; the rest in cash or by card. */
  readonly spent: Cents;
  readonly paid: Cents;
  /** Given back in cash or to the card, and to the store credit that had paid. */
  readonly paidBack: Cents;
  readonly spentBack: Cents;
  /** Given as new store credit. */
  readonly given: Cents;
  /** What the farm keeps of the price; the market's fee is on it. */
  readonly kept: Cents;
}

/** Never more than came is given back. Cash and cards come first, because they are worth more to a customer. */
export function settlementOf({
  subtotal,
  credit = 0,
  refunded = 0,
  credited = 0,
}: Pick<MoneyPart, 'subtotal' | 'credit' | 'refunded' | 'credited'>): Settlement {
  const spent = Math.min(credit, subtotal);
  const paid = subtotal - spent;
  const back = Math.min(refunded, subtotal);
  const given = Math.min(credited, subtotal - back);
  const paidBack = Math.min(back, paid);
  return {
    spent,
    paid,
    paidBack,
    spentBack: back - paidBack,
    given,
    kept: subtotal - back - given,
  };
}

/** What store credit pays of the delivery fee, in cents. */
export const feeSpent = ({ deliveryFee, feeCredit = 0 }: OrderMoney): Cents =>
  Math.min(feeCredit, deliveryFee);

/** What is booked of an order's hand-overs and refunds, from the beginning to its present state. */
export function bookingsOf(order: OrderMoney): Booking[] {
  const delivered = order.parts.filter(({ status }) => status === 'delivered');
  const all = [
    ...delivered.flatMap((part) => partBookings(order, part)),
    ...deliveryFeeBookings(order, delivered),
  ];
  return all.filter(({ lines }) => lines.some(({ cents }) => cents !== 0));
}

/** Who has the customer's money, or has to take it. */
const debtorOf = ({ byCard = false }: OrderMoney, farmId: Id): LedgerAccount =>
  byCard ? 'market:cards' : cashAccount(farmId);

/** Of the goods of a part that was handed over. */
function partBookings(order: OrderMoney, part: MoneyPart): Booking[] {
  const { feeRate, byCard = false, customerId = '' } = order;
  const { _id: partId, farmId } = part;
  const { spent, paid, paidBack, spentBack, given, kept } = settlementOf(part);
  const [debtor, farm] = [debtorOf(order, farmId), farmAccount(farmId)];
  const customer = customerAccount(customerId);
  const back = [...move(paidBack, farm, debtor), ...move(spentBack, farm, customer)];
  return [
    { kind: byCard ? 'card' : 'cash', partId, lines: move(paid, debtor, farm) },
    { kind: 'credit_spent', partId, lines: move(spent, customer, farm) },
    { kind: 'fee', partId, lines: move(marketFee(kept, feeRate), farm, 'market:fees') },
    { kind: 'refund', partId, lines: back },
    { kind: 'credit_given', partId, lines: move(given, farm, customer) },
  ];
}

/** Collected with the first delivery, and split over all of them once nothing of the order is open. */
function deliveryFeeBookings(order: OrderMoney, delivered: readonly MoneyPart[]): Booking[] {
  const { deliveryFee, customerId = '', parts } = order;
  const deliveries = delivered.filter(({ fulfilment }) => fulfilment === 'delivery');
  const [first] = deliveries.toSorted(byDeliveredAt);
  if (!first) return [];
  const spent = feeSpent(order);
  const collected: Booking = {
    kind: 'delivery',
    partId: null,
    lines: [
      ...move(deliveryFee - spent, debtorOf(order, first.farmId), 'market:delivery'),
      ...move(spent, customerAccount(customerId), 'market:delivery'),
    ],
  };
  if (parts.some(({ status }) => isLive(status) && status !== 'delivered')) return [collected];
  const weights = deliveries.map(({ subtotal }) => subtotal);
  const shares = allocate(deliveryFee, weights);
  const lines = deliveries.map(({ farmId }, at) => ({
    account: farmAccount(farmId),
    cents: shares[at] ?? 0,
  }));
  const whole: JournalLine = { account: 'market:delivery', cents: -deliveryFee };
  return [collected, { kind: 'split', partId: null, lines: [whole, ...lines] }];
}

const byDeliveredAt = (one: MoneyPart, other: MoneyPart): number =>
  (one.deliveredAt ?? '').localeCompare(other.deliveredAt ?? '');

/**
 * What a change of an order books: what its new state books less what the old one did (null before it was placed). So
 * the sum does not depend on the order in which changes are handled, and a mistake that is put right takes back exactly
 * what it had booked.
 */
export const bookingsBetween = (before: OrderMoney | null, after: OrderMoney): Booking[] =>
  bookingsLess(bookingsOf(after), before ? bookingsOf(before) : []);

/** The first bookings less the second: what is left to book of each kind and part. */
export function bookingsLess(wanted: readonly Booking[], booked: readonly Booking[]): Booking[] {
  const keyOf = ({ kind, partId }: Booking) => `${kind} ${partId}`;
  const all = new Map([...booked, ...wanted].map((booking) => [keyOf(booking), booking]));
  const linesOf = (bookings: readonly Booking[], key: string) =>
    bookings.filter((one) => keyOf(one) === key).flatMap(({ lines }) => lines);
  return [...all].flatMap(([key, { kind, partId }]) => {
    const lines = difference(linesOf(wanted, key), linesOf(booked, key));
    return lines.length === 0 ? [] : [{ kind, partId, lines }];
  });
}

function difference(now: readonly JournalLine[], old: readonly JournalLine[]): JournalLine[] {
  const sums = foldBalances([
    { lines: now },
    { lines: old.map(({ account, cents }) => ({ account, cents: -cents })) },
  ]);
  return [...sums].flatMap(([account, cents]) => (cents === 0 ? [] : [{ account, cents }]));
}

/** The balance of each account after these journals. */
export function foldBalances(
  journals: Iterable<{ readonly lines: readonly JournalLine[] }>,
): Map<LedgerAccount, Cents> {
  const balances = new Map<LedgerAccount, Cents>();
  for (const { lines } of journals)
    for (const { account, cents } of lines)
      balances.set(account, (balances.get(account) ?? 0) + cents);
  return balances;
}

/** Whether lines move money and make none: integer cents that add up to zero. */
export const isBalanced = (lines: readonly JournalLine[]): boolean =>
  lines.length > 0 &&
  lines.every(({ cents }) => Number.isSafeInteger(cents)) &&
  lines.reduce((sum, { cents }) => sum + cents, 0) === 0;
