import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buyAgainSchema,
  type OrderDto,
  orderStepsResultSchema,
  ordersPageSchema,
  packingSlipSchema,
  pickListSchema,
  publicSettingsSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  type HttpClient,
  Marketplace,
  movePart,
  partOf,
  readOrder,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
let customer: TestPerson;
let stranger: TestPerson;
let farm: TestFarm;
let other: TestFarm;
let third: TestFarm;
let plums: Product;
let eggs: Product;
let honey: Product;
/** An order from two farms, with every kind of note. */
let order: OrderDto;
/** An order from the first farm only, for pickup. */
let second: OrderDto;

beforeAll(async () => {
  market = await Marketplace.open();
  [admin, customer, stranger] = [
    await market.person('admin'),
    await market.person('customer'),
    await market.person('customer'),
  ];
  [farm, other, third] = [await market.farm(), await market.farm(), await market.farm()];
  plums = await market.product(farm, { name: 'Plums', unit: 'lb', step: 0.5, price: 400 });
  eggs = await market.product(farm, { name: '=Eggs()', unit: 'dozen', price: 600, stock: 5 });
  honey = await market.product(other, { name: 'Honey', unit: 'pint', price: 1250 });
  const item = (product: Product, quantity: number, note?: string) => ({
    productId: product._id.toString(),
    quantity,
    ...(note && { note }),
  });
  order = await market.order(customer, [], {
    items: [item(plums, 1.5, 'ripe ones'), item(eggs, 1), item(honey, 1)],
    farms: {
      [farm.id]: { fulfilment: 'delivery', note: 'Gate code 7' },
      [other.id]: { fulfilment: 'pickup' },
    },
    notes: 'Ring twice',
  });
  second = await market.order(customer, [[plums, 2]], { fulfilment: { [farm.id]: 'pickup' } });
});
afterAll(() => market.close());

const move = async (client: HttpClient, of: OrderDto, at: TestFarm, body: object) => {
  const { _id } = partOf(of, at);
  const { version } = partOf(await readOrder(admin.client, of), at);
  return movePart(client, { orderId: of._id, partId: _id }, { version, ...body });
};

describe('notes', () => {
  it('are visible to the customer, their farm and admins, and not to other farms', async () => {
    expect(partOf(order, farm).note).toBe('Gate code 7');
    expect(partOf(order, farm).lines[0]).toMatchObject({ name: 'Plums', note: 'ripe ones' });
    for (const { client } of [customer, admin, farm.farmer])
      expect(JSON.stringify(await readOrder(client, order))).toContain('Gate code 7');
    const seen = JSON.stringify(await readOrder(other.farmer.client, order));
    expect(seen).toContain('Ring twice');
    expect(seen).not.toMatch(/Gate code 7|ripe ones/);
  });

  it('of more than 280 characters are rejected', async () => {
    const note = 'x'.repeat(281);
    const items = [{ productId: plums._id.toString(), quantity: 1 }];
    for (const body of [
      { items: [{ ...items[0], note }] },
      { items, farms: { [farm.id]: { note } } },
      { items, notes: note },
    ]) {
      const key = { 'idempotency-key': 'long-notes' };
      const { code } = await customer.client.post('/orders', { ...body, address: ADDRESS }, key);
      expect(code).toBe('VALIDATION_FAILED');
    }
  });
});

