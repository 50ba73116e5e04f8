import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterCardAnswer,
  type CardPaymentMoney,
  cardDues,
  cardHolds,
  isSettled,
  nextCardAct,
  refundedByBank,
  refusedRefund,
} from './card-payments.js';
import { splitCredit } from './credit.js';
import { bookingsOf, foldBalances, type OrderMoney } from './ledger.js';
import { isLive, partStatusSchema } from './order-state.js';

const payment = (more: Partial<CardPaymentMoney>): CardPaymentMoney => ({
  state: 'authorised',
  cents: 1_499,
  due: null,
  captured: 0,
  refunded: 0,
  ...more,
});

describe('what is next with a payment', () => {
  it.each([
    [{ state: 'intended' }, { act: 'authorize', cents: 1_499 }],
    [
      { state: 'intended', authorizeAt: new Date() },
      { act: 'saveCard', cents: 1_499 },
    ],
    [{ state: 'intended', due: 0 }, null],
    [{ state: 'challenge' }, null],
    [
      { state: 'challenge', due: 0 },
      { act: 'cancel', cents: 1_499 },
    ],
    [{ state: 'authorised' }, null],
    [
      { state: 'authorised', due: 0 },
      { act: 'cancel', cents: 1_499 },
    ],
    [
      { state: 'authorised', due: 1_000 },
      { act: 'capture', cents: 1_000 },
    ],
    [
      { state: 'authorised', due: 9_999 },
      { act: 'capture', cents: 1_499 },
    ],
    [{ state: 'captured', captured: 1_000, due: 1_000 }, null],
    [{ state: 'captured', captured: 1_000, due: null }, null],
    [
      { state: 'captured', captured: 1_000, due: 400 },
      { act: 'refund', cents: 600 },
    ],
    [{ state: 'captured', captured: 1_000, refunded: 600, due: 400 }, null],
    [
      { state: 'captured', captured: 1_000, refunded: 600, due: 0 },
      { act: 'refund', cents: 400 },
    ],
    [{ state: 'declined', due: 0 }, null],
    [{ state: 'released', due: 1_000 }, null],
    [{ state: 'lapsed', due: 1_000 }, null],
    [{ state: 'refund_refused', captured: 1_000, due: 0 }, null],
  ] as const)('%j → %j', (given, next) => expect(nextCardAct(payment(given))).toEqual(next));

  it.each([
    ['intended', 'authorize', 'declined'],
    ['challenge', 'authorize', 'declined'],
    ['authorised', 'authorize', 'lapsed'],
    ['authorised', 'capture', 'lapsed'],
    ['authorised', 'cancel', 'released'],
    ['captured', 'refund', 'refund_refused'],
  ] as const)('%s, and %s is refused: %s', (state, act, then) =>
    expect(afterCardAnswer(payment({ state }), act, { state: 'declined' }).state).toBe(then),
  );

  it('a refund that the bank refused is left to a person, unless the bank gives it back by a dispute', () => {
    const refused = payment({ state: 'refund_refused', captured: 1_000, due: 400 });
    const dispute = (state: 'open' | 'won' | 'lost') => ({
      ...refused,
      disputes: [{ cents: 1_000, state }],
    });
    expect(refusedRefund(refused)).toBe(600);
    expect(refusedRefund(dispute('open'))).toBe(0);
    expect(refusedRefund(dispute('won'))).toBe(600);
    expect(refusedRefund(dispute('lost'))).toBe(0);
    expect(isSettled(refused)).toBe(false);
    expect(isSettled({ ...refused, refunded: 600 })).toBe(true);
  });

  it.each([
    ['open', 0, false],
    ['won', 0, false],
    ['lost', 600, true],
  ] as const)(
    'a dispute that is %s has given back %i of a refund; settled: %p',
    (state, back, done) => {
      const disputed = payment({
        ...{ state: 'captured', captured: 1_000, due: 400 },
        disputes: [{ cents: 1_000, state }],
      });
      expect(refundedByBank(disputed)).toBe(back);
      expect(isSettled(disputed)).toBe(done);
      expect(isSettled({ ...disputed, due: 1_000 })).toBe(true);
      expect(refundedByBank({ ...disputed, due: null })).toBe(0);
    },
  );

  it('ends with what is owed, whatever is owed in between, and gives back no more than was taken', () => {
    const dues = fc.array(fc.option(fc.integer({ min: 0, max: 2_000 })), { maxLength: 6 });
    fc.assert(
      fc.property(dues, fc.integer({ min: 0, max: 2_000 }), (before, last) => {
        let now = payment({ state: 'intended' });
        for (const due of [null, ...before, last]) {
          now = { ...now, due };
          for (let next = nextCardAct(now); next; next = nextCardAct(now))
            now = afterCardAnswer(now, next.act, { state: 'succeeded', cents: next.cents });
          expect(now.captured).toBeLessThanOrEqual(now.cents);
          expect(now.refunded).toBeLessThanOrEqual(now.captured);
        }
        expect(now.captured - now.refunded).toBeLessThanOrEqual(last);
        if (!before.some((due) => due !== null))
          expect(now.captured).toBe(Math.min(last, now.cents));
      }),
    );
  });
});

