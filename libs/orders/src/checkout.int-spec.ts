import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  type CartDto,
  cartDtoSchema,
  currentHoldSchema,
  fromThousandths,
  type HoldDto,
  holdDtoSchema,
  latestStockCheckSchema,
} from '#libs/contracts';
import { type Hold, type Product, StockCheckService } from '#libs/products';
import {
  ADDRESS,
  type Answer,
  Marketplace,
  SocketClient,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import { CheckoutService } from './checkout.service.js';

let market: Marketplace;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
  farm = await market.farm();
});
afterAll(() => market.close());

const fill = async (who: TestPerson, ...lines: [Product, number][]): Promise<CartDto> => {
  let answer: Answer | undefined;
  for (const [{ _id }, quantity] of lines)
    answer = await who.client.put(`/cart/items/${_id}`, { quantity });
  return cartDtoSchema.parse(answer?.body);
};
const start = (who: TestPerson, version: number, key: string = randomUUID()) =>
  who.client.post('/checkout/holds', { version }, { 'idempotency-key': key });
const checkOut = async (who: TestPerson, ...lines: [Product, number][]): Promise<HoldDto> => {
  const answer = await start(who, (await fill(who, ...lines)).version);
  expect([answer.status, answer.code]).toEqual([201, undefined]);
  return holdDtoSchema.parse(answer.body);
};
const order = (who: TestPerson, product: Product, quantity: number, more: object = {}) =>
  who.client.post(
    '/orders',
    { items: [{ productId: product._id.toString(), quantity }], address: ADDRESS, ...more },
    { 'idempotency-key': randomUUID() },
  );
const stored = async ({ _id }: Product) => {
  const found = await market.collection<Product>('products').findOne({ _id });
  return (
    found && {
      onHand: fromThousandths(found.onHand),
      held: fromThousandths(found.held),
      available: fromThousandths(found.available),
    }
  );
};
const cartOf = async ({ client }: TestPerson) =>
  cartDtoSchema.parse((await client.get('/cart')).body);
/** Sets a hold's deadline to now, without its job. */
const makeOverdue = ({ _id }: HoldDto) =>
  market
    .collection<{ _id: unknown; expiresAt: Date }>('holds')
    .updateOne(
      { $expr: { $eq: [{ $toString: '$_id' }, _id] } },
      { $set: { expiresAt: new Date() } },
    );
/** The mismatches between stock, ledger and holds; none are expected. */
const stockMismatches = async () => (await market.app.get(StockCheckService).run(null)).mismatches;