describe('steps of several orders', () => {
  const stepOf = (of: OrderDto, at: TestFarm, status = 'accepted') => {
    const { _id: partId, version } = partOf(of, at);
    return { orderId: of._id, partId, version, status };
  };
  const send = async (steps: object[], client = shop.farmer.client) => {
    const { status, body } = await client.post('/farms/mine/order-steps', { steps });
    expect(status).toBe(200);
    return orderStepsResultSchema
      .parse(body)
      .results.map((result) =>
        'order' in result ? partOf(result.order, shop).status : result.problem.code,
      );
  };
  let shop: TestFarm;
  let orders: OrderDto[];
  beforeAll(async () => {
    shop = await market.farm();
    const beans = await market.product(shop, { stock: 50 });
    orders = [];
    for (let n = 0; n < 4; n++) orders.push(await market.order(customer, [[beans, 1]]));
  });

  it('are answered one by one: what is refused stops no other', async () => {
    const [first, changed, foreign, last] = orders as [OrderDto, OrderDto, OrderDto, OrderDto];
    expect((await move(shop.farmer.client, changed, shop, { status: 'accepted' })).status).toBe(
      200,
    );
    const steps = [
      stepOf(first, shop),
      stepOf(changed, shop, 'packed'),
      { ...stepOf(foreign, shop), orderId: order._id, partId: partOf(order, farm)._id },
      stepOf(foreign, shop, 'delivered'),
      stepOf(last, shop),
    ];
    const answers = [
      'accepted',
      'VERSION_CONFLICT',
      'ORDER_NOT_FOUND',
      'ORDER_TRANSITION_INVALID',
      'accepted',
    ];
    expect(await send(steps)).toEqual(answers);
    // Repeated, as after a lost response: no step is taken twice.
    expect(await send(steps)).toEqual(answers);
    const { timeline, version } = partOf(await readOrder(admin.client, first), shop);
    expect(timeline.map(({ status }) => status)).toEqual(['placed', 'accepted']);
    expect(version).toBe(2);
    expect(partOf(await readOrder(admin.client, order), farm).status).toBe('placed');
  });

  it('are 50 at the most, each of another part, and no ends', async () => {
    const step = stepOf(second, farm);
    const more = Array.from({ length: 51 }, (_, n) => ({
      ...step,
      partId: n.toString(16).padStart(24, 'b'),
    }));
    for (const steps of [
      [],
      more,
      [step, step],
      [{ ...step, status: 'declined' }],
      [{ ...step, status: 'cancelled' }],
      [{ ...step, reason: 'So' }],
    ]) {
      const { code } = await farm.farmer.client.post('/farms/mine/order-steps', { steps });
      expect(code).toBe('VALIDATION_FAILED');
    }
    const answers = await send(more.slice(1), farm.farmer.client);
    expect(answers).toEqual(Array.from({ length: 50 }, () => 'ORDER_NOT_FOUND'));
  });
});

describe('a farm’s minimum', () => {
  it('rejects an order below it for the chosen fulfilment, with the missing amount, and takes no stock', async () => {
    const shop = await market.farm();
    const beans = await market.product(shop, { price: 300, stock: 50 });
    const { version } = (await shop.farmer.client.get('/farms/mine')).body as { version: number };
    const minimumOrder = { delivery: 10, pickup: 3 };
    await shop.farmer.client.patch('/farms/mine', { version, minimumOrder });
    const place = (quantity: number, way: string) =>
      customer.client.post(
        '/orders',
        {
          items: [{ productId: beans._id.toString(), quantity }],
          address: ADDRESS,
          farms: { [shop.id]: { fulfilment: way } },
        },
        { 'idempotency-key': `minimum-${way}-${quantity}` },
      );
    const refused = await place(3, 'delivery');
    expect(refused).toMatchObject({
      status: 409,
      code: 'ORDER_BELOW_MINIMUM',
      body: {
        details: {
          farms: [
            { farmId: shop.id, fulfilment: 'delivery', minimum: 10, subtotal: 9, missing: 1 },
          ],
        },
      },
    });
    const stored = () => market.collection<Product>('products').findOne({ _id: beans._id });
    expect((await stored())?.onHand).toBe(50_000);
    expect((await place(4, 'delivery')).status).toBe(201);
    expect((await place(1, 'pickup')).status).toBe(201);
  });
});

