import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type DomainEvent, disputesSchema, type OrderDto } from '#libs/contracts';
import { waitFor } from '#libs/testing';
import { CardIntentions } from './card-intentions.service.js';
import { ConfiguredCards, type MerchantAccount } from './configured-cards.js';
import { signedWebhook } from './providers/test-webhooks.js';
import { BOTH, CardShop, ONE } from './testing/card-shop.js';

let shop: CardShop;
let seller: string;
beforeAll(async () => {
  shop = await CardShop.open();
  seller = await shop.connect('apples');
});
afterAll(() => shop.close());

/** What the farm of apples is owed, and what is transferred to farms. */
let before: { owed: number; transferred: number };
const books = async () => ({
  owed: await shop.owed('apples'),
  transferred: (await shop.testCards()).transferred,
});
beforeEach(async () => {
  await shop.atRest();
  before = await books();
});
const moved = async () => {
  const { owed, transferred } = await books();
  return [transferred - before.transferred, owed - before.owed];
};

async function delivered(token = 'success'): Promise<OrderDto> {
  const order = await shop.ordered(ONE, token);
  await shop.deliver(order, 0);
  await shop.atRest();
  return order;
}
const takenAway = async (order: OrderDto): Promise<void> => {
  await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
  await shop.atRest();
};
const transfersOf = async ({ _id }: OrderDto) =>
  (await shop.stored({ orderId: _id })).flatMap(({ transfers }) => transfers);

/** A webhook as the test cards send it. */
const send = (about: object) => {
  const at = new Date();
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, at, about });
  const { headers } = signedWebhook(body, shop.market.secret, at);
  return shop.market.visitor.call('POST', '/webhooks/cards', JSON.parse(body), {
    'test-cards-signature': String(headers['test-cards-signature']),
  });
};