const status = fc.constantFrom(...partStatusSchema.options);
const parts = fc.array(
  fc.record({
    farmId: fc.constantFrom('a', 'b', 'c'),
    fulfilment: fc.constantFrom('delivery' as const, 'pickup' as const),
    status,
    subtotal: fc.integer({ min: 0, max: 5_000 }),
    deliveredAt: fc.constant('2026-11-01T10:00:00.000Z'),
    refunded: fc.integer({ min: 0, max: 6_000 }),
    credited: fc.integer({ min: 0, max: 6_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);
/** Orders that store credit pays in part. */
const orders = fc
  .record({ deliveryFee: fc.constantFrom(0, 499), parts, credit: fc.nat({ max: 6_000 }) })
  .map(({ deliveryFee, parts, credit }): OrderMoney => {
    const subtotals = parts.map(({ subtotal }) => subtotal);
    const total = subtotals.reduce((sum, cents) => sum + cents, deliveryFee);
    const shares = splitCredit(Math.min(credit, total), { subtotals, deliveryFee });
    return {
      feeRate: 800,
      deliveryFee,
      byCard: true,
      customerId: 'c',
      feeCredit: shares.fee,
      parts: parts.map((part, at) => ({
        ...part,
        _id: `part-${at}`,
        credit: shares.parts[at] ?? 0,
      })),
    };
  });

describe('what an order by card owes', () => {
  it('is, once nothing of it is open, exactly what the ledger says that customers owe', () => {
    fc.assert(
      fc.property(orders, (order) => {
        fc.pre(order.parts.every((part) => !isLive(part.status) || part.status === 'delivered'));
        const dues = [...cardDues(order).values()];
        expect(dues).not.toContain(null);
        const owed = dues.reduce<number>((sum, due) => sum + (due ?? 0), 0);
        expect(owed + (foldBalances(bookingsOf(order)).get('market:cards') ?? 0)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never more than what each part holds', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const holds = cardHolds(order);
        for (const [id, due] of cardDues(order))
          expect(due ?? 0).toBeLessThanOrEqual(holds.get(id) ?? 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is open while a part is, and while the delivery fee that a part holds may still be owed', () => {
    const part = (_id: string, status: OrderMoney['parts'][number]['status']) => ({
      _id,
      farmId: _id,
      fulfilment: 'delivery' as const,
      status,
      subtotal: 1_000,
      deliveredAt: null,
    });
    const duesOf = (...parts: OrderMoney['parts']) => [
      ...cardDues({ feeRate: 800, deliveryFee: 499, parts }).values(),
    ];
    expect(duesOf(part('a', 'packed'), part('b', 'delivered'))).toEqual([null, 1_000]);
    expect(duesOf(part('a', 'cancelled'), part('b', 'packed'))).toEqual([null, null]);
    expect(duesOf(part('a', 'cancelled'), part('b', 'delivered'))).toEqual([499, 1_000]);
    expect(duesOf(part('a', 'cancelled'), part('b', 'declined'))).toEqual([0, 0]);
    expect(duesOf(part('a', 'delivered'), part('b', 'packed'))).toEqual([1_499, null]);
  });
});