describe('the pick list', () => {
  const list = async (of: TestFarm, query = '') =>
    pickListSchema.parse((await of.farmer.client.get(`/farms/mine/pick-list?${query}`)).body);

  it('has the farm’s own goods by product and by order, with notes, oldest first', async () => {
    const seen = await list(farm);
    expect(seen.products.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['=Eggs()', 1],
      ['Plums', 3.5],
    ]);
    expect(seen.products[1]?.orders).toEqual([
      { orderId: order._id, code: order.code, quantity: 1.5, note: 'ripe ones' },
      { orderId: second._id, code: second.code, quantity: 2, note: null },
    ]);
    expect(seen.orders.map(({ code, note }) => [code, note])).toEqual([
      [order.code, 'Gate code 7'],
      [second.code, null],
    ]);
    expect(seen.total).toBe(2);
    expect(JSON.stringify(seen)).not.toContain('Honey');
  });

  it('keeps what was taken off until the part is packed, and counts only what comes', async () => {
    const grower = await market.farm();
    const [kale, chard, leek] = [
      await market.product(grower, { name: 'Kale', unit: 'bunch' }),
      await market.product(grower, { name: 'Chard', unit: 'bunch' }),
      await market.product(grower, { name: 'Leek', unit: 'bunch' }),
    ];
    const placed = await market.order(customer, [
      [kale, 2],
      [chard, 3],
      [leek, 1],
    ]);
    const nothingOf = (product: Product) => [{ productId: product._id.toString(), quantity: 0 }];
    const short = { lines: nothingOf(chard), declineReason: 'quality' };
    expect((await move(grower.farmer.client, placed, grower, short)).status).toBe(200);
    const removed = await move(customer.client, placed, grower, { lines: nothingOf(leek) });
    expect(removed.status).toBe(200);
    const seen = await list(grower);
    const all = [
      ['Chard', 0],
      ['Kale', 2],
      ['Leek', 0],
    ];
    expect(seen.products.map(({ name, quantity }) => [name, quantity])).toEqual(all);
    expect(seen.products[0]?.orders).toEqual([
      { orderId: placed._id, code: placed.code, quantity: 0, note: null },
    ]);
    expect(
      seen.orders[0]?.lines.map(({ name, quantity, ordered }) => [name, quantity, ordered]).sort(),
    ).toEqual([
      ['Chard', 0, 3],
      ['Kale', 2, 2],
      ['Leek', 0, 0],
    ]);
    for (const status of ['accepted', 'packed'])
      await move(grower.farmer.client, placed, grower, { status });
    expect(await list(grower)).toEqual({ products: [], orders: [], total: 0 });
  });

  it('is filtered by status and time, and is for the farm itself only', async () => {
    expect((await list(farm, 'status=accepted')).total).toBe(0);
    expect((await list(farm, `to=${order.createdAt}`)).total).toBe(0);
    expect((await list(farm, `from=${order.createdAt}`)).total).toBe(2);
    expect((await list(third)).orders).toEqual([]);
    for (const { client } of [customer, admin])
      expect((await client.get('/farms/mine/pick-list')).code).toBe('FORBIDDEN');
    const farmless = await market.person('farmer');
    expect((await farmless.client.get('/orders')).body).toMatchObject({ total: 0 });
  });
});

describe('a packing slip', () => {
  const slip = (client: HttpClient, of: OrderDto) => client.get(`/orders/${of._id}/packing-slip`);

  it('has the farm’s own part, the order code without a name, and the amount to collect', async () => {
    const { body } = await slip(farm.farmer.client, order);
    const seen = packingSlipSchema.parse(body);
    // Anybody can read a slip on its box, so it shows neither name nor phone.
    const { recipient, phone, ...place } = ADDRESS;
    expect(seen).toMatchObject({
      code: order.code,
      fulfilment: 'delivery',
      address: place,
      notes: ['Gate code 7', 'Ring twice'],
      goodsTotal: 12,
      payment: { method: 'pay_on_handover', status: 'due', deliveryFee: 4.99, toCollect: 16.99 },
    });
    expect(seen.lines.map(({ name, note }) => [name, note])).toEqual([
      ['Plums', 'ripe ones'],
      ['=Eggs()', null],
    ]);
    for (const hidden of [customer.user.name, recipient, phone])
      expect(JSON.stringify(body)).not.toContain(hidden);
    const theirs = packingSlipSchema.parse((await slip(other.farmer.client, order)).body);
    expect(theirs).toMatchObject({ address: null, payment: { deliveryFee: 0, toCollect: 12.5 } });
  });

  it('of another farm is not found', async () => {
    expect((await slip(third.farmer.client, order)).code).toBe('ORDER_NOT_FOUND');
    expect((await slip(other.farmer.client, second)).code).toBe('ORDER_NOT_FOUND');
    const farmless = await market.person('farmer');
    expect((await slip(farmless.client, order)).code).toBe('ORDER_NOT_FOUND');
    for (const { client } of [customer, admin])
      expect((await slip(client, order)).code).toBe('FORBIDDEN');
  });
});