describe('a farm with an account at the provider', () => {
  it('gets its share of a capture, and of the delivery fee, and is owed nothing then', async () => {
    const order = await delivered();
    expect(await moved()).toEqual([1_419, 0]);
    expect(await transfersOf(order)).toMatchObject([{ seller, cents: 1_419, reversed: 0 }]);
    expect(await shop.journals(order)).toEqual([
      'card market:cards -1000',
      'card farm:apples 1000',
      'fee farm:apples -80',
      'fee market:fees 80',
      'delivery market:cards -499',
      'delivery market:delivery 499',
      'split market:delivery -499',
      'split farm:apples 499',
      'captured market:bank -1499',
      'captured market:cards 1499',
      'payout farm:apples -1419',
      'payout market:bank 1419',
    ]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('gets its share of a delivery fee that another part’s card paid, once that is split', async () => {
    const order = await shop.ordered(BOTH.toReversed());
    const fee = order.parts[0]?.farmId === shop.farms.beans.id ? 0 : 1;
    await shop.deliver(order, 1 - fee);
    await shop.atRest();
    expect(await moved()).toEqual([920, 0]);
    await shop.deliver(order, fee);
    await shop.atRest();
    expect(await moved()).toEqual([920 + 200, 0]);
    expect((await transfersOf(order)).map(({ farmId }) => farmId)).toEqual([
      shop.farms.apples.id,
      shop.farms.apples.id,
    ]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('gives back what its customer is refunded later, of the transfer that paid it', async () => {
    const order = await delivered();
    const [made] = await transfersOf(order);
    await takenAway(order);
    expect(await moved()).toEqual([0, 0]);
    expect(await transfersOf(order)).toEqual([{ ...made, reversed: 1_419 }]);
    expect((await shop.journals(order)).slice(-2)).toEqual([
      'payout farm:apples 1419',
      'payout market:bank -1419',
    ]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('gets no more than it is owed: what it owes is netted, and no cent is sent twice', async () => {
    // it took cash, of which the market's fee is owed
    const order = await shop.ordered(ONE);
    await correct(-300);
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await moved()).toEqual([1_119, 0]);
    // of what it got it gives everything back, and still owes what was netted
    await takenAway(order);
    expect(await moved()).toEqual([0, -300]);
    await correct(300);
  });

  it('gets exactly what it is owed by many at once', async () => {
    const orders = [];
    for (let n = 0; n < 4; n++) orders.push(await shop.ordered(ONE));
    await correct(-1_000);
    await Promise.all(orders.map((order) => shop.deliver(order, 0)));
    await shop.atRest();
    expect(await moved()).toEqual([4 * 1_419 - 1_000, 0]);
    await correct(1_000);
    await payByHand(10);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('is paid by bank while it is not connected, and gives back all the same', async () => {
    const order = await delivered();
    await shop.farms.apples.farmer.client.delete('/farms/mine/payouts');
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'by_hand' });
    await delivered();
    expect(await moved()).toEqual([1_419, 1_419]);
    await takenAway(order);
    expect(await moved()).toEqual([0, 1_419]);
    await shop.connect('apples');
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'ready' });
    await payByHand(14.19);
  });

  it('cannot be paid by hand what is being transferred', async () => {
    const { provider } = shop.market.app.get(ConfiguredCards).required();
    const lost = { state: 'unknown', why: 'no_answer' } as const;
    const transfer = jest.spyOn(provider, 'transfer').mockResolvedValue(lost);
    const order = await shop.ordered(ONE);
    await shop.deliver(order, 0);
    await waitFor('the transfer', async () => transfer.mock.calls.length > 0);
    expect(await payment(0.01)).toMatchObject({ code: 'AMOUNT_TOO_HIGH' });
    transfer.mockRestore();
    await shop.atRest();
    expect(await moved()).toEqual([1_419, 0]);
  });

  it('that cannot receive it is owed its share', async () => {
    const order = await shop.ordered(ONE);
    const records = shop.market.collection<{ _id: string; json: string }>('testCardRecords');
    const ready = (await records.findOne({ _id: seller }))?.json ?? '';
    const stopped = JSON.stringify({ ...JSON.parse(ready), ready: false });
    await records.updateOne({ _id: seller }, { $set: { json: stopped } });
    await shop.deliver(order, 0);
    await shop.atRest();
    expect(await moved()).toEqual([0, 1_419]);
    await records.updateOne({ _id: seller }, { $set: { json: ready } });
    await payByHand(14.19);
  });
});

describe('a payout that the farm’s bank returns', () => {
  it('is taken back from the provider and owed again, once, also after it had succeeded', async () => {
    const order = await delivered();
    const [made] = await transfersOf(order);
    const payout = { kind: 'payout', seller, reference: `po_${randomUUID()}`, cents: 1_419 };
    expect((await send({ ...payout, result: 'paid' })).status).toBe(204);
    expect((await send({ ...payout, result: 'returned' })).status).toBe(204);
    expect((await send({ ...payout, result: 'returned' })).status).toBe(204);
    expect((await send({ ...payout, result: 'paid' })).status).toBe(204);
    await shop.atRest();
    expect(await moved()).toEqual([0, 1_419]);
    expect(await transfersOf(order)).toEqual([{ ...made, reversed: 1_419, returned: 1_419 }]);
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'returned', returned: 14.19 });
    expect(await notices()).toContain('Your bank has returned a payout of $14.19');
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('stops transfers until the farm has looked at its data', async () => {
    await delivered();
    expect(await moved()).toEqual([0, 1_419]);
    await shop.connect('apples');
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'ready', returned: null });
    await payByHand(28.38);
    await delivered();
    expect((await books()).owed).toBe(0);
  });

  it('of the test card arrives by itself', async () => {
    await delivered('payout_returned');
    await shop.atRest();
    expect(await moved()).toEqual([0, 1_419]);
    await shop.connect('apples');
    await payByHand(14.19);
  });

  it('reaches a farm that is paid by bank now, and leaves what was taken back before', async () => {
    const older = await delivered();
    const newer = await delivered();
    await takenAway(newer);
    const [before] = await shop.stored({ orderId: newer._id });
    await shop.farms.apples.farmer.client.delete('/farms/mine/payouts');
    const payout = { kind: 'payout', seller, reference: `po_${randomUUID()}`, cents: 1_000 };
    expect((await send({ ...payout, result: 'returned' })).status).toBe(204);
    await shop.atRest();
    expect(await transfersOf(older)).toMatchObject([{ returned: 1_000 }]);
    expect((await shop.stored({ orderId: newer._id }))[0]?.version).toBe(before?.version);
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'returned', returned: 10 });
    expect(await notices()).toContain('Your bank has returned a payout of $10.00');
    await shop.farms.apples.farmer.client.delete('/farms/mine/payouts');
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'by_hand', returned: null });
    await shop.connect('apples');
    await payByHand(10);
  });

  it('of a stranger’s account does nothing', async () => {
    const payout = { kind: 'payout', result: 'returned', reference: 'po_1', cents: 1_419 };
    expect((await send({ ...payout, seller: 'seller_of_nobody' })).status).toBe(204);
    expect(await moved()).toEqual([0, 0]);
  });
});

