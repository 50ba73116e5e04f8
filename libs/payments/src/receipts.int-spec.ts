import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  cardPaymentChangedSchema,
  type OrderDto,
  orderReceiptSchema,
  receiptOf,
} from '#libs/contracts';
import { Outbox } from '#libs/platform';
import { movePart, type TestFarm, waitFor } from '#libs/testing';
import { ConfiguredCards } from './configured-cards.js';
import { BOTH, CardShop, newCard, ONE } from './testing/card-shop.js';

let shop: CardShop;
let corner: TestFarm;
let bread: Awaited<ReturnType<CardShop['market']['product']>>;
beforeAll(async () => {
  shop = await CardShop.open();
  corner = await shop.market.farm();
  bread = await shop.market.product(corner, { price: 400, stock: 100_000 });
});
afterAll(() => shop.close());
afterEach(() => {
  jest.restoreAllMocks();
});

interface Entry {
  readonly kind: string;
  readonly title: string;
  readonly link: { readonly path: string };
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

/** The receipts of an order in its customer's inbox. */
async function receiptsOf({ _id }: Pick<OrderDto, '_id'>): Promise<Entry[]> {
  await shop.market.settled();
  const { notifications } = (await shop.customer.client.get('/inbox')).body as {
    notifications: Entry[];
  };
  return notifications.filter(
    ({ kind, link }) => kind === 'order.settled' && link.path === `/orders/${_id}/receipt`,
  );
}

const handOver = async (order: OrderDto) => {
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
    const { body } = await shop.admin.client.get(`/orders/${order._id}`);
    const [part] = (body as OrderDto).parts;
    const ids = { orderId: order._id, partId: part?._id };
    await movePart(corner.farmer.client, ids, { status, version: part?.version });
  }
};

const receiptFor = async (order: Pick<OrderDto, '_id'>, { client } = shop.customer) =>
  orderReceiptSchema.parse((await client.get(`/orders/${order._id}/receipt`)).body);

