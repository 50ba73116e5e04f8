import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { feeOnCard as feeAfter } from './card-cover.js';
import type { Order, Part } from './order.model.js';

/** A part of which this many cents are ordered, with what its card holds. */
const part = (
  ordered: number,
  held: number,
  { fulfilment = 'delivery' as Part['fulfilment'], status = 'placed' as Part['status'] } = {},
): Part =>
  ({
    _id: new Types.ObjectId(),
    fulfilment,
    status,
    payment: { status: 'due', amount: ordered, held },
    lines: [{ price: ordered, ordered: 1_000 }],
  }) as unknown as Part;
/** The fee after a change; `was` is the one before it. */
const feeOnCard = (
  parts: readonly Part[],
  after: readonly Part[],
  fee: number,
  { was = 0, feeCredit = 0 } = {},
): number =>
  feeAfter({ parts, deliveryFee: was, payment: { feeCredit } } as unknown as Order, after, fee);
const pickup = { fulfilment: 'pickup' } as const;

describe('the delivery fee of an order that a card pays', () => {
  it('is charged if the card holds it', () => {
    expect(feeOnCard([part(1_000, 1_499)], [part(1_000, 1_499)], 499)).toBe(499);
    expect(feeOnCard([part(5_000, 5_000)], [part(1_000, 5_000)], 499)).toBe(499);
  });

  it('is charged as far as the card holds it', () => {
    const before = [part(1_000, 1_200), part(4_000, 4_000, pickup)];
    const after = [part(1_000, 1_200), part(4_000, 4_000, { ...pickup, status: 'cancelled' })];
    expect(feeOnCard(before, after, 499)).toBe(200);
  });

  it('is held with the first delivery, also once that has ended', () => {
    const ended = part(1_000, 1_499, { status: 'cancelled' });
    expect(feeOnCard([part(1_000, 1_499)], [ended, part(1_500, 1_500)], 499)).toBe(499);
  });
});

describe('store credit beside a card', () => {
  const withCredit = (one: Part, credit: number): Part => ({
    ...one,
    payment: { ...one.payment, credit },
  });

  it('covers its share of the goods and of the delivery fee', () => {
    const before = [withCredit(part(1_000, 600, pickup), 400)];
    expect(feeOnCard(before, [withCredit(part(900, 600, pickup), 400)], 0)).toBe(0);
    expect(() => feeOnCard(before, [withCredit(part(1_001, 600, pickup), 400)], 0)).toThrow(
      expect.objectContaining({ code: 'PAYMENT_NOT_COVERED' }),
    );
    const delivery = [withCredit(part(1_000, 1_000), 400)];
    expect(feeOnCard(delivery, delivery, 499, { feeCredit: 99 })).toBe(499);
  });

  it('that did not need to pay what did not come leaves the delivery fee as it was', () => {
    const short = withCredit(part(1_000, 699, { status: 'delivered' }), 500);
    const order = { ...short, subtotal: 500 };
    expect(feeOnCard([order], [order], 499, { was: 499 })).toBe(499);
    // the hand-over was a mistake, and the credit is gone
    expect(feeOnCard([order], [{ ...order, status: 'packed' }], 499, { was: 499 })).toBe(499);
  });

  it('pays the delivery fee alone once the part that holds it has ended', () => {
    const before = [withCredit(part(1_000, 1_000), 400)];
    const ended = withCredit(part(1_000, 1_000, { status: 'cancelled' }), 400);
    expect(feeOnCard(before, [ended, part(1_500, 1_500)], 499, { feeCredit: 99 })).toBe(499);
  });
});

describe('a part that a card pays', () => {
  it('may cost as much as is held again, and no more', () => {
    const before = [part(1_000, 2_000, pickup)];
    expect(feeOnCard(before, [part(2_000, 2_000, pickup)], 0)).toBe(0);
    expect(() => feeOnCard(before, [part(2_001, 2_000, pickup)], 0)).toThrow(
      expect.objectContaining({ code: 'PAYMENT_NOT_COVERED' }),
    );
  });

  it('leaves the delivery fee what is held for it', () => {
    const before = [part(1_000, 1_499)];
    expect(() => feeOnCard(before, [part(1_100, 1_499)], 499)).toThrow(
      expect.objectContaining({ code: 'PAYMENT_NOT_COVERED' }),
    );
    // So much is ordered now that the delivery is free.
    expect(feeOnCard(before, [part(1_100, 1_499)], 0)).toBe(0);
  });
});
