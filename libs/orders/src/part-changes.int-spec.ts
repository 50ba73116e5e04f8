import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mongo, Types } from 'mongoose';
import {
  buyAgainSchema,
  type DomainEvent,
  type OrderDto,
  ordersPageSchema,
  type Role,
  receiptsPageSchema,
  recountSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  linesOf,
  Marketplace,
  movePart,
  partOf,
  readOrder,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import type { Order } from './order.model.js';

const FEE = 4.99;

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let farm: TestFarm;
let other: TestFarm;
let actors: Record<Role, TestPerson>;
let carrots: Product;
let eggs: Product;
let leeks: Product;
let honey: Product;
let order: OrderDto;

beforeAll(async () => {
  market = await Marketplace.open();
  ({ customer, admin, farm, other } = await market.cast());
  actors = { customer, farmer: farm.farmer, admin };
});
afterAll(() => market.close());

/** Delivered for nothing: goods worth $35.32, of which $10.00 are another farm's and collected there. */
beforeEach(async () => {
  carrots = await market.product(farm, { unit: 'lb', step: 0.5, price: 333, stock: 20 });
  eggs = await market.product(farm, { unit: 'dozen', price: 600, stock: 10 });
  leeks = await market.product(farm, { unit: 'bunch', price: 200, stock: 5 });
  honey = await market.product(other, { price: 1000, stock: 5 });
  order = await market.order(
    customer,
    [
      [carrots, 4],
      [eggs, 2],
      [honey, 1],
    ],
    { fulfilment: { [farm.id]: 'delivery', [other.id]: 'pickup' } },
  );
});

/** Sends a change of a farm's part as it is now. */
const send = async ({ client }: TestPerson, body: object, of = farm) => {
  const { _id: partId, version } = partOf(await readOrder(customer.client, order), of);
  return movePart(client, { orderId: order._id, partId }, { version, ...body });
};
/** The order after a change, as its customer sees it. */
const change = async (who: TestPerson, body: object, of = farm): Promise<OrderDto> => {
  const answer = await send(who, body, of);
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return readOrder(customer.client, order);
};
const lineOf = (after: OrderDto, { _id }: Product) =>
  partOf(after, farm).lines.find(({ productId }) => productId === _id.toString());
const storedOrder = async () => {
  const stored = await market
    .collection<Order>('orders')
    .findOne({ _id: new Types.ObjectId(order._id) });
  if (!stored) throw new Error('the order is gone');
  return stored;
};

const because = { declineReason: 'quality' };
const shelf = { declineReason: 'no_capacity' };
type Case = [
  kind: string,
  by: Role,
  what: string,
  body: () => object,
  expected: {
    of: () => Product;
    quantity: number;
    ordered: number;
    moves: [string, number][];
    goods: number;
    fee: number;
    status?: string;
  },
];
const cases: Case[] = [
  [
    'added',
    'customer',
    'another product',
    () => ({ lines: linesOf([leeks, 3]) }),
    { of: () => leeks, quantity: 3, ordered: 3, moves: [['sale', -3]], goods: 41.32, fee: 0 },
  ],
  [
    'set',
    'customer',
    'more',
    () => ({ lines: linesOf([carrots, 6]) }),
    { of: () => carrots, quantity: 6, ordered: 6, moves: [['sale', -2]], goods: 41.98, fee: 0 },
  ],
  [
    'set',
    'customer',
    'less, below what is delivered for nothing',
    () => ({ lines: linesOf([carrots, 1]) }),
    { of: () => carrots, quantity: 1, ordered: 1, moves: [['return', 3]], goods: 25.33, fee: FEE },
  ],
  [
    'removed',
    'customer',
    'a product',
    () => ({ lines: linesOf([eggs, 0]) }),
    { of: () => eggs, quantity: 0, ordered: 0, moves: [['return', 2]], goods: 23.32, fee: FEE },
  ],
  [
    'cancelled',
    'customer',
    'the part',
    () => ({ status: 'cancelled' }),
    {
      of: () => carrots,
      quantity: 0,
      ordered: 4,
      moves: [['return', 4]],
      goods: 10,
      fee: 0,
      status: 'cancelled',
    },
  ],
  [
    'shorted',
    'farmer',
    'goods that are thrown away',
    () => ({ lines: linesOf([carrots, 1]), ...because }),
    {
      of: () => carrots,
      quantity: 1,
      ordered: 4,
      moves: [
        ['return', 3],
        ['write-off', -3],
      ],
      goods: 25.33,
      fee: 0,
    },
  ],
  [
    'shorted',
    'farmer',
    'goods that go back on sale',
    () => ({ lines: linesOf([carrots, 1]), ...shelf }),
    { of: () => carrots, quantity: 1, ordered: 4, moves: [['return', 3]], goods: 25.33, fee: 0 },
  ],
  [
    'declined',
    'farmer',
    'a product',
    () => ({ lines: linesOf([eggs, 0]), ...shelf }),
    { of: () => eggs, quantity: 0, ordered: 2, moves: [['return', 2]], goods: 23.32, fee: 0 },
  ],
  [
    'declined',
    'farmer',
    'the part',
    () => ({ status: 'declined', ...because }),
    {
      of: () => eggs,
      quantity: 0,
      ordered: 2,
      moves: [
        ['return', 2],
        ['write-off', -2],
      ],
      goods: 10,
      fee: 0,
      status: 'declined',
    },
  ],
  [
    'intervened',
    'admin',
    'more',
    () => ({ lines: linesOf([carrots, 5]), reason: 'A mistake' }),
    { of: () => carrots, quantity: 5, ordered: 5, moves: [['sale', -1]], goods: 38.65, fee: 0 },
  ],
  [
    'intervened',
    'admin',
    'less',
    () => ({ lines: linesOf([carrots, 1]), reason: 'A mistake' }),
    { of: () => carrots, quantity: 1, ordered: 4, moves: [['return', 3]], goods: 25.33, fee: 0 },
  ],
  [
    'intervened',
    'admin',
    'the status',
    () => ({ status: 'cancelled', reason: 'A mistake', goods: 'write_off' }),
    {
      of: () => eggs,
      quantity: 0,
      ordered: 2,
      moves: [
        ['return', 2],
        ['write-off', -2],
      ],
      goods: 10,
      fee: 0,
      status: 'cancelled',
    },
  ],
];

describe('a change of a part', () => {
  it.each(cases)('“%s” by a %s: %s', async (kind, by, _, body, expected) => {
    const { of, quantity, ordered, moves, goods, fee, status = 'placed' } = expected;
    const before = await storedOrder();
    const had = await market.stockOf(of());
    const after = await change(actors[by], body());
    const part = partOf(after, farm);

    expect(lineOf(after, of())).toMatchObject({ quantity, ordered });
    const stock = await market.stockOf(of());
    const moved = moves.reduce((sum, [, amount]) => sum + amount, 0);
    expect([stock.moves, stock.onHand]).toEqual([[...had.moves, ...moves], had.onHand + moved]);
    // The fee is charged while something is delivered.
    expect([after.goodsTotal, after.deliveryFee]).toEqual([goods, fee]);
    expect(after.totalPrice).toBeCloseTo(goods + fee, 5);
    expect(after.payment).toMatchObject({ amount: after.totalPrice, paid: 0 });
    expect(part.status).toBe(status);
    expect(part.timeline.map((step) => step.status)).toEqual(
      status === 'placed' ? ['placed'] : ['placed', status],
    );
    expect(part.changes).toMatchObject([{ kind, by: { role: by } }]);
    const cost = part.changes[0]?.lines.reduce((sum, line) => sum + line.cost, 0) ?? 0;
    expect(part.subtotal).toBeCloseTo(25.32 + cost, 5);

    // Another farm's part stays as it is stored, byte for byte; so does all by which it is found.
    const stored = await storedOrder();
    const bytes = ({ parts }: Order) =>
      mongo.BSON.serialize({ part: parts.find(({ farmId }) => farmId.toString() === other.id) });
    expect(Buffer.from(bytes(stored)).equals(Buffer.from(bytes(before)))).toBe(true);
    expect([stored.search, stored.code]).toEqual([before.search, before.code]);
    expect([stored.version, part.version]).toEqual([2, 2]);

    await market.settled();
    const events = await market.events({ aggregateId: order._id });
    const told = events.filter(({ name }) => name.endsWith('part-changed'));
    expect(told.map(({ name }) => name)).toEqual(['order.part-changed', 'order.farm-part-changed']);
    const [whole, own] = told as [
      DomainEvent<'order.part-changed'>,
      DomainEvent<'order.farm-part-changed'>,
    ];
    const seen = { orderId: order._id, from: 'placed', part, changes: part.changes };
    expect(own.payload).toEqual({ ...seen, code: order.code, farmId: farm.id });
    expect(whole.payload).toMatchObject({
      ...seen,
      customerId: customer.user._id,
      order: { goodsTotal: goods, deliveryFee: fee, totalPrice: after.totalPrice },
    });
    expect(whole.payload.totalChange).toBeCloseTo(after.totalPrice - order.totalPrice, 5);
    const found = await customer.client.get(`/orders?q=${order.code.slice(3)}`);
    expect(ordersPageSchema.parse(found.body).orders).toEqual([after]);
  });

  it('“requantified” by a farm takes the goods again, at most what was ordered', async () => {
    await change(farm.farmer, { lines: linesOf([carrots, 1]), declineReason: 'not_harvested' });
    const after = await change(farm.farmer, { lines: linesOf([carrots, 3]), ...because });
    expect(lineOf(after, carrots)).toMatchObject({ quantity: 3, ordered: 4 });
    expect(partOf(after, farm).changes.map(({ kind }) => kind)).toEqual([
      'shorted',
      'requantified',
    ]);
    expect((await market.stockOf(carrots)).moves).toEqual([
      ['harvest', 20],
      ['sale', -4],
      ['return', 3],
      ['write-off', -3],
      ['sale', -2],
    ]);
    expect([after.goodsTotal, after.deliveryFee]).toEqual([31.99, 0]);
  });

  it('of several kinds is one commit', async () => {
    const after = await change(customer, { lines: linesOf([carrots, 5], [eggs, 0], [leeks, 2]) });
    expect(after.version).toBe(2);
    const kinds = partOf(after, farm).changes.map(({ kind }) => kind);
    expect([...kinds].sort()).toEqual(['added', 'removed', 'set']);
    expect(after.goodsTotal).toBe(30.65);
  });

  it('that leaves nothing ends the part', async () => {
    const none = linesOf([carrots, 0], [eggs, 0]);
    const after = await change(farm.farmer, { lines: none, ...shelf });
    expect(partOf(after, farm)).toMatchObject({
      status: 'declined',
      subtotal: 0,
      orderedTotal: 25.32,
    });
    expect(after.status).toBe('Processing');
    const cancelled = await change(customer, { lines: linesOf([honey, 0]) }, other);
    expect(partOf(cancelled, other)).toMatchObject({ status: 'cancelled', subtotal: 0 });
    expect(cancelled).toMatchObject({ status: 'Cancelled', totalPrice: 0 });
  });

  it('of both parts at once changes both', async () => {
    const [one, two] = await Promise.all([
      send(customer, { lines: linesOf([carrots, 5]) }),
      send(customer, { lines: linesOf([honey, 2]) }, other),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const after = await readOrder(customer.client, order);
    expect(after).toMatchObject({ goodsTotal: 48.65, deliveryFee: 0, version: 3 });
  });

  it('does not show a farm what changed at another', async () => {
    await change(customer, { lines: linesOf([honey, 3]) }, other);
    expect(await readOrder(farm.farmer.client, order)).toMatchObject({
      goodsTotal: 25.32,
      deliveryFee: 0,
    });
    const { parts } = await readOrder(farm.farmer.client, order);
    expect(parts).toEqual([partOf(order, farm)]);
  });
});

describe('what people may do with a changed order', () => {
  it('reviewing is for what came, and buying again for what was ordered', async () => {
    await change(customer, { lines: linesOf([leeks, 1]) });
    await change(farm.farmer, { lines: linesOf([eggs, 0], [carrots, 1]), ...shelf });
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'])
      await change(farm.farmer, { status });
    await market.settled();
    const waiting = await customer.client.get('/reviews/mine/waiting?limit=100');
    const { receipts } = receiptsPageSchema.parse(waiting.body);
    const own = receipts.filter(({ orderId }) => orderId === order._id);
    expect(own.map(({ productId }) => productId).sort()).toEqual(
      [carrots, leeks].map(({ _id }) => _id.toString()).sort(),
    );
    const again = await customer.client.post(`/orders/${order._id}/buy-again`);
    const wanted = buyAgainSchema.parse(again.body).lines;
    expect(wanted.map(({ productId, wanted: amount }) => [productId, amount])).toEqual([
      [carrots._id.toString(), 4],
      [eggs._id.toString(), 2],
      [leeks._id.toString(), 1],
      [honey._id.toString(), 1],
    ]);
  });

  it('the figures are those of a recount', async () => {
    await market.settled();
    const answer = await admin.client.post('/analytics/recount');
    expect(recountSchema.parse(answer.body)).toMatchObject({ matches: true, differences: [] });
  });
});

describe('what users of comparable shops reported does not happen:', () => {
  it('units that were added can be given back, and the order shows what is ordered now', async () => {
    const raised = await change(customer, { lines: linesOf([carrots, 7]) });
    expect(lineOf(raised, carrots)).toMatchObject({ quantity: 7, ordered: 7 });
    const back = await change(customer, { lines: linesOf([carrots, 4]) });
    expect(lineOf(back, carrots)).toEqual(lineOf(order, carrots));
    expect([back.goodsTotal, back.totalPrice]).toEqual([order.goodsTotal, order.totalPrice]);
    expect((await market.stockOf(carrots)).onHand).toBe(16);
  });

  it('an item that is taken off by agreement needs no refund: it is not in what is to pay', async () => {
    const agreed = { declineReason: 'customer_request', reason: 'As we said on the phone' };
    const after = await change(farm.farmer, { lines: linesOf([eggs, 0]), ...agreed });
    expect(after.payment).toMatchObject({ status: 'due', amount: 23.32, paid: 0 });
    expect(partOf(after, farm)).toMatchObject({
      payment: { status: 'due', amount: 13.32 },
      changes: [{ kind: 'declined', reason: agreed.reason }],
    });
    expect(after.deliveryFee).toBe(0);
  });

  it('the stock of a line that was taken off returns once, also when the part ends after it', async () => {
    await change(farm.farmer, { lines: linesOf([eggs, 0]), ...shelf });
    await change(customer, { status: 'cancelled' });
    const returned = (had: number, taken: number) => ({
      moves: [
        ['harvest', had],
        ['sale', -taken],
        ['return', taken],
      ],
      onHand: had,
    });
    expect(await market.stockOf(eggs)).toMatchObject(returned(10, 2));
    expect(await market.stockOf(carrots)).toMatchObject(returned(20, 4));
  });

  it('a customer who cancels is told so, and the order says it', async () => {
    const after = await change(customer, { status: 'cancelled' });
    expect(partOf(after, farm)).toMatchObject({ status: 'cancelled', subtotal: 0 });
    await market.settled();
    const inboxOf = async ({ client }: TestPerson) =>
      JSON.stringify((await client.get('/inbox?limit=1')).body);
    expect(await inboxOf(customer)).toContain(`You cancelled your order ${order.code}`);
    expect(await inboxOf(farm.farmer)).toContain(`Order ${order.code} was cancelled`);
  });
});