describe('the orders', () => {
  const found = async (client: HttpClient, query: string) =>
    ordersPageSchema
      .parse((await client.get(`/orders?${query}&limit=100`)).body)
      .orders.map(({ _id }) => _id);

  it('are found by code, name, e-mail, farm, customer, status, fulfilment and time', async () => {
    const both = [second._id, order._id];
    const code = order.code.toLowerCase();
    expect(await found(admin.client, `q=${code}`)).toEqual([order._id]);
    expect(await found(admin.client, `q=${order.code.slice(3, 9)}`)).toEqual([order._id]);
    expect(await found(customer.client, `q=${order.code}`)).toEqual([order._id]);
    const ofCustomer = `customer=${customer.user._id}&to=${new Date(Date.parse(second.createdAt) + 1).toISOString()}`;
    expect(await found(admin.client, ofCustomer)).toEqual(both);
    const name = encodeURIComponent(customer.user.name.slice(0, 8));
    expect(await found(admin.client, `q=${name}&${ofCustomer}`)).toEqual(both);
    const email = encodeURIComponent(customer.user.email.toUpperCase());
    expect(await found(admin.client, `q=${email}&${ofCustomer}`)).toEqual(both);
    expect(await found(admin.client, 'q=nobody@example.test')).toEqual([]);
    expect(await found(admin.client, `farm=${other.id}`)).toEqual([order._id]);
    expect(await found(admin.client, `farm=${farm.id}&fulfilment=pickup`)).toEqual([second._id]);
    expect(await found(admin.client, `farm=${farm.id}&from=${second.createdAt}`)).toEqual([
      second._id,
    ]);
    expect(await found(farm.farmer.client, 'partStatus=placed&fulfilment=delivery')).toEqual([
      order._id,
    ]);
    expect(await found(farm.farmer.client, 'status=Delivered&partStatus=placed')).toEqual([]);
    expect(await found(admin.client, 'q=.*')).toEqual([]);
    const [start, end] = [order.code.slice(3, 7), order.code.slice(7)];
    for (const q of [`#${order.code}`, `fg${start}${end}`, `FG ${start} ${end}`, `Order ${code}`])
      expect([q, await found(admin.client, `q=${encodeURIComponent(q)}`)]).toEqual([
        q,
        [order._id],
      ]);
    const person = encodeURIComponent(`Cara <${customer.user.email}>`);
    expect(await found(admin.client, `q=${person}&${ofCustomer}`)).toEqual(both);
  });

  it('of others are not found by any filter, and by e-mail only by admins', async () => {
    for (const query of [`customer=${customer.user._id}`, `farm=${farm.id}`, `q=${order.code}`])
      for (const { client } of [stranger, third.farmer])
        expect([query, await found(client, query)]).toEqual([query, []]);
    const email = encodeURIComponent(customer.user.email);
    expect(await found(farm.farmer.client, `q=${email}`)).toEqual([]);
    // A farm does not see another farm's part by filtering for it.
    expect(await found(other.farmer.client, `farm=${farm.id}&partStatus=delivered`)).toEqual([]);
  });

  it('are exported with a row per line, escaped for spreadsheets, of the farm’s own parts only', async () => {
    const { body, headers, status } = await farm.farmer.client.get(`/orders.csv?q=${order.code}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    // Read as text, the mark is gone.
    const raw = await fetch(`${market.url}/api/v1/orders.csv?q=${order.code}`, {
      headers: { authorization: `Bearer ${farm.farmer.client.token}` },
    });
    expect(Buffer.from(await raw.arrayBuffer()).toString('utf8')).toBe(`\uFEFF${String(body)}`);
    const [head, ...rows] = String(body).trimEnd().split('\r\n');
    expect(head).toContain('order,placed,customer,farm,');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('Plums,1.5,1.5,lb,4,6,0,0,ripe ones,Gate code 7,Ring twice');
    expect(rows[1]).toContain("'=Eggs(),1,1,dozen");
    const all = String((await admin.client.get(`/orders.csv?q=${order.code}`)).body);
    expect(all.trimEnd().split('\r\n')).toHaveLength(4);
    const narrowed = String((await admin.client.get(`/orders.csv?farm=${other.id}`)).body);
    expect(narrowed.trimEnd().split('\r\n')).toHaveLength(2);
    const theirs = String((await third.farmer.client.get(`/orders.csv?farm=${farm.id}`)).body);
    expect(theirs.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await customer.client.get('/orders.csv')).code).toBe('FORBIDDEN');
    expect((await admin.client.get('/orders.csv?limit=3')).code).toBe('VALIDATION_FAILED');
  });
});

describe('an admin', () => {
  it('must give a reason, can skip steps, and is recorded in the audit log', async () => {
    const disputed = await market.order(customer, [[honey, 1]]);
    const withoutReason = { status: 'cancelled' };
    expect((await move(admin.client, disputed, other, withoutReason)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'reason' }],
    });
    const reason = 'The farm called';
    const done = await move(admin.client, disputed, other, { status: 'delivered', reason });
    expect(done.body).toMatchObject({
      status: 'Delivered',
      payment: { status: 'paid', amount: 17.49, paid: 17.49 },
    });
    const before = (await market.collection<Product>('products').findOne({ _id: honey._id }))
      ?.onHand;
    const never = { status: 'cancelled', reason: 'It never arrived' };
    expect((await move(admin.client, disputed, other, never)).body).toMatchObject({
      status: 'Cancelled',
      totalPrice: 0,
      payment: { status: 'void', amount: 0, paid: 0 },
      parts: [{ timeline: { 2: { goods: 'write_off', reason: 'It never arrived' } } }],
    });
    // The goods were delivered, so they are not restocked.
    const after = await market.collection<Product>('products').findOne({ _id: honey._id });
    expect(after?.onHand).toBe(before);
    const log = await admin.client.get(`/audit-log?target=${disputed._id}`);
    expect(log.body).toMatchObject({
      entries: [
        {
          before: { status: 'delivered' },
          after: { status: 'cancelled', goods: 'write_off' },
        },
        { before: { status: 'placed' }, after: { status: 'delivered' }, reason },
      ],
    });
  });
});

describe('a decline', () => {
  const stockOf = async ({ _id }: Product) => {
    const stored = await market.collection<Product>('products').findOne({ _id });
    const ledger = await market
      .collection<{ change: number; reason: string; note: string | null }>('stockLedger')
      .find({ productId: _id })
      .sort({ _id: 1 })
      .toArray();
    const sum = ledger.reduce((total, { change }) => total + change, 0);
    return { onHand: stored?.onHand, sum, last: ledger.at(-1) };
  };

  it('writes off what was not harvested and restocks otherwise, unless the farm chooses', async () => {
    const kale = await market.product(third, { stock: 10 });
    const decline = async (body: object) => {
      const placed = await market.order(customer, [[kale, 2]]);
      return move(third.farmer.client, placed, third, { status: 'declined', ...body });
    };
    const gone = await decline({ declineReason: 'not_harvested', reason: 'Hail' });
    expect(gone.body).toMatchObject({
      parts: [
        { timeline: { 1: { declineReason: 'not_harvested', reason: 'Hail', goods: 'write_off' } } },
      ],
    });
    expect(await stockOf(kale)).toMatchObject({
      onHand: 8_000,
      sum: 8_000,
      last: { reason: 'write-off', change: -2_000, note: 'not_harvested: Hail' },
    });
    await decline({ declineReason: 'no_capacity' });
    expect(await stockOf(kale)).toMatchObject({
      onHand: 8_000,
      sum: 8_000,
      last: { reason: 'return' },
    });
    await decline({ declineReason: 'quality', goods: 'restock' });
    expect(await stockOf(kale)).toMatchObject({ onHand: 8_000, sum: 8_000 });
    await decline({ declineReason: 'no_capacity', goods: 'write_off' });
    expect(await stockOf(kale)).toMatchObject({ onHand: 6_000, sum: 6_000 });
  });
});

describe('buying again', () => {
  const again = async (client: HttpClient, { _id }: OrderDto) => {
    const answer = await client.post(`/orders/${_id}/buy-again`);
    expect([answer.status, answer.code]).toEqual([200, undefined]);
    return buyAgainSchema.parse(answer.body);
  };

  it('fills the cart with what is available, reports what is missing and why, and is idempotent', async () => {
    const buyer = await market.person('customer');
    const figs = await market.product(third, { name: 'Figs', stock: 6 });
    const leeks = await market.product(third, { name: 'Leeks', stock: 9 });
    const mint = await market.product(third, { name: 'Mint' });
    const kale = await market.product(third, { name: 'Kale', stock: 20 });
    const past = await market.order(buyer, [
      [figs, 4],
      [leeks, 9],
      [mint, 1],
      [kale, 3],
    ]);
    const products = market.collection<Product>('products');
    await products.updateOne({ _id: mint._id }, { $set: { status: 'paused' } });
    await buyer.client.put(`/cart/items/${kale._id}`, { quantity: 5 });
    const first = await again(buyer.client, past);
    expect(
      first.lines.map(({ name, inCart, outcome, reason }) => [name, inCart, outcome, reason]),
    ).toEqual([
      ['Figs', 2, 'reduced', 'less_left'],
      ['Leeks', 0, 'skipped', 'sold_out'],
      ['Mint', 0, 'skipped', 'not_sold'],
      ['Kale', 5, 'added', null],
    ]);
    expect(first.cart.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Kale', 5],
      ['Figs', 2],
    ]);
    expect(await again(buyer.client, past)).toEqual(first);
  });

  it('does not find another customer’s order', async () => {
    expect((await stranger.client.post(`/orders/${order._id}/buy-again`)).code).toBe(
      'ORDER_NOT_FOUND',
    );
    expect((await farm.farmer.client.post(`/orders/${order._id}/buy-again`)).code).toBe(
      'FORBIDDEN',
    );
  });
});

describe('a payment', () => {
  it('is due until each part is handed over; the fee is paid with the first delivery', async () => {
    expect(order.payment).toEqual({
      method: 'pay_on_handover',
      status: 'due',
      amount: 29.49,
      paid: 0,
    });
    for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered'])
      expect((await move(other.farmer.client, order, other, { status })).status).toBe(200);
    const half = await readOrder(customer.client, order);
    expect(half.payment).toMatchObject({ status: 'due', amount: 29.49, paid: 12.5 });
    expect(partOf(half, other).payment).toEqual({ status: 'paid', amount: 12.5 });
    expect((await readOrder(other.farmer.client, order)).payment).toEqual({
      method: 'pay_on_handover',
      status: 'paid',
      amount: 12.5,
      paid: 12.5,
    });
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'])
      expect((await move(farm.farmer.client, order, farm, { status })).status).toBe(200);
    const done = await readOrder(customer.client, order);
    expect(done.payment).toMatchObject({ status: 'paid', amount: 29.49, paid: 29.49 });
    const stored = await market.collection('orders').findOne({ code: order.code });
    expect(stored?.payment).toEqual({
      method: 'pay_on_handover',
      status: 'paid',
      amount: 2949,
      paid: 2949,
    });
  });

  it('and the other values that pages compute with are in the public settings', async () => {
    const settings = publicSettingsSchema.parse(
      (await market.visitor.get('/settings/public')).body,
    );
    expect(settings).toMatchObject({
      freeDeliveryOver: 30,
      deliveryFee: 4.99,
      orderLimits: { lines: 100, noteLength: 280 },
      paymentMethods: ['pay_on_handover'],
    });
    expect(settings.units).toContainEqual({ unit: 'oz', per: 'lb', size: 1 / 16 });
  });
});
