import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';
import { checkoutPaymentSchema, orderDtoSchema, ownFarmDtoSchema } from '#libs/contracts';
import { Jobs } from '#libs/platform';
import { waitFor } from '#libs/testing';
import { ConfiguredCards } from './configured-cards.js';
import { BOTH, CardShop, newCard, ONE } from './testing/card-shop.js';

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
});
afterAll(() => shop.close());

const states = async (order: { _id: string }) =>
  (await shop.paymentsOf(order)).map(({ state, captured, refunded }) => [
    state,
    captured,
    refunded,
  ]);

describe('an order that a card pays', () => {
  it('holds each part, takes what came at its hand-over, and owes it to the farms', async () => {
    const order = await shop.ordered(BOTH);
    expect(order.payment).toEqual({ method: 'card', status: 'due', amount: 29.99, paid: 0 });
    expect(await shop.paymentsOf(order)).toMatchObject([
      { state: 'authorised', held: 14.99, captured: 0, card: { brand: 'test', last4: '4242' } },
      { state: 'authorised', held: 15, captured: 0 },
    ]);
    const [line] = order.parts[1]?.lines ?? [];
    const short = { lines: [{ productId: line?.productId, quantity: 1 }], declineReason: 'other' };
    expect((await shop.change(shop.farmerOf(order, 1), order, 1, short)).status).toBe(200);
    await shop.deliver(order, 1);
    await shop.atRest();
    expect(await states(order)).toEqual([
      ['authorised', 0, 0],
      ['captured', 7.5, 0],
    ]);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await states(order)).toEqual([
      ['captured', 14.99, 0],
      ['captured', 7.5, 0],
    ]);
    const journals = await shop.journals(order);
    expect(journals).toEqual([
      'card market:cards -750',
      'card farm:beans 750',
      'fee farm:beans -60',
      'fee market:fees 60',
      'delivery market:cards -499',
      'delivery market:delivery 499',
      'captured market:bank -750',
      'captured market:cards 750',
      'card market:cards -1000',
      'card farm:apples 1000',
      'fee farm:apples -80',
      'fee market:fees 80',
      'split market:delivery -499',
      'split farm:apples 285',
      'split farm:beans 214',
      'captured market:bank -1499',
      'captured market:cards 1499',
    ]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('releases a part that is cancelled or declined, and takes the delivery fee without its goods', async () => {
    const order = await shop.ordered(BOTH);
    const declined = { status: 'declined', declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 0), order, 0, declined);
    await shop.atRest();
    // The fee is held with the apples, and the beans may still be delivered.
    expect(await states(order)).toEqual([
      ['authorised', 0, 0],
      ['authorised', 0, 0],
    ]);
    await shop.deliver(order, 1);
    await shop.atRest();
    expect(await states(order)).toEqual([
      ['captured', 4.99, 0],
      ['captured', 15, 0],
    ]);
    const none = await shop.ordered(BOTH);
    for (const n of [0, 1]) await shop.change(shop.customer, none, n, { status: 'cancelled' });
    await shop.atRest();
    expect(await states(none)).toEqual([
      ['released', 0, 0],
      ['released', 0, 0],
    ]);
    expect(await shop.journals(none)).toEqual([]);
  });

  it('gives back what an admin takes away after the hand-over', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 0]]);
    const undo = { status: 'packed', reason: 'The wrong box' };
    expect((await shop.change(shop.admin, order, 0, undo)).status).toBe(200);
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 0]]);
    const cancelled = { status: 'cancelled', reason: 'It is lost' };
    expect((await shop.change(shop.admin, order, 0, cancelled)).status).toBe(200);
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 14.99]]);
    expect(await shop.ledgerFaults()).toEqual([]);
    const { entries } = (await shop.admin.client.get('/audit-log')).body as {
      entries: { action: string; target: { id: string }; after: object }[];
    };
    const own = entries.filter(
      ({ action, target }) => action.startsWith('payment.') && target.id === order._id,
    );
    expect(own.map(({ action, after }) => [action, after])).toEqual([
      ['payment.refunded', expect.objectContaining({ captured: 14.99, refunded: 14.99 })],
      ['payment.captured', expect.objectContaining({ captured: 14.99, refunded: 0 })],
    ]);
  });

  it('shows the farm nothing to collect, and its statement what the market owes it', async () => {
    const order = await shop.ordered(ONE);
    const farmer = shop.farms.apples.farmer.client;
    const slip = await farmer.get(`/orders/${order._id}/packing-slip`);
    expect(slip.body).toMatchObject({ payment: { method: 'card', toCollect: 0, deliveryFee: 0 } });
    await shop.deliver(order, 0);
    await shop.market.settled();
    const month = new Date().toISOString().slice(0, 7);
    const { entries } = (await farmer.get(`/farms/mine/statements/${month}`)).body as {
      entries: { order: { _id: string } | null }[];
    };
    expect(entries.filter((entry) => entry.order?._id === order._id)).toMatchObject([
      { goods: 10, marketFee: -0.8, deliveryShare: 4.99, cashTaken: 0, change: 14.19 },
    ]);
  });
});