describe('a checkout', () => {
  it('holds the goods of the cart until they are ordered', async () => {
    const customer = await market.person('customer');
    const plums = await market.product(farm, { stock: 10, price: 300 });
    const hold = await checkOut(customer, [plums, 4]);
    expect(hold).toMatchObject({ status: 'open', version: 1 });
    expect(hold.lines).toMatchObject([{ quantity: 4, price: 3 }]);
    expect(hold.secondsLeft).toBeGreaterThan(14 * 60);
    expect(await stored(plums)).toEqual({ onHand: 10, held: 4, available: 6 });
    expect(await cartOf(customer)).toMatchObject({
      items: [{ quantity: 4, available: 6, held: 4, changes: [] }],
    });
    const stranger = await market.person('customer');
    expect((await order(stranger, plums, 7)).code).toBe('PRODUCT_OUT_OF_STOCK');
    expect((await order(customer, plums, 4, { holdId: hold._id })).status).toBe(201);
    expect(await stored(plums)).toEqual({ onHand: 6, held: 0, available: 6 });
    const current = await customer.client.get('/checkout/holds/current');
    expect(currentHoldSchema.parse(current.body)).toEqual({ hold: null });
    expect(await stockMismatches()).toEqual([]);
  });

  it('holds all of the cart or nothing, and only in the version that the customer saw', async () => {
    const customer = await market.person('customer');
    const [plums, pears] = [
      await market.product(farm, { stock: 5 }),
      await market.product(farm, { stock: 1 }),
    ];
    expect((await start(customer, 0)).code).toBe('CART_EMPTY');
    const cart = await fill(customer, [plums, 2], [pears, 2]);
    expect((await start(customer, cart.version - 1)).code).toBe('VERSION_CONFLICT');
    expect(await start(customer, cart.version)).toMatchObject({
      code: 'PRODUCT_OUT_OF_STOCK',
      body: { details: { productId: pears._id.toString(), available: 1 } },
    });
    expect(await stored(plums)).toMatchObject({ held: 0 });
    const keyless = await customer.client.post('/checkout/holds', { version: cart.version });
    expect(keyless.code).toBe('IDEMPOTENCY_KEY_MISSING');
  });

  it('replaces the customer’s earlier one, and is created once per idempotency key', async () => {
    const customer = await market.person('customer');
    const plums = await market.product(farm, { stock: 5 });
    const first = await checkOut(customer, [plums, 4]);
    const key = randomUUID();
    const { version } = await fill(customer, [plums, 5]);
    const answers = await Promise.all([
      start(customer, version, key),
      start(customer, version, key),
    ]);
    const [second, again] = answers.map(({ body }) => holdDtoSchema.parse(body));
    expect(again?._id).toBe(second?._id);
    expect((await start(customer, version + 1, key)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await stored(plums)).toEqual({ onHand: 5, held: 5, available: 0 });
    const holds = await market.collection<Hold>('holds').find({}).toArray();
    const status = (id?: string) => holds.find(({ _id }) => _id.toString() === id)?.status;
    expect([status(first._id), status(second?._id)]).toEqual(['replaced', 'open']);
    expect(await stockMismatches()).toEqual([]);
  });

  it('can be released by its customer only, and is freed once', async () => {
    const [customer, other] = [await market.person('customer'), await market.person('customer')];
    const plums = await market.product(farm, { stock: 5 });
    const hold = await checkOut(customer, [plums, 3]);
    const path = `/checkout/holds/${hold._id}`;
    expect((await other.client.delete(path)).code).toBe('HOLD_NOT_FOUND');
    expect((await order(other, plums, 3, { holdId: hold._id })).code).toBe('HOLD_NOT_FOUND');
    const answers = await Promise.all([customer.client.delete(path), customer.client.delete(path)]);
    for (const { body } of answers)
      expect(holdDtoSchema.parse(body)).toMatchObject({ status: 'released', version: 2 });
    expect(await stored(plums)).toEqual({ onHand: 5, held: 0, available: 5 });
  });

  it('is ended once by concurrent sweeps when its job was lost', async () => {
    const customer = await market.person('customer');
    const tab = await SocketClient.connect(market.url, customer.client);
    const plums = await market.product(farm, { stock: 5 });
    const hold = await checkOut(customer, [plums, 3]);
    const checkout = market.app.get(CheckoutService);
    await checkout.expire(hold._id);
    expect(await stored(plums)).toMatchObject({ held: 3 });
    await makeOverdue(hold);
    await Promise.all([checkout.sweep(), checkout.expire(hold._id), checkout.sweep()]);
    expect(await stored(plums)).toEqual({ onHand: 5, held: 0, available: 5 });
    const closed = await tab.receives('hold.closed');
    expect(closed.payload.hold).toMatchObject({ _id: hold._id, status: 'expired' });
    await market.settled();
    expect(tab.ofName('hold.closed')).toHaveLength(1);
    tab.close();
    // The hold has expired, but the goods are still available.
    expect((await order(customer, plums, 3, { holdId: hold._id })).status).toBe(201);
    expect(await stockMismatches()).toEqual([]);
  });

  it('that has expired does not hold what others bought since', async () => {
    const [customer, other] = [await market.person('customer'), await market.person('customer')];
    const plums = await market.product(farm, { stock: 3 });
    const hold = await checkOut(customer, [plums, 3]);
    await makeOverdue(hold);
    await market.app.get(CheckoutService).sweep();
    await market.order(other, [[plums, 1]]);
    expect((await order(customer, plums, 3, { holdId: hold._id })).code).toBe(
      'PRODUCT_OUT_OF_STOCK',
    );
    expect(await stored(plums)).toEqual({ onHand: 2, held: 0, available: 2 });
  });

  it('frees what the order does not use, and the order takes more than the hold has', async () => {
    const customer = await market.person('customer');
    const [plums, pears] = [
      await market.product(farm, { stock: 9 }),
      await market.product(farm, { stock: 9 }),
    ];
    const hold = await checkOut(customer, [plums, 4], [pears, 4]);
    expect((await order(customer, plums, 6, { holdId: hold._id })).status).toBe(201);
    expect(await stored(plums)).toEqual({ onHand: 3, held: 0, available: 3 });
    expect(await stored(pears)).toEqual({ onHand: 9, held: 0, available: 9 });
    expect(await stockMismatches()).toEqual([]);
  });

  it('does not sell a product that was paused, but keeps holding it', async () => {
    const customer = await market.person('customer');
    const plums = await market.product(farm, { stock: 5 });
    const hold = await checkOut(customer, [plums, 3]);
    const set = async (status: string) => {
      const found = await market.collection<Product>('products').findOne({ _id: plums._id });
      const change = { version: found?.version, status };
      expect((await farm.farmer.client.patch(`/products/${plums._id}`, change)).status).toBe(200);
    };
    await set('paused');
    const refused = await order(customer, plums, 3, { holdId: hold._id });
    expect(refused.code).toBe('PRODUCT_NOT_AVAILABLE');
    expect(await stored(plums)).toMatchObject({ held: 3 });
    expect((await cartOf(customer)).items[0]?.changes).toMatchObject([{ kind: 'unavailable' }]);
    await set('live');
    expect((await order(customer, plums, 3, { holdId: hold._id })).status).toBe(201);
  });

  it('is for customers only', async () => {
    const admin = await market.person('admin');
    for (const who of [farm.farmer, admin]) expect((await start(who, 0)).code).toBe('FORBIDDEN');
  });
});

describe('a price', () => {
  it('that the customer has not seen is not charged until they accept it', async () => {
    const customer = await market.person('customer');
    const plums = await market.product(farm, { stock: 9, price: 300 });
    const cart = await fill(customer, [plums, 2]);
    const change = { version: plums.version, price: 3.5 };
    await farm.farmer.client.patch(`/products/${plums._id}`, change);
    expect(await cartOf(customer)).toMatchObject({
      total: 7,
      items: [{ price: 3.5, seen: { price: 3 }, changes: [{ kind: 'price', from: 3, to: 3.5 }] }],
    });
    const lines = [{ productId: plums._id.toString(), name: 'Carrots', from: 3, to: 3.5 }];
    const refused = { status: 409, code: 'PRICE_CHANGED', body: { details: { lines } } };
    expect(await start(customer, cart.version)).toMatchObject(refused);
    // By the price stored in the cart, and by the price in the request.
    expect(await order(customer, plums, 2)).toMatchObject(refused);
    const items = [{ productId: plums._id.toString(), quantity: 2, price: 3 }];
    expect(await order(customer, plums, 2, { items })).toMatchObject(refused);
    expect(await stored(plums)).toMatchObject({ onHand: 9 });

    const productId = plums._id.toString();
    const acknowledge = (price: number) =>
      customer.client.post('/cart/acknowledge', { items: [{ productId, price, quantity: 2 }] });
    // Acknowledging an outdated price has no effect.
    expect(cartDtoSchema.parse((await acknowledge(3)).body).items[0]?.changes).toHaveLength(1);
    expect(cartDtoSchema.parse((await acknowledge(3.5)).body).items[0]?.changes).toEqual([]);
    const hold = await checkOut(customer, [plums, 2]);
    const { version } = (await market.visitor.get(`/products/${plums._id}`)).body as Product;
    await farm.farmer.client.patch(`/products/${plums._id}`, { version, price: 4 });
    expect((await order(customer, plums, 2, { holdId: hold._id })).code).toBe('PRICE_CHANGED');
    expect(await stored(plums)).toMatchObject({ onHand: 9, held: 2 });
  });
});

describe('20 units for 40 customers', () => {
  it('are held by 20, freed when holds expire, and never oversold', async () => {
    const plums = await market.product(farm, { stock: 20 });
    const buyers = await market.crowd(40);
    const carts = await Promise.all(buyers.map((buyer) => fill(buyer, [plums, 1])));
    const startAll = async (people: typeof buyers) => {
      const answers = await Promise.all(
        people.map(async (buyer) => ({
          buyer,
          answer: await start(buyer, carts[buyers.indexOf(buyer)]?.version ?? 0),
        })),
      );
      const lost = answers.filter(({ answer }) => answer.status !== 201);
      for (const { answer } of lost) expect(answer.code).toBe('PRODUCT_OUT_OF_STOCK');
      return {
        held: answers.flatMap(({ buyer, answer }) =>
          answer.status === 201 ? [{ buyer, hold: holdDtoSchema.parse(answer.body) }] : [],
        ),
        lost: lost.map(({ buyer }) => buyer),
      };
    };
    const first = await startAll(buyers);
    expect(first.held).toHaveLength(20);
    expect(await stored(plums)).toEqual({ onHand: 20, held: 20, available: 0 });

    const expired = first.held.slice(0, 8);
    await Promise.all(expired.map(({ hold }) => makeOverdue(hold)));
    await market.app.get(CheckoutService).sweep();
    expect(await stored(plums)).toEqual({ onHand: 20, held: 12, available: 8 });
    const second = await startAll(first.lost);
    expect(second.held).toHaveLength(8);

    const winners = [...first.held.slice(8), ...second.held];
    const ordered = await Promise.all(
      [...winners.slice(0, 15), ...expired].map(({ buyer, hold }) =>
        order(buyer, plums, 1, { holdId: hold._id }),
      ),
    );
    expect(ordered.filter(({ status }) => status === 201)).toHaveLength(15);
    expect(await stored(plums)).toEqual({ onHand: 5, held: 5, available: 0 });
    expect(await market.collection('holds').countDocuments({ status: 'open' })).toBeGreaterThan(4);
    expect(await stockMismatches()).toEqual([]);
    await market.settled();
  });
});

describe('what one account may hold', () => {
  const stranger = async (): Promise<TestPerson> => {
    const person = await market.person('customer');
    market.identity.unproven.add(person.client.token ?? '');
    return person;
  };
  const tooMuch = { status: 409, code: 'HOLD_LIMIT_REACHED' };

  it('is worth more once its address is confirmed, and nothing is held of what is too much', async () => {
    const oysters = await market.product(farm, { stock: 400, price: 50_00 });
    const cart = [oysters, 21] as [Product, number];
    const unconfirmed = await stranger();
    const { version } = await fill(unconfirmed, cart);
    expect(await start(unconfirmed, version)).toMatchObject(tooMuch);
    expect(await stored(oysters)).toMatchObject({ held: 0, available: 400 });
    expect(await checkOut(await market.person('customer'), cart)).toMatchObject({ status: 'open' });
    market.identity.unproven.clear();
    expect(await start(unconfirmed, version)).toMatchObject({ status: 201 });
    const hoarder = await market.person('customer');
    const plums = await market.product(farm, { stock: 9_000, price: 10 });
    const pears = await market.product(farm, { stock: 9_000, price: 10 });
    await fill(hoarder, [plums, 900]);
    expect((await checkOut(hoarder, [pears, 900])).status).toBe('open');
  });

  it('is of a limited amount for those who have not confirmed it', async () => {
    const eggs = await market.product(farm, { stock: 2_000, price: 10 });
    const unconfirmed = await stranger();
    expect((await checkOut(unconfirmed, [eggs, 300])).status).toBe('open');
    const { version } = await fill(unconfirmed, [eggs, 301]);
    expect(await start(unconfirmed, version)).toMatchObject(tooMuch);
    // The earlier hold stays.
    expect(await stored(eggs)).toMatchObject({ held: 300 });
  });

  it('is as much of what is sold by the gram as by the pound', async () => {
    const cheese = await market.product(farm, { unit: 'g', step: 50, stock: 90_000, price: 1 });
    const unconfirmed = await stranger();
    expect((await checkOut(unconfirmed, [cheese, 50_000])).status).toBe('open');
  });

  it('is held for a limited time a day, however often it is renewed; what was ordered does not count', async () => {
    const [plums, pears] = [
      await market.product(farm, { stock: 50 }),
      await market.product(farm, { stock: 50 }),
    ];
    const unconfirmed = await stranger();
    const holds = market.collection<Hold>('holds');
    /** Inserts a past hold that lasted so many minutes. */
    const held = (hoursAgo: number, minutes: number, status: Hold['status'] = 'expired') => {
      const from = Date.now() - hoursAgo * 3_600_000;
      return holds.insertOne({
        _id: Types.ObjectId.createFromTime(
          Math.floor(from / 1_000) + Math.floor(Math.random() * 60),
        ),
        customerId: new Types.ObjectId(unconfirmed.user._id),
        status,
        lines: [{ productId: plums._id, name: 'Plums', unit: 'each', amount: 1_000, price: 1 }],
        expiresAt: new Date(from + minutes * 60_000),
        closedAt: new Date(from + minutes * 60_000),
        version: 2,
      });
    };
    await held(30, 15);
    await held(20, 15, 'used');
    await held(10, 15);
    await held(5, 25);
    const first = await checkOut(unconfirmed, [plums, 1]);
    await unconfirmed.client.delete(`/checkout/holds/${first._id}`);
    await held(2, 15);
    const { version } = await fill(unconfirmed, [plums, 1]);
    expect(await start(unconfirmed, version)).toMatchObject(tooMuch);
    await unconfirmed.client.delete('/cart');
    expect((await checkOut(unconfirmed, [pears, 1])).status).toBe('open');
  });
});

describe('the stock check', () => {
  it('runs on an admin’s request and pushes the mismatches to the admins', async () => {
    const admin = await market.person('admin');
    const socket = await SocketClient.connect(market.url, admin.client);
    const lost = await market.product(farm, { name: 'Lost plums', stock: 7 });
    await market
      .collection<Product>('products')
      .updateOne({ _id: lost._id }, { $inc: { onHand: -2_000, available: -2_000 } });
    expect((await admin.client.post('/admin/stock-check', {})).status).toBe(202);
    const { payload } = await socket.receives('stock.checked');
    expect(payload).toMatchObject({ requestedBy: admin.user._id, mismatchCount: 1 });
    expect(payload.mismatches).toEqual([
      {
        productId: lost._id.toString(),
        name: 'Lost plums',
        onHand: 5,
        held: 0,
        ledgerOnHand: 7,
        ledgerHeld: 0,
        openHolds: 0,
      },
    ]);
    const { check } = latestStockCheckSchema.parse(
      (await admin.client.get('/admin/stock-check')).body,
    );
    expect(check).toEqual(payload);
    socket.close();
    await market
      .collection<Product>('products')
      .updateOne({ _id: lost._id }, { $inc: { onHand: 2_000, available: 2_000 } });
  });

  it('finds no mismatch while orders are placed', async () => {
    const customer = await market.person('customer');
    const plums = await market.product(farm, { stock: 60 });
    let buying = true;
    const buyers = (async () => {
      for (let n = 0; n < 20; n++) await market.order(customer, [[plums, 1]]);
      buying = false;
    })();
    while (buying) expect(await stockMismatches()).toEqual([]);
    await buyers;
  });
});