describe('a receipt', () => {
  it('is mailed once when an order by cash is handed over', async () => {
    const order = await shop.market.order(shop.customer, [[bread, 2]]);
    expect(await receiptsOf(order)).toEqual([]);
    await handOver(order);
    const [receipt, ...more] = await receiptsOf(order);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      title: `Your receipt for order ${order.code}`,
      details: expect.arrayContaining([
        { label: 'Total', value: '$12.99' },
        { label: 'Paid: On delivery or at pickup', value: '$12.99' },
      ]),
    });
    await waitFor('the mail', async () => {
      const caught = await (await fetch(`${shop.market.url}/dev/mail`)).text();
      return caught.includes(shop.customer.user.email) && caught.includes(receipt?.title ?? '-');
    });
  });

  it('of an order by card waits for the money, farm by farm', async () => {
    const order = await shop.ordered(BOTH);
    await shop.expire(order);
    await shop.deliver(order, 0);
    await shop.atRest();
    const before = receiptOf(await receiptFor(order));
    expect([before.open, before.total, before.due, before.tenders]).toEqual([1, 14.99, 14.99, []]);
    await shop.deliver(order, 1);
    await shop.atRest();
    expect(await receiptsOf(order)).toEqual([]);
    const card = newCard();
    const path = `/orders/${order._id}/payments`;
    const key = { 'idempotency-key': randomUUID() };
    expect((await shop.customer.client.post(path, { card, amount: 29.99 }, key)).status).toBe(201);
    await shop.atRest();
    const found = await receiptsOf(order);
    expect(found.map(({ details }) => details.at(-1))).toEqual([
      { label: 'Paid: Test card •••• 4242', value: '$29.99' },
    ]);
    const receipt = receiptOf(await receiptFor(order, shop.admin));
    expect(receipt).toMatchObject({ open: 0, goods: 25, deliveryFee: 4.99, total: 29.99, due: 0 });
    // What is given back later changes the receipt, and sends no second one.
    const lost = { status: 'cancelled', reason: 'It is lost' };
    await shop.change(shop.admin, order, 1, lost);
    await shop.atRest();
    expect(await receiptsOf(order)).toHaveLength(1);
    expect(receiptOf(await receiptFor(order))).toMatchObject({
      total: 14.99,
      tenders: [{ kind: 'card', paid: 29.99, refunded: 15 }],
      due: 0,
    });
  });

  it('waits for a dispute about money that is to be given back', async () => {
    const order = await shop.ordered(BOTH, 'disputed');
    await shop.deliver(order, 0);
    await shop.atRest();
    await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
    await shop.deliver(order, 1);
    await shop.atRest();
    expect(await receiptsOf(order)).toEqual([]);
    const { testCards } = shop.market.app.get(ConfiguredCards);
    for (const { capture } of await shop.stored({ orderId: order._id }))
      await testCards?.decideDispute(capture ?? '', 'lost');
    await shop.atRest();
    expect(await receiptsOf(order)).toHaveLength(1);
  });

  it('is issued once, wherever the process that issues it ends, and however often its events come', async () => {
    const outbox = shop.market.app.get(Outbox);
    const add = outbox.add.bind(outbox);
    for (const isAfter of [false, true]) {
      let stops = 0;
      jest.spyOn(outbox, 'add').mockImplementation(async (session, ...drafts) => {
        const stopsHere = stops === 0 && drafts.some(({ name }) => name === 'order.settled');
        if (stopsHere) stops++;
        if (stopsHere && !isAfter) throw new Error('stopped before');
        await add(session, ...drafts);
        if (stopsHere) throw new Error('stopped after');
      });
      const order = await shop.ordered(ONE);
      await shop.deliver(order, 0);
      await shop.atRest();
      expect(await receiptsOf(order)).toHaveLength(1);
      expect(stops).toBe(1);
      jest.restoreAllMocks();
      for (const [name, handler] of [
        ['order.part-changed', 'ReceiptsProcessor.issueReceipts'],
        ['order.settled', 'NotificationsProcessor.notify'],
      ] as const) {
        const own = { name, aggregateId: order._id };
        await shop.market.forgetHandled(handler, own);
        for (const event of await shop.market.events(own)) await shop.market.handle(event);
      }
      expect(await receiptsOf(order)).toHaveLength(1);
      const events = await shop.market.events({ name: 'order.settled', aggregateId: order._id });
      expect(events).toHaveLength(1);
    }
  });

  it('also waits for what the card still holds of a part that is declined', async () => {
    const order = await shop.ordered(BOTH);
    await shop.deliver(order, 0);
    await shop.change(shop.farmerOf(order, 1), order, 1, {
      status: 'declined',
      declineReason: 'other',
    });
    await shop.atRest();
    const [receipt, ...more] = await receiptsOf(order);
    expect(more).toEqual([]);
    expect(receipt?.details).toContainEqual({ label: 'Total', value: '$14.99' });
  });

  it('is not issued for an order of which nothing came', async () => {
    const order = await shop.ordered(ONE);
    await shop.change(shop.customer, order, 0, { status: 'cancelled' });
    await shop.atRest();
    expect(await receiptsOf(order)).toEqual([]);
  });

  it('is read by its customer and admins, and has the address of each farm', async () => {
    const order = await shop.ordered(ONE);
    const { farms } = await receiptFor(order);
    expect(farms.map(({ _id }) => _id)).toEqual([order.parts[0]?.farmId]);
    expect(farms[0]?.address).not.toBe('');
    const stranger = await shop.market.person('customer');
    const path = `/orders/${order._id}/receipt`;
    expect((await stranger.client.get(path)).code).toBe('ORDER_NOT_FOUND');
    expect((await shop.farms.apples.farmer.client.get(path)).code).toBe('FORBIDDEN');
  });
});

describe('the payments of an order', () => {
  it('are what their events have left, whichever way they went', async () => {
    const order = await shop.ordered(BOTH);
    const first = await shop.paymentsOf(order);
    await shop.expire(order);
    await shop.atRest();
    expect((await shop.paymentsOf(order)).map(({ unpaid }) => unpaid)).toEqual([14.99, 15]);
    const [line] = order.parts[1]?.lines ?? [];
    const short = { lines: [{ productId: line?.productId, quantity: 1 }], declineReason: 'other' };
    await shop.change(shop.farmerOf(order, 1), order, 1, short);
    await shop.deliver(order, 1);
    await shop.atRest();
    expect((await shop.paymentsOf(order)).map(({ unpaid }) => unpaid)).toEqual([14.99, 7.5]);
    const card = newCard();
    const key = { 'idempotency-key': randomUUID() };
    const path = `/orders/${order._id}/payments`;
    await shop.customer.client.post(path, { card, amount: 22.49 }, key);
    await shop.deliver(order, 0);
    await shop.atRest();
    const shown = new Map(first.map((payment) => [payment._id, payment]));
    const events = await shop.market.events({ name: 'order.payment-changed' });
    for (const { payload } of events) {
      const { payment } = cardPaymentChangedSchema.parse(payload);
      const known = shown.get(payment._id);
      if (payment.orderId === order._id && payment.version > (known?.version ?? 0))
        shown.set(payment._id, payment);
    }
    const left = [...shown.values()].filter(({ isReplaced }) => !isReplaced);
    const now = await shop.paymentsOf(order);
    const seen = (all: typeof left) => all.map((one) => ({ ...one, version: 0 }));
    expect(seen(left)).toEqual(seen(now));
    expect(now.map(({ captured, unpaid }) => [captured, unpaid]).sort()).toEqual([
      [14.99, 0],
      [7.5, 0],
    ]);
  });
});