describe('what an order owes', () => {
  it('is what its newest state says, though an older event comes last', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    const events = await shop.market.events({ name: 'order.part-changed', aggregateId: order._id });
    await shop.market.forgetHandled('PaymentsProcessor.bookOrders', { aggregateId: order._id });
    for (const event of events.toReversed()) await shop.market.handle(event);
    await shop.atRest();
    const [stored] = await shop.stored({ orderId: order._id });
    expect(stored).toMatchObject({ state: 'captured', due: 1_499, refunded: 0 });
  });

  it('is compared with the ledger by its check', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    const payments = shop.market.collection('payments');
    const own = { 'order._id': new Types.ObjectId(order._id) };
    await payments.updateOne(own, { $inc: { captured: 1 } });
    expect(await shop.ledgerFaults()).toEqual([
      { kind: 'payment', name: order.code, detail: '1 cents' },
    ]);
    await payments.updateOne(own, { $inc: { captured: -1 } });
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('what a card holds', () => {
  it('bounds the changes of its order', async () => {
    const order = await shop.ordered(BOTH);
    const wants = (n: number, quantity: number) => {
      const productId = order.parts[n]?.lines[0]?.productId;
      return shop.change(shop.customer, order, n, { lines: [{ productId, quantity }] });
    };
    expect(await wants(1, 3)).toMatchObject({
      code: 'PAYMENT_NOT_COVERED',
      body: { details: { held: 15 } },
    });
    expect((await wants(1, 1)).status).toBe(200);
    expect((await wants(1, 2)).status).toBe(200);
    // The delivery fee does not give way to more apples.
    expect((await wants(0, 3)).code).toBe('PAYMENT_NOT_COVERED');
  });

  it('bounds a delivery fee that a cancellation raises', async () => {
    const many = [
      { farm: 'apples', quantity: 2, fulfilment: 'delivery' },
      { farm: 'beans', quantity: 4, fulfilment: 'pickup' },
    ] as const;
    const order = await shop.ordered(many);
    expect(order.deliveryFee).toBe(0);
    const cancelled = await shop.change(shop.customer, order, 1, { status: 'cancelled' });
    expect(cancelled.body).toMatchObject({ deliveryFee: 0, totalPrice: 10 });
    const one = await shop.ordered([{ farm: 'apples', quantity: 7, fulfilment: 'delivery' }]);
    const productId = one.parts[0]?.lines[0]?.productId;
    const fewer = { lines: [{ productId, quantity: 1 }] };
    const changed = await shop.change(shop.customer, one, 0, fewer);
    expect(changed.body).toMatchObject({ deliveryFee: 4.99, totalPrice: 9.99 });
  });
});

describe('a checkout by card', () => {
  it.each([
    ['success', 'authorised', null],
    ['decline', 'declined', 'card_declined'],
    ['insufficient_funds', 'declined', 'insufficient_funds'],
    ['challenge', 'authorised', null],
    ['expiry', 'authorised', null],
    ['timeout_after', 'authorised', null],
    ['timeout_before', 'authorised', null],
    ['webhook_twice', 'authorised', null],
    ['webhook_first', 'authorised', null],
    ['webhook_late', 'authorised', null],
    ['payout_returned', 'authorised', null],
  ] as const)('with the card %s is %s', async (token, state, code) => {
    const hold = await shop.hold(BOTH);
    const payment = await shop.authorised(BOTH, hold, token);
    expect(payment).toMatchObject({ state, code, amount: 29.99 });
    const placed = await shop.place(BOTH, hold);
    const isPlaced = state === 'authorised';
    expect(placed.code).toBe(isPlaced ? undefined : 'PAYMENT_NOT_AUTHORISED');
    if (!isPlaced) return;
    const order = placed.body as { _id: string };
    await shop.change(shop.customer, placed.body as never, 0, { status: 'cancelled' });
    await shop.deliver(placed.body as never, 1);
    await shop.atRest();
    const fee = (await shop.paymentsOf(order)).reduce((sum, { captured }) => sum + captured, 0);
    expect([10 + 4.99, 15 + 4.99]).toContain(fee);
    expect((await shop.confirm(payment)).state).toBe('placed');
  });

  it('that the customer does not pass in the bank’s challenge is declined', async () => {
    const hold = await shop.hold(ONE);
    const payment = checkoutPaymentSchema.parse((await shop.pay(ONE, hold, 'challenge')).body);
    expect(payment.state).toBe('challenge');
    expect((await shop.place(ONE, hold)).code).toBe('PAYMENT_NOT_AUTHORISED');
    const [challenge] = payment.challenges;
    const answer = { challenge, passed: false };
    const stranger = await shop.market.person('customer');
    const foreign = await stranger.client.post('/test-cards/challenges', answer);
    expect(foreign.code).toBe('PAYMENT_NOT_FOUND');
    await shop.customer.client.post('/test-cards/challenges', answer);
    expect(await shop.confirm(payment)).toMatchObject({
      state: 'declined',
      code: 'challenge_failed',
      challenges: [],
    });
  });

  it('is paid anew with another card, and by cash after all', async () => {
    const hold = await shop.hold(BOTH);
    await shop.authorised(BOTH, hold, 'decline');
    const second = await shop.authorised(BOTH, hold, 'success');
    const third = await shop.authorised(BOTH, hold, 'success');
    expect((await shop.confirm(second)).state).toBe('ended');
    const { payment } = (await shop.customer.client.get('/checkout/payments/current')).body as {
      payment: { _id: string };
    };
    expect(payment._id).toBe(third._id);
    const placed = await shop.place(BOTH, hold, { payment: 'pay_on_handover' });
    expect(placed.body).toMatchObject({ payment: { method: 'pay_on_handover' } });
    await shop.atRest();
    const found = await shop.stored({ holdId: hold._id });
    expect(found.map(({ stage, state }) => [stage, state]).sort()).toEqual([
      ['ended', 'declined'],
      ['ended', 'declined'],
      ['ended', 'released'],
      ['ended', 'released'],
      ['ended', 'released'],
      ['ended', 'released'],
    ]);
  });

  it('is released as a whole if one of its parts is declined', async () => {
    const products = shop.market.collection('products');
    const { _id } = shop.products.beans;
    // The test cards take no less than 50 cents.
    await products.updateOne({ _id }, { $set: { price: 20 } });
    const hold = await shop.hold(BOTH);
    const paid = await shop.pay(BOTH, hold, 'success', { more: { total: 15.39 } });
    await products.updateOne({ _id }, { $set: { price: 750 } });
    expect(paid.body).toMatchObject({ state: 'declined', code: 'amount_too_small' });
    await shop.atRest();
    const states = (await shop.stored({ holdId: hold._id })).map(({ state }) => state);
    expect(states.sort()).toEqual(['declined', 'released']);
  });

  it('is released with a hold that expires, or that a new one replaces', async () => {
    const expired = await shop.hold(ONE);
    await shop.authorised(ONE, expired, 'success');
    await shop.market
      .collection('holds')
      .updateOne({ _id: new Types.ObjectId(expired._id) }, { $set: { expiresAt: new Date() } });
    await shop.market.app.get(Jobs).add('hold.sweep', {});
    await waitFor('the hold to expire', async () => {
      const [payment] = await shop.stored({ holdId: expired._id });
      return payment?.stage === 'ended';
    });
    const replaced = await shop.hold(ONE);
    await shop.authorised(ONE, replaced, 'success');
    await shop.hold(ONE);
    await shop.atRest();
    for (const { _id } of [expired, replaced])
      expect(await shop.stored({ holdId: _id })).toMatchObject([
        { stage: 'ended', state: 'released' },
      ]);
    expect((await shop.place(ONE, expired)).code).toBe('PAYMENT_NOT_AUTHORISED');
  });

  it('has a payer who is asked for anew after a failure of the provider', async () => {
    const { provider } = shop.market.app.get(ConfiguredCards).required();
    const register = jest.spyOn(provider, 'registerPayer');
    register.mockResolvedValueOnce({ state: 'unknown', why: 'provider_failed' });
    const teller = await shop.asAnother();
    const hold = await teller.hold(ONE);
    expect((await teller.pay(ONE, hold, 'success')).code).toBe('SERVICE_UNAVAILABLE');
    expect((await teller.pay(ONE, hold, 'success')).body).toMatchObject({ state: 'authorised' });
    await teller.pay(ONE, hold, 'success');
    // It would repeat its failure for the same key.
    expect(new Set(register.mock.calls.map(([{ key }]) => key)).size).toBe(2);
    expect(register).toHaveBeenCalledTimes(2);
    register.mockRestore();
  });

  it('keeps a card, charges it again, and forgets it', async () => {
    const { client } = await shop.market.person('customer');
    expect((await client.get('/cards')).body).toEqual({ cards: [] });
    expect((await client.delete('/cards/card_1')).code).toBe('CARD_NOT_FOUND');
    const hold = await shop.hold(ONE);
    const card = newCard('success', { save: true });
    await shop.pay(ONE, hold, 'success', { more: { card } });
    const { cards } = (await shop.customer.client.get('/cards')).body as {
      cards: { reference: string; last4: string }[];
    };
    expect(cards).toMatchObject([{ brand: 'test', last4: '4242' }]);
    const saved = { kind: 'saved', reference: cards[0]?.reference };
    const again = await shop.pay(ONE, hold, 'success', { more: { card: saved } });
    expect(again.body).toMatchObject({ state: 'authorised' });
    expect((await client.delete(`/cards/${cards[0]?.reference}`)).code).toBe('CARD_NOT_FOUND');
    const forgotten = await shop.customer.client.delete(`/cards/${cards[0]?.reference}`);
    expect(forgotten.status).toBe(204);
    expect((await shop.customer.client.get('/cards')).body).toEqual({ cards: [] });
    const gone = await shop.pay(ONE, hold, 'success', { more: { card: saved } });
    expect(gone.body).toMatchObject({ state: 'declined', code: 'not_found' });
  });
});

describe('a request that is refused holds nothing', () => {
  let before: Awaited<ReturnType<CardShop['testCards']>>;
  beforeEach(async () => {
    before = await shop.testCards();
  });
  const unchanged = async () => expect(await shop.testCards()).toEqual(before);

  it('with another total, a foreign or ended hold, or no hold', async () => {
    const hold = await shop.hold(ONE);
    const other = await shop.pay(ONE, hold, 'success', { more: { total: 15 } });
    expect(other).toMatchObject({
      status: 409,
      code: 'TOTAL_CHANGED',
      body: { details: { from: 15, to: 14.99 } },
    });
    const who = await shop.market.person('customer');
    expect((await shop.pay(ONE, hold, 'success', { who })).code).toBe('HOLD_NOT_FOUND');
    await shop.customer.client.delete(`/checkout/holds/${hold._id}`);
    expect((await shop.pay(ONE, hold, 'success')).code).toBe('HOLD_NOT_FOUND');
    const noHold = { order: { ...shop.order(ONE, hold), holdId: undefined } };
    expect((await shop.pay(ONE, hold, 'success', { more: noHold })).code).toBe('VALIDATION_FAILED');
    await unchanged();
  });

  it.each([-14.99, 0, 14.999, '14.99', null])('with the total %p', async (total) => {
    const hold = await shop.hold(ONE);
    const answer = await shop.pay(ONE, hold, 'success', { more: { total } });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    await unchanged();
  });

  it('with another currency, another way to pay, or what is no card', async () => {
    const hold = await shop.hold(ONE);
    const cash = { ...shop.order(ONE, hold), payment: 'pay_on_handover' };
    for (const more of [
      { currency: 'eur' },
      { order: cash },
      { card: newCard('4242 4242 4242 4242') },
      { card: { ...newCard(), tokens: [] } },
      { card: { kind: 'saved' } },
    ])
      expect((await shop.pay(ONE, hold, 'success', { more })).code).toBe('VALIDATION_FAILED');
    await unchanged();
  });

  it('as an order without its payment, or of other goods than were paid', async () => {
    const hold = await shop.hold(ONE);
    expect(await shop.place(ONE, hold)).toMatchObject({
      status: 409,
      code: 'PAYMENT_NOT_AUTHORISED',
      body: { details: { payment: null } },
    });
    expect((await shop.place(ONE, hold, { holdId: undefined })).code).toBe(
      'PAYMENT_NOT_AUTHORISED',
    );
    await unchanged();
    await shop.authorised(ONE, hold, 'success');
    expect((await shop.place(BOTH, hold)).code).toBe('PAYMENT_NOT_AUTHORISED');
    const more = [{ ...ONE[0], farm: 'apples', fulfilment: 'delivery', quantity: 3 }] as const;
    expect((await shop.place(more, hold)).code).toBe('PAYMENT_NOT_AUTHORISED');
    expect((await shop.place(ONE, hold)).status).toBe(201);
    expect((await shop.place(ONE, hold)).code).toBe('PAYMENT_NOT_AUTHORISED');
  });

  it('as an order in cash at a farm that takes cards only', async () => {
    const { farms, customer } = shop;
    const { farmer } = farms.apples;
    const { version } = ownFarmDtoSchema.parse((await farmer.client.get('/farms/mine')).body);
    const saved = await farmer.client.patch('/farms/mine', { version, cardsOnly: true });
    expect(saved.body).toMatchObject({ cardsOnly: true });
    const hold = await shop.hold(BOTH);
    for (const payment of ['pay_on_handover', undefined]) {
      const refused = await shop.place(BOTH, hold, { payment });
      expect(refused.body).toMatchObject({
        code: 'CASH_NOT_ACCEPTED',
        details: { farms: [{ farmId: farms.apples.id }] },
      });
    }
    const left = await customer.client.get('/checkout/holds/current');
    expect(left.body).toMatchObject({ hold: { _id: hold._id } });
    await shop.authorised(BOTH, hold, 'success');
    expect((await shop.place(BOTH, hold)).status).toBe(201);
    const rich = await shop.asAnother();
    await rich.give(29.99);
    const credited = await rich.hold(BOTH);
    const cash = { payment: 'pay_on_handover' };
    const rest = await rich.place(BOTH, credited, { ...cash, credit: 29.98 });
    expect(rest.code).toBe('CASH_NOT_ACCEPTED');
    // store credit leaves nothing to collect
    const placed = await rich.place(BOTH, credited, { ...cash, credit: 29.99 });
    expect(placed.status).toBe(201);
    const order = orderDtoSchema.parse(placed.body);
    const part = order.parts.findIndex(({ farmId }) => farmId === farms.apples.id);
    const wants = (quantity: number) =>
      rich.change(rich.customer, order, part, {
        lines: [{ productId: rich.products.apples._id, quantity }],
      });
    expect((await wants(3)).code).toBe('CASH_NOT_ACCEPTED');
    expect((await wants(1)).status).toBe(200);
    await farmer.client.patch('/farms/mine', { version: version + 1, cardsOnly: false });
  });

  it('about a payment of another customer, or none', async () => {
    const hold = await shop.hold(ONE);
    const { _id } = await shop.authorised(ONE, hold, 'success');
    const { client } = await shop.market.person('customer');
    const foreign = await client.post(`/checkout/payments/${_id}/confirm`, {});
    expect([foreign.status, foreign.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    const order = (await shop.place(ONE, hold)).body as { _id: string };
    expect((await client.get(`/orders/${order._id}/payments`)).code).toBe('ORDER_NOT_FOUND');
    const farmer = await shop.farms.apples.farmer.client.get(`/orders/${order._id}/payments`);
    expect(farmer.code).toBe('FORBIDDEN');
  });
});
