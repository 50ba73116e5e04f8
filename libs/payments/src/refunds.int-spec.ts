import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  addDollars,
  addMonths,
  marketMoneySchema,
  moneyDeskSchema,
  monthOf,
  type OrderDto,
  type OrderProblem,
  orderProblemSchema,
  statementSchema,
} from '#libs/contracts';
import type { Answer } from '#libs/testing';
import { ConfiguredCards } from './configured-cards.js';
import { MonthsService } from './months.service.js';
import { BOTH, CardShop, newCard, ONE } from './testing/card-shop.js';

const month = monthOf(new Date().toISOString());

let shop: CardShop;
beforeAll(async () => {
  shop = await CardShop.open();
});
afterAll(() => shop.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const lineOf = (order: OrderDto) => {
  const line = order.parts[0]?.lines[0];
  if (!line) throw new Error('a part without lines');
  return line;
};
const report = async (order: OrderDto, { customer } = shop): Promise<OrderProblem> => {
  const path = `/orders/${order._id}/parts/${order.parts[0]?._id}/problems`;
  const lines = [{ productId: lineOf(order).productId, quantity: 1, kind: 'damaged' }];
  const key = { 'idempotency-key': randomUUID() };
  const { body } = await customer.client.post(path, { lines }, key);
  return orderProblemSchema.parse(body);
};
/** What customers have, on the money desk and by its newest event. */
async function storeCredit(): Promise<[number, number]> {
  const { body } = await shop.admin.client.get('/admin/money');
  const [event] = (await shop.market.events({ name: 'market.money-changed' })).slice(-1);
  const { storeCredit } = marketMoneySchema.parse(event?.payload);
  return [moneyDeskSchema.parse(body).storeCredit, storeCredit];
}
/** The customer reports the line of the first part, and its farm answers. */
async function answer(
  order: OrderDto,
  amount: number,
  outcome: 'tender' | 'credit' = 'tender',
  of = shop,
): Promise<Answer> {
  const { _id, version } = await report(order, of);
  const lines = [{ productId: lineOf(order).productId, amount }];
  const { client } = of.farmerOf(order, 0);
  return client.patch(`/problems/${_id}/answer`, { version, outcome, lines });
}
async function refund(...given: Parameters<typeof answer>): Promise<OrderProblem> {
  const { status, body } = await answer(...given);
  expect(status).toBe(200);
  return orderProblemSchema.parse(body);
}
/** Of $10.00 of apples in cash at the door, picked up. */
async function paidInCash(): Promise<OrderDto> {
  const order = await shop.market.order(shop.customer, [[shop.products.apples, 2]], {
    fulfilment: { [shop.farms.apples.id]: 'pickup' },
  });
  await shop.deliver(order, 0);
  return order;
}
const states = async (order: OrderDto) =>
  (await shop.paymentsOf(order)).map(({ state, captured, refunded }) => [
    state,
    captured,
    refunded,
  ]);
const statement = async (of = month) => {
  const { body } = await shop.farms.apples.farmer.client.get(`/farms/mine/statements/${of}`);
  return statementSchema.parse(body);
};
const entriesOf = async (order: OrderDto) =>
  (await statement()).entries.filter((entry) => entry.order?._id === order._id);

describe('a refund of goods that a card paid', () => {
  it('gives exactly that back to the card, and the market gives its fee back', async () => {
    const order = await shop.ordered(BOTH);
    for (const n of [0, 1]) await shop.deliver(order, n);
    await shop.atRest();
    const before = await shop.testCards();
    const booked = await shop.journals(order);
    await refund(order, 4);
    await shop.atRest();
    expect(await states(order)).toEqual([
      ['captured', 14.99, 4],
      ['captured', 15, 0],
    ]);
    expect((await shop.testCards()).refunded - before.refunded).toBe(400);
    expect((await shop.journals(order)).slice(booked.length).sort()).toEqual([
      'fee farm:apples 32',
      'fee market:fees -32',
      'refund farm:apples -400',
      'refund market:cards 400',
      'refunded market:bank 400',
      'refunded market:cards -400',
    ]);
    expect((await entriesOf(order)).at(-1)).toMatchObject({
      refunds: -4,
      marketFee: 0.32,
      change: -3.68,
    });
    // the rest of it
    await refund(order, 6);
    await shop.atRest();
    expect(await states(order)).toMatchObject([['captured', 14.99, 10], {}]);
    const entries = await entriesOf(order);
    const sum = (of: 'goods' | 'refunds' | 'marketFee') =>
      Math.round(entries.reduce((cents, entry) => cents + entry[of] * 100, 0));
    expect([sum('goods') + sum('refunds'), sum('marketFee')]).toEqual([0, 0]);
    expect((await answer(order, 0.01)).code).toBe('REFUND_TOO_HIGH');
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('waits for one before it whose outcome is unknown, and neither is given twice', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    const before = await shop.testCards();
    const provider = shop.market.app.get(ConfiguredCards).required().provider;
    const send = provider.send.bind(provider);
    let sent = 0;
    jest.spyOn(provider, 'send').mockImplementation(async (intention) => {
      const answered = await send(intention);
      if (++sent === 1) throw new Error('no answer in time');
      return answered;
    });
    await refund(order, 3);
    await shop.market.settled();
    await refund(order, 2);
    await shop.atRest();
    expect(await states(order)).toEqual([['captured', 14.99, 5]]);
    expect((await shop.testCards()).refunded - before.refunded).toBe(500);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('is no store credit for money that the customer’s bank has taken back', async () => {
    const order = await shop.ordered(ONE, 'disputed');
    await shop.deliver(order, 0);
    await shop.atRest();
    expect((await shop.stored({ orderId: order._id }))[0]?.disputes[0]?.state).toBe('open');
    expect((await answer(order, 4, 'credit')).code).toBe('PAYMENT_NOT_TAKEN');
  });

  it('is what the card owes less, if it has not paid yet', async () => {
    const order = await shop.ordered(ONE);
    await shop.expire(order);
    await shop.atRest();
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await states(order)).toEqual([['lapsed', 0, 0]]);
    expect((await answer(order, 4, 'credit')).code).toBe('PAYMENT_NOT_TAKEN');
    const again = await shop.ordered(ONE);
    await shop.expire(again);
    await shop.atRest();
    await shop.deliver(again, 0);
    await refund(again, 4);
    await shop.atRest();
    const card = newCard();
    const path = `/orders/${again._id}/payments`;
    const paid = await shop.customer.client.post(
      path,
      { card, amount: 10.99 },
      { 'idempotency-key': randomUUID() },
    );
    expect(paid.status).toBe(201);
    await shop.atRest();
    expect((await states(again)).at(-1)).toEqual(['captured', 10.99, 0]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('a refund of goods that were paid in cash', () => {
  it('is paid back by the farm, which then has taken less', async () => {
    const order = await paidInCash();
    await refund(order, 2.5);
    await shop.market.settled();
    expect(await shop.journals(order)).toEqual([
      'cash cash:apples -1000',
      'cash farm:apples 1000',
      'fee farm:apples -80',
      'fee market:fees 80',
      'fee farm:apples 20',
      'fee market:fees -20',
      'refund farm:apples -250',
      'refund cash:apples 250',
    ]);
    expect((await entriesOf(order)).at(-1)).toMatchObject({
      refunds: -2.5,
      cashTaken: 2.5,
      marketFee: 0.2,
      change: 0.2,
    });
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('a refund after its farm was paid out', () => {
  it('leaves the farm owing, which its next goods net', async () => {
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await shop.atRest();
    const { closing: owed } = await statement();
    const paid = { kind: 'payout', amount: owed, reference: 'BANK 1', balance: owed };
    const { status } = await shop.admin.client.post(
      `/admin/money/farms/${shop.farms.apples.id}/payments`,
      { ...paid, paidOn: new Date().toISOString().slice(0, 10) },
      { 'idempotency-key': randomUUID() },
    );
    expect([status, (await statement()).closing]).toEqual([201, 0]);
    await refund(order, 10);
    await shop.atRest();
    expect((await statement()).closing).toBe(-9.2);
    const next = await shop.ordered(ONE);
    await shop.deliver(next, 0);
    await shop.atRest();
    // $10.00 less 8 %, and $4.99 for the delivery
    expect((await statement()).closing).toBe(4.99);
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('store credit in place of a refund', () => {
  it('is what the market owes the customer, and the farm gets as much less', async () => {
    const order = await paidInCash();
    await refund(order, 2.5, 'credit');
    await shop.market.settled();
    expect((await shop.journals(order)).slice(4)).toEqual([
      'fee farm:apples 20',
      'fee market:fees -20',
      'credit_given farm:apples -250',
      `credit_given customer:${shop.customer.user._id} 250`,
    ]);
    const byCard = await shop.ordered(ONE);
    await shop.deliver(byCard, 0);
    await shop.atRest();
    await refund(byCard, 3, 'credit');
    await shop.atRest();
    expect(await states(byCard)).toEqual([['captured', 14.99, 0]]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('is on the money desk until an order has spent it, and admins get an event of both', async () => {
    const [before] = await storeCredit();
    const now = (change: number) => Array(2).fill(addDollars(before, change));
    const own = await shop.asAnother();
    const order = await own.ordered(ONE);
    await own.deliver(order, 0);
    await refund(order, 5, 'credit', own);
    await own.atRest();
    expect(await storeCredit()).toEqual(now(5));
    const next = await own.ordered(ONE, 'success', { payment: 'pay_on_handover', credit: 3 });
    await own.atRest();
    expect(await storeCredit()).toEqual(now(5));
    await own.deliver(next, 0);
    await own.atRest();
    expect(await storeCredit()).toEqual(now(2));
  });
});

describe('a refund of goods that store credit paid', () => {
  it('goes back as it was paid: to the card first, the rest as store credit', async () => {
    const own = await shop.asAnother();
    await own.give(4);
    const order = await own.ordered(ONE, 'success', { credit: 4 });
    const share = order.parts[0]?.payment.credit ?? 0;
    await own.deliver(order, 0);
    await own.atRest();
    const { answer } = await refund(order, 10, 'tender', own);
    expect(answer).toMatchObject({ amount: 10, credit: share });
    await own.atRest();
    const [paid] = await own.paymentsOf(order);
    expect(Math.round(((paid?.refunded ?? 0) + share) * 100)).toBe(1_000);
    expect((await own.credit()).balance).toBe(share);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('can be spent at once', async () => {
    const own = await shop.asAnother();
    await own.give(14.99);
    const inCash = (credit: number) => ({ payment: 'pay_on_handover' as const, credit });
    const order = await own.ordered(ONE, 'success', inCash(14.99));
    await own.deliver(order, 0);
    await refund(order, 4, 'tender', own);
    await refund(order, 6, 'credit', own);
    expect(await own.credit()).toMatchObject({
      balance: 10,
      moves: [['given', 6], ['given', 4], ['used', -14.99], {}],
    });
    await own.ordered(ONE, 'success', inCash(10));
    expect((await own.credit()).balance).toBe(0);
    await own.atRest();
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('a refund after its month was closed', () => {
  it('is booked into the running one, and the closed one stays as it is', async () => {
    const order = await paidInCash();
    await shop.market.settled();
    const next = addMonths(month, 1);
    await shop.market.app.get(MonthsService).close(Date.now() + 31 * 86_400_000);
    const closed = await statement();
    expect(closed.isClosed).toBe(true);
    await refund(order, 10);
    await shop.market.settled();
    expect(await statement()).toEqual(closed);
    expect(await statement(next)).toMatchObject({
      opening: closed.closing,
      totals: { refunds: -10, marketFee: 0.8, cashTaken: 10 },
      entries: [{ order: { _id: order._id }, change: 0.8 }],
    });
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});
