import { describe, expect, it } from '@jest/globals';
import type { CardPaymentDto } from './card-checkout.js';
import { isSettled, unpaidOf } from './card-payments.js';
import type { OrderDto, OrderPart } from './orders.js';
import { receiptOf } from './receipts.js';

const id = (n: number) => n.toString(16).padStart(24, '0');
const at = '2026-11-20T10:00:00.000Z';

function partOf(n: number, of: Partial<OrderPart>): OrderPart {
  const by = { role: 'farmer' as const, name: 'Wren' };
  const { status = 'delivered' } = of;
  return {
    ...{ _id: id(n), farmId: id(n + 100), farmName: `Farm ${n}`, farmSlug: `farm-${n}` },
    ...{ fulfilment: 'delivery', pickupPlace: null, slot: null, status, note: null, version: 5 },
    ...{ subtotal: 10, orderedTotal: 10, payment: { status: 'paid', amount: 10 } },
    lines: [],
    refunds: [],
    timeline: [{ status, at, by, reason: null, declineReason: null, goods: null }],
    changes: [],
    ...of,
  };
}

function orderOf(method: OrderDto['payment']['method'], parts: OrderPart[]): OrderDto {
  return {
    ...{ _id: id(1), code: 'FG-1', createdAt: at, status: 'Delivered', isDelivered: true },
    ...{ customer: { _id: id(2), name: 'Cara' }, address: null, notes: null, version: 9 },
    ...{ goodsTotal: 20, deliveryFee: 4.99, totalPrice: 24.99, parts },
    payment: { method, status: 'paid', amount: 24.99, paid: 24.99 },
  };
}

const paymentOf = (part: number, of: Partial<CardPaymentDto>): CardPaymentDto => ({
  ...{ _id: id(part + 200), orderId: id(1), partId: id(part), state: 'captured', held: 14.99 },
  ...{ unpaid: 0, captured: 0, refunded: 0, expiresAt: null, isReplaced: false, version: 1 },
  card: { brand: 'visa', last4: '4242' },
  ...of,
});

describe('a receipt', () => {
  it('has what was handed over, and the delivery fee with the first delivery', () => {
    const parts = [partOf(10, { fulfilment: 'pickup' }), partOf(11, { status: 'packed' })];
    const first = receiptOf({ order: orderOf('pay_on_handover', parts), payments: [] });
    expect(first).toMatchObject({ open: 1, goods: 10, deliveryFee: 0, total: 10, due: 0 });
    expect(first.tenders).toEqual([{ kind: 'cash', paid: 10, refunded: 0 }]);
    const both = [partOf(10, { fulfilment: 'pickup' }), partOf(11, {})];
    const last = receiptOf({ order: orderOf('pay_on_handover', both), payments: [] });
    expect(last).toMatchObject({ open: 0, goods: 20, deliveryFee: 4.99, total: 24.99, due: 0 });
  });

  it('has each card once, and what of the total no card has paid', () => {
    const parts = [partOf(10, {}), partOf(11, {}), partOf(12, { status: 'declined' })];
    const other = { brand: 'amex', last4: '0005' };
    const { tenders, due, ended } = receiptOf({
      order: orderOf('card', parts),
      payments: [
        paymentOf(10, { captured: 14.99 }),
        paymentOf(11, { captured: 8, refunded: 1 }),
        paymentOf(12, { state: 'released', card: other }),
      ],
    });
    expect(tenders).toEqual([
      { kind: 'card', brand: 'visa', last4: '4242', paid: 22.99, refunded: 1 },
    ]);
    expect(due).toBe(3);
    expect(ended.map(({ farmName }) => farmName)).toEqual(['Farm 12']);
  });

  it('has store credit as a way to pay, and what was given back as it was paid', () => {
    const back = (to: 'tender' | 'credit', amount: number) => ({
      ...{ _id: id(7), at, by: { role: 'farmer' as const, name: 'Wren' }, to, amount },
      ...{ lines: [], reason: null, problemId: id(8) },
    });
    const parts = [
      partOf(10, {
        payment: { status: 'paid', amount: 7, credit: 3 },
        refunds: [back('tender', 8), back('credit', 1)],
      }),
      partOf(11, { status: 'packed', payment: { status: 'due', amount: 8, credit: 2 } }),
    ];
    const cash = orderOf('pay_on_handover', parts);
    // a dollar of it pays the delivery fee
    const order = { ...cash, payment: { ...cash.payment, credit: 6 } };
    const receipt = receiptOf({ order, payments: [] });
    expect(receipt).toMatchObject({ total: 14.99, due: 0, parts: [{ refunded: 9 }] });
    expect(receipt.tenders).toEqual([
      { kind: 'cash', paid: 10.99, refunded: 7 },
      { kind: 'credit', paid: 4, refunded: 2 },
    ]);
    const byCard = { ...order, payment: { ...order.payment, method: 'card' as const } };
    const payments = [paymentOf(10, { captured: 10.99, refunded: 7 })];
    expect(receiptOf({ order: byCard, payments }).due).toBe(0);
  });

  it('has nothing before something came', () => {
    const parts = [partOf(10, { status: 'accepted' })];
    const receipt = receiptOf({ order: orderOf('pay_on_handover', parts), payments: [] });
    expect(receipt).toMatchObject({ parts: [], total: 0, tenders: [], due: 0 });
  });
});

describe('a payment by card', () => {
  const money = { cents: 1_499, due: 1_499, captured: 0, refunded: 0 };
  it.each([
    ['lapsed', null, 1_499, false],
    ['declined', 900, 900, false],
    ['challenge', null, 1_499, false],
    ['challenge', 0, 0, false],
    ['lapsed', 0, 0, true],
    ['intended', 0, 0, false],
    ['authorised', null, 0, false],
    ['authorised', 0, 0, false],
    ['released', 0, 0, true],
    ['refund_refused', 0, 0, true],
  ] as const)('that is %s and owes %p is unpaid by %p; settled: %p', (state, due, unpaid, done) => {
    expect(unpaidOf({ ...money, state, due })).toBe(unpaid);
    expect(isSettled({ ...money, state, due })).toBe(done);
  });

  it('is settled once exactly what is owed was taken and kept', () => {
    const taken = { ...money, state: 'captured' as const, captured: 1_499 };
    expect(isSettled(taken)).toBe(true);
    expect(isSettled({ ...taken, due: 900 })).toBe(false);
    expect(isSettled({ ...taken, due: 900, refunded: 599 })).toBe(true);
    expect(isSettled({ ...taken, due: null })).toBe(false);
  });
});
