import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { orderDtoSchema, orderReceiptSchema, receiptOf } from '#libs/contracts';
import { ConfiguredCards, type MerchantAccount } from './configured-cards.js';
import type { StoreCredit } from './store-credit.model.js';
import { BOTH, CardShop, ONE } from './testing/card-shop.js';

let market: CardShop;
beforeAll(async () => {
  market = await CardShop.open();
});
afterAll(() => market.close());

/** A customer of their own, with store credit. */
async function shopWith(dollars: number): Promise<CardShop> {
  const shop = await market.asAnother();
  if (dollars > 0) await shop.give(dollars);
  return shop;
}
const inCash = (credit: number) => ({ payment: 'pay_on_handover' as const, credit });
const byCard = (credit: number) => ({ credit });
const orders = ({ customer }: CardShop) =>
  market.market
    .collection('orders')
    .countDocuments({ 'customer._id': new Types.ObjectId(customer.user._id) });
const slipOf = async (shop: CardShop, order: { _id: string }) =>
  (await shop.farms.apples.farmer.client.get(`/orders/${order._id}/packing-slip`)).body as {
    payment: { toCollect: number; deliveryFee: number };
  };

describe('an order that store credit pays', () => {
  it('leaves the farm nothing to collect if it pays all, and the market owes the farm its goods', async () => {
    const shop = await shopWith(20);
    const order = await shop.ordered(ONE, 'success', inCash(14.99));
    expect(order.payment).toEqual({
      method: 'pay_on_handover',
      status: 'due',
      amount: 0,
      paid: 0,
      credit: 14.99,
    });
    expect(order.parts[0]?.payment).toEqual({ status: 'due', amount: 0, credit: 10 });
    expect(await shop.credit()).toEqual({
      balance: 5.01,
      moves: [
        ['used', -14.99],
        ['given', 20],
      ],
    });
    expect((await slipOf(shop, order)).payment).toMatchObject({ toCollect: 0, deliveryFee: 0 });
    await shop.deliver(order, 0);
    await shop.atRest();
    const customer = `customer:${shop.customer.user._id}`;
    expect(await shop.journals(order)).toEqual([
      `credit_spent ${customer} -1000`,
      'credit_spent farm:apples 1000',
      'fee farm:apples -80',
      'fee market:fees 80',
      'delivery market:delivery 499',
      `delivery ${customer} -499`,
      'split market:delivery -499',
      'split farm:apples 499',
    ]);
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await shop.farms.apples.farmer.client.get(`/farms/mine/statements/${month}`);
    const { entries } = body as { entries: { order: { _id: string } | null }[] };
    expect(entries.find((entry) => entry.order?._id === order._id)).toMatchObject({
      ...{ goods: 10, creditSpent: 10, marketFee: -0.8, deliveryShare: 4.99 },
      ...{ cashTaken: 0, feeTaken: 0, change: 14.19 },
    });
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('leaves the rest to be collected in cash', async () => {
    const shop = await shopWith(5);
    const order = await shop.ordered(ONE, 'success', inCash(5));
    expect(order.payment).toMatchObject({ amount: 9.99, credit: 5 });
    expect((await slipOf(shop, order)).payment.toCollect).toBe(9.99);
    const round = await shop.farms.apples.farmer.client.get('/farms/mine/run-sheet');
    const { stops } = round.body as { stops: { _id: string; toCollect: number }[] };
    expect(stops.find(({ _id }) => _id === order._id)?.toCollect).toBe(9.99);
    await shop.deliver(order, 0);
    await shop.atRest();
    const cash = (await shop.journals(order)).filter((line) => line.includes('cash:apples'));
    expect(cash.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(-999);
    const done = orderDtoSchema.parse(
      (await shop.customer.client.get(`/orders/${order._id}`)).body,
    );
    expect(done.payment).toMatchObject({ status: 'paid', amount: 9.99, paid: 9.99, credit: 5 });
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('holds the rest on the card, part by part, and takes no more than what came', async () => {
    const shop = await shopWith(10);
    const order = await shop.ordered(BOTH, 'success', byCard(10));
    const held = (await shop.paymentsOf(order)).map((payment) => payment.held);
    expect(Math.round(held.reduce((sum, dollars) => sum + dollars, 0) * 100)).toBe(1_999);
    // $15.00 of beans, of which store credit has 10/29.99
    expect(order.parts[1]?.payment).toMatchObject({ amount: 10, credit: 5 });
    const [line] = order.parts[1]?.lines ?? [];
    const short = { lines: [{ productId: line?.productId, quantity: 1 }], declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 1), order, 1, short);
    await shop.deliver(order, 1);
    await shop.deliver(order, 0);
    await shop.atRest();
    const captured = (await shop.paymentsOf(order)).map((payment) => payment.captured);
    // credit first: 7.50 of beans less 5.00, 10.00 of apples and the fee less the rest of the credit
    expect(captured).toEqual([9.99, 2.5]);
    expect((await shop.credit()).balance).toBe(0);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('gives back at once what is cancelled, declined or did not come', async () => {
    const shop = await shopWith(29.99);
    const order = await shop.ordered(BOTH, 'success', inCash(29.99));
    expect((await shop.credit()).balance).toBe(0);
    const declined = { status: 'declined', declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 0), order, 0, declined);
    expect((await shop.credit()).balance).toBe(10);
    const [line] = order.parts[1]?.lines ?? [];
    const short = { lines: [{ productId: line?.productId, quantity: 1 }], declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 1), order, 1, short);
    // the farm may still bring the rest
    expect((await shop.credit()).balance).toBe(10);
    await shop.deliver(order, 1);
    expect((await shop.credit()).balance).toBe(17.5);
    const other = await shop.ordered(ONE, 'success', inCash(14.99));
    await shop.change(shop.customer, other, 0, { status: 'cancelled' });
    expect(await shop.credit()).toMatchObject({
      balance: 17.5,
      moves: [
        ['returned', 14.99],
        ['used', -14.99],
        ['returned', 7.5],
        ['returned', 10],
        ['used', -29.99],
        ['given', 29.99],
      ],
    });
    await shop.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('does not take again what it has returned, when a hand-over was a mistake', async () => {
    const shop = await shopWith(14.99);
    const order = await shop.ordered(ONE, 'success', inCash(14.99));
    const [line] = order.parts[0]?.lines ?? [];
    const short = { lines: [{ productId: line?.productId, quantity: 1 }], declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 0), order, 0, short);
    await shop.deliver(order, 0);
    expect((await shop.credit()).balance).toBe(5);
    await shop.change(shop.admin, order, 0, { status: 'packed', reason: 'The wrong box' });
    expect((await shop.credit()).balance).toBe(5);
    await shop.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
    await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
    expect((await shop.credit()).balance).toBe(14.99);
    await shop.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('store credit beside a card', () => {
  it('that a mistaken hand-over returned leaves nothing to be paid that no card holds', async () => {
    const shop = await shopWith(10);
    const order = await shop.ordered(ONE, 'success', byCard(10));
    const [line] = order.parts[0]?.lines ?? [];
    const bring = (quantity: number) =>
      shop.change(shop.farmerOf(order, 0), order, 0, {
        lines: [{ productId: line?.productId, quantity }],
        declineReason: 'other',
      });
    await shop.change(shop.farmerOf(order, 0), order, 0, { status: 'accepted' });
    await bring(1);
    await shop.deliver(order, 0);
    await shop.atRest();
    await shop.change(shop.admin, order, 0, { status: 'accepted', reason: 'The wrong box' });
    expect(await bring(2)).toMatchObject({ code: 'PAYMENT_NOT_COVERED' });
    await shop.deliver(order, 0);
    await shop.atRest();
    const receipt = await shop.customer.client.get(`/orders/${order._id}/receipt`);
    expect(receiptOf(orderReceiptSchema.parse(receipt.body)).due).toBe(0);
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('store credit that cannot be used so', () => {
  it.each([
    ['more than there is', 5.01, 409, 'CREDIT_NOT_ENOUGH'],
    ['more than the order costs', 15, 409, 'AMOUNT_TOO_HIGH'],
    ['nothing', 0, 400, 'VALIDATION_FAILED'],
    ['less than nothing', -1, 400, 'VALIDATION_FAILED'],
    ['a fraction of a cent', 1.001, 400, 'VALIDATION_FAILED'],
  ])('%s: nothing changes', async (_, credit, status, code) => {
    const shop = await shopWith(5);
    const hold = await shop.hold(ONE);
    const placed = await shop.place(ONE, hold, inCash(credit));
    expect([placed.status, placed.code]).toEqual([status, code]);
    const order = { ...shop.order(ONE, hold), credit };
    const paid = await shop.pay(ONE, hold, 'success', { more: { order } });
    expect([paid.status, paid.code]).toEqual([status, code]);
    expect(await shop.credit()).toEqual({ balance: 5, moves: [['given', 5]] });
    expect(await orders(shop)).toBe(0);
  });

  it('is no payment by card if it pays all; then the order needs none', async () => {
    const shop = await shopWith(14.99);
    const hold = await shop.hold(ONE);
    const order = { ...shop.order(ONE, hold), credit: 14.99 };
    const paid = await shop.pay(ONE, hold, 'success', { more: { order } });
    expect([paid.status, paid.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
    const cards = shop.market.app.get(ConfiguredCards) as unknown as {
      merchant: MerchantAccount | null;
    };
    const { merchant } = cards;
    cards.merchant = null;
    expect((await shop.place(ONE, hold, byCard(14.99))).code).toBe('PAYMENT_NOT_OFFERED');
    cards.merchant = merchant;
    const placed = await shop.place(ONE, hold, byCard(14.99));
    expect(placed.status).toBe(201);
    expect(await shop.paymentsOf(orderDtoSchema.parse(placed.body))).toEqual([]);
  });

  it('is no other customer’s, and not for farms and admins', async () => {
    const rich = await shopWith(50);
    const poor = await shopWith(0);
    const refused = await poor.place(ONE, await poor.hold(ONE), inCash(5));
    expect(refused).toMatchObject({ code: 'CREDIT_NOT_ENOUGH', body: { details: { balance: 0 } } });
    expect((await rich.credit()).balance).toBe(50);
    for (const { client } of [rich.admin, rich.farms.apples.farmer])
      expect((await client.get('/credit')).status).toBe(403);
  });
});

describe('store credit in a race', () => {
  it('is spent by one of two orders only, and by a repeated request once', async () => {
    const shop = await shopWith(14.99);
    const body = { ...shop.order(ONE, await shop.hold(ONE)), ...inCash(14.99) };
    const { holdId: _, ...again } = body;
    const keys = [randomUUID(), randomUUID()];
    const place = (order: object, key = '') =>
      shop.customer.client.post('/orders', order, { 'idempotency-key': key });
    const answers = await Promise.all([place(body, keys[0]), place(again, keys[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.map(({ code }) => code)).toContain('CREDIT_NOT_ENOUGH');
    const won = answers[0]?.status === 201 ? 0 : 1;
    const repeated = await place(won === 0 ? body : again, keys[won]);
    expect(repeated.body).toEqual(answers[won]?.body);
    expect(await shop.credit()).toMatchObject({
      balance: 0,
      moves: [
        ['used', -14.99],
        ['given', 14.99],
      ],
    });
    expect(await orders(shop)).toBe(1);
  });

  it('comes back once, though two ask for it', async () => {
    const shop = await shopWith(14.99);
    const order = await shop.ordered(ONE, 'success', inCash(14.99));
    const cancel = { status: 'cancelled' };
    const declined = { status: 'declined', declineReason: 'other' };
    await Promise.all([
      shop.change(shop.customer, order, 0, cancel),
      shop.change(shop.farmerOf(order, 0), order, 0, declined),
    ]);
    expect((await shop.credit()).balance).toBe(14.99);
    await shop.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

it('reaches the customer’s open pages, and nobody else’s', async () => {
  const shop = await shopWith(14.99);
  const order = await shop.ordered(ONE, 'success', inCash(14.99));
  const [event] = await shop.market.events({
    name: 'credit.changed',
    aggregateId: `credit:${shop.customer.user._id}`,
  });
  expect(event?.payload).toMatchObject({
    customerId: shop.customer.user._id,
    credit: { balance: 0, version: 2 },
    entries: [{ kind: 'used', amount: -14.99, order: { _id: order._id, code: order.code } }],
  });
});

it('is checked against its history, and the history against the orders', async () => {
  const shop = await shopWith(20);
  const order = await shop.ordered(ONE, 'success', inCash(14.99));
  await shop.atRest();
  const credits = shop.market.collection<StoreCredit>('storeCredits');
  const _id = new Types.ObjectId(shop.customer.user._id);
  await credits.updateOne({ _id }, { $inc: { cents: 1 } });
  expect(await shop.ledgerFaults()).toEqual([
    { kind: 'credit', name: _id.toString(), detail: '502 cents, by its history 501' },
  ]);
  await credits.updateOne({ _id }, { $inc: { cents: -1 } });
  const entries = shop.market.collection('creditEntries');
  const own = { 'order._id': new Types.ObjectId(order._id) };
  await entries.updateOne(own, { $inc: { cents: -1 } });
  expect(await shop.ledgerFaults()).toEqual([
    { kind: 'credit', name: order.code, detail: '1 cents' },
    { kind: 'credit', name: _id.toString(), detail: '501 cents, by its history 500' },
  ]);
  await entries.updateOne(own, { $inc: { cents: 1 } });
  expect(await shop.ledgerFaults()).toEqual([]);
});