describe('a dispute', () => {
  it('is borne by the market, and gives nothing back twice', async () => {
    const order = await delivered('disputed');
    const [payment] = await shop.stored({ orderId: order._id });
    expect(payment?.disputes).toMatchObject([{ cents: 1_499, state: 'open' }]);
    expect((await shop.journals(order)).slice(-2)).toEqual([
      'disputed market:corrections -1499',
      'disputed market:bank 1499',
    ]);
    const events = await shop.market.events({ name: 'order.disputed' });
    const { payload } = events.at(-1) as DomainEvent<'order.disputed'>;
    expect(payload).toMatchObject({ code: order.code, amount: 14.99, state: 'open' });
    expect(await disputes()).toMatchObject([{ code: order.code, amount: 14.99, state: 'open' }]);
    const { refunded } = await shop.testCards();
    await takenAway(order);
    expect((await shop.testCards()).refunded).toBe(refunded);
    await decided(order, 'lost');
    expect(await disputes()).toEqual([]);
    expect((await shop.testCards()).refunded).toBe(refunded);
    expect(await moved()).toEqual([0, 0]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('that is lost is what a later refund to the card gives back', async () => {
    const { corrections, cards } = await marketBooks();
    const order = await delivered('disputed');
    await decided(order, 'lost');
    expect(await marketBooks()).toEqual({ corrections: corrections - 1_499, cards });
    const { refunded } = await shop.testCards();
    await takenAway(order);
    expect((await shop.testCards()).refunded).toBe(refunded);
    expect(await marketBooks()).toEqual({ corrections, cards });
    expect(await moved()).toEqual([0, 0]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('that follows another of the same payment is stored beside it', async () => {
    const order = await delivered();
    const [payment] = await shop.stored({ orderId: order._id });
    const dispute = (reference: string, cents: number, state: 'open' | 'won' | 'lost') =>
      send({
        ...{ kind: 'dispute', authorization: payment?.authorization },
        ...{ reference, cents, state },
      });
    await dispute(`first of ${order._id}`, 500, 'open');
    await dispute(`first of ${order._id}`, 500, 'won');
    await dispute(`second of ${order._id}`, 999, 'open');
    expect(await disputes()).toMatchObject([{ code: order.code, amount: 9.99, state: 'open' }]);
    await dispute(`third of ${order._id}`, 100, 'open');
    expect((await disputes()).map(({ amount }) => amount)).toEqual([9.99, 1]);
    const { refunded } = await shop.testCards();
    await takenAway(order);
    await dispute(`second of ${order._id}`, 999, 'lost');
    expect((await shop.testCards()).refunded).toBe(refunded);
    await dispute(`third of ${order._id}`, 100, 'won');
    await shop.atRest();
    expect((await shop.testCards()).refunded).toBe(refunded + 500);
    expect(await disputes()).toEqual([]);
    expect(await moved()).toEqual([0, 0]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });

  it('that is won gives the money back, and the customer what is owed', async () => {
    const order = await delivered('disputed');
    const { refunded } = await shop.testCards();
    await takenAway(order);
    await decided(order, 'won');
    await decided(order, 'lost');
    expect((await shop.journals(order)).filter((line) => line.startsWith('disputed'))).toEqual([
      'disputed market:corrections -1499',
      'disputed market:bank 1499',
      'disputed market:corrections 1499',
      'disputed market:bank -1499',
    ]);
    expect((await shop.testCards()).refunded).toBe(refunded + 1_499);
    expect(await moved()).toEqual([0, 0]);
    expect(await shop.ledgerFaults()).toEqual([]);
  });
});

describe('the provider of a payment', () => {
  it('is asked to take a transfer back, and never the one of today', async () => {
    const order = await delivered();
    const cards = shop.market.app.get(ConfiguredCards) as unknown as { merchant: MerchantAccount };
    const former = cards.merchant;
    cards.merchant = { ...former, account: 'another account' };
    await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
    await shop.market.settled();
    await shop.market.app.get(CardIntentions).sweep();
    expect(await moved()).toEqual([1_419, -1_419]);
    expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'by_hand' });
    cards.merchant = former;
    await shop.atRest();
    expect(await moved()).toEqual([0, 0]);
  });
});

describe('the account of a farm', () => {
  it('is opened once, and is its own', async () => {
    expect(await shop.payoutsOf('beans')).toMatchObject({
      state: 'by_hand',
      provider: 'test-cards',
    });
    const own = await shop.onboarded('beans');
    expect(await shop.onboarded('beans')).toBe(own);
    expect(await shop.payoutsOf('beans')).toMatchObject({ state: 'incomplete' });
    const { client } = shop.farms.beans.farmer;
    expect((await client.post('/test-cards/sellers', { seller })).code).toBe('PAYMENT_NOT_FOUND');
    await client.post('/test-cards/sellers', { seller: own });
    expect(await shop.payoutsOf('beans')).toMatchObject({ state: 'ready' });
  });
});

/** A correction of the farm, of which another admin is not needed here. */
async function correct(cents: number): Promise<void> {
  const { id } = shop.farms.apples;
  const body = { farmId: id, amount: cents / 100, reason: 'For the test' };
  const key = { 'idempotency-key': randomUUID() };
  const proposed = await shop.admin.client.post('/admin/money/corrections', body, key);
  const { _id, version } = proposed.body as { _id: string; version: number };
  other ??= await shop.market.person('admin');
  const decision = { version, decision: 'confirmed' };
  await other.client.patch(`/admin/money/corrections/${_id}/decision`, decision);
}
let other: Awaited<ReturnType<CardShop['market']['person']>> | undefined;

async function payment(amount: number) {
  const { id } = shop.farms.apples;
  const balance = (await shop.owed('apples')) / 100;
  const paidOn = new Date().toISOString().slice(0, 10);
  const body = { kind: 'payout', amount, reference: 'By hand', paidOn, balance };
  const key = { 'idempotency-key': randomUUID() };
  return shop.admin.client.post(`/admin/money/farms/${id}/payments`, body, key);
}
const payByHand = async (dollars: number): Promise<void> => {
  expect((await payment(dollars)).code).toBeUndefined();
};

async function marketBooks() {
  const balances = await shop.balances();
  return {
    cards: balances['market:cards'] ?? 0,
    corrections: balances['market:corrections'] ?? 0,
  };
}

const disputes = async () => {
  const { body } = await shop.admin.client.get('/admin/money/disputes');
  return disputesSchema.parse(body).disputes;
};

async function notices(): Promise<string[]> {
  await shop.market.settled();
  const { body } = await shop.farms.apples.farmer.client.get('/inbox');
  return (body as { notifications: { title: string }[] }).notifications.map(({ title }) => title);
}

async function decided(order: OrderDto, state: 'won' | 'lost'): Promise<void> {
  const [stored] = await shop.stored({ orderId: order._id });
  await shop.market.app.get(ConfiguredCards).testCards?.decideDispute(stored?.capture ?? '', state);
  await shop.atRest();
}
