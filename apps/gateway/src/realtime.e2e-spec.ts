import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import {
  type DomainEvent,
  MAX_WATCHED_PRODUCTS,
  productDtoSchema,
  ticketClaimsSchema,
} from '#libs/contracts';
import {
  type HttpClient,
  Marketplace,
  SocketClient,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';

type Product = Awaited<ReturnType<Marketplace['product']>>;

let market: Marketplace;
let admin: TestPerson;
/** A product that everybody watches; its price moves last, and whoever heard of that has heard all before it. */
let bell: Product;
let ringer: TestFarm;
let prices = 0;
let sockets: SocketClient[] = [];

beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
  ringer = await market.farm();
  bell = await market.product(ringer);
});
afterEach(() => {
  for (const socket of sockets) socket.close();
  sockets = [];
});
afterAll(() => market.close());

const isBell = (event: DomainEvent) =>
  event.name === 'product.stock-changed' && event.payload.change.productId === bell._id.toString();
async function listen(client: HttpClient, ...products: Product[]): Promise<SocketClient> {
  const socket = await SocketClient.connect(market.url, client);
  sockets.push(socket);
  const ids = [bell, ...products].map(({ _id }) => _id.toString());
  expect(await socket.watch(ids)).toBe(ids.length);
  return socket;
}
/** Waits until every open socket has heard everything that has happened. */
async function allHeard(): Promise<void> {
  await market.settled();
  const price = ++prices;
  const path = `/products/${bell._id}`;
  const { version } = productDtoSchema.parse((await market.visitor.get(path)).body);
  expect((await ringer.farmer.client.patch(path, { version, price })).status).toBe(200);
  for (const socket of sockets.filter(({ ended }) => ended === undefined))
    await socket.hear('product.stock-changed', (event) => {
      return isBell(event) && event.payload.change.price === price;
    });
}
const names = ({ heard }: SocketClient) =>
  heard.filter((event) => !isBell(event)).map(({ name }) => name);
/** Without inbox entries and a farm's figures, which follow from orders and have tests of their own. */
const ofShop = (socket: SocketClient) =>
  names(socket).filter((name) => !name.startsWith('inbox.') && name !== 'farm.stats-changed');

describe('who hears of an order', () => {
  let farm: TestFarm;
  let product: Product;
  let customer: TestPerson;
  beforeEach(async () => {
    farm = await market.farm();
    product = await market.product(farm, { stock: 10, price: 400 });
    customer = await market.person('customer');
    await market.settled();
  });

  it('is each whom it concerns, with what they may know, and nobody else', async () => {
    const secondFarm = await market.farm();
    const theirs = await market.product(secondFarm, { price: 900 });
    const thirdFarm = await market.farm();
    const other = await market.person('customer');
    await market.settled();
    const hears = {
      customer: await listen(customer.client),
      farmer: await listen(farm.farmer.client),
      secondFarmer: await listen(secondFarm.farmer.client),
      admin: await listen(admin.client),
      shopper: await listen(market.visitor, product),
      otherFarmer: await listen(thirdFarm.farmer.client),
      otherCustomer: await listen(other.client),
      bystander: await listen(market.visitor),
    };
    const order = await market.order(customer, [
      [product, 3],
      [theirs, 1],
    ]);
    const part = order.parts.find(({ farmId }) => farmId === farm.id);
    const accepted = await farm.farmer.client.patch(`/orders/${order._id}/parts/${part?._id}`, {
      version: 1,
      status: 'accepted',
    });
    expect(accepted.status).toBe(200);
    await allHeard();

    expect(ofShop(hears.customer)).toEqual(['order.placed', 'order.part-status-changed']);
    expect(ofShop(hears.farmer).sort()).toEqual([
      'order.part-moved',
      'order.part-placed',
      'product.counted',
      'product.stock-changed',
    ]);
    expect(ofShop(hears.secondFarmer).sort()).toEqual([
      'order.part-placed',
      'product.counted',
      'product.stock-changed',
    ]);
    for (const theirFarmer of ['farmer', 'secondFarmer'] as const)
      expect(names(hears[theirFarmer])).toContain('farm.stats-changed');
    expect(ofShop(hears.shopper)).toEqual(['product.stock-changed']);
    expect([...new Set(ofShop(hears.admin))].sort()).toEqual([
      'analytics.changed',
      'order.part-status-changed',
      'order.placed',
      'product.counted',
      'product.stock-changed',
    ]);
    for (const nobody of ['otherFarmer', 'otherCustomer', 'bystander'] as const)
      expect([nobody, names(hears[nobody])]).toEqual([nobody, []]);

    const [placed] = hears.customer.ofName('order.placed');
    expect(placed?.payload.order).toEqual(order);
    // A farm learns its own part; nothing of the other farm, and no total beyond its own.
    const [mine] = hears.farmer.ofName('order.part-placed');
    expect(mine?.payload.order).toMatchObject({ goodsTotal: 12, totalPrice: 12, parts: [part] });
    expect(JSON.stringify(hears.farmer.heard.filter((event) => !isBell(event)))).not.toContain(
      secondFarm.id,
    );
    expect(
      hears.shopper.ofName('product.stock-changed').filter((event) => !isBell(event)),
    ).toMatchObject([{ payload: { change: { productId: product._id.toString(), available: 7 } } }]);
    expect(JSON.stringify(hears.shopper.heard)).not.toContain(customer.user._id);
  });

  it('hears it once, in the order it happened, under the id of the request that caused it', async () => {
    const buyer = await listen(customer.client);
    const order = await market.order(customer, [[product, 1]]);
    let part = order.parts[0];
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const) {
      const { body, headers } = await farm.farmer.client.patch(
        `/orders/${order._id}/parts/${part?._id}`,
        { version: part?.version, status },
      );
      part = (body as typeof order).parts[0];
      const told = await buyer.hear(
        'order.part-status-changed',
        ({ payload }) => payload.part.status === status,
      );
      expect(told).toMatchObject({
        correlationId: headers.get('x-request-id'),
        actorId: farm.farmer.user._id,
        aggregateId: order._id,
        payload: { order: { isDelivered: status === 'delivered' } },
      });
    }
    await allHeard();
    expect(buyer.ofName('order.part-status-changed').map(({ version }) => version)).toEqual([
      2, 3, 4, 5,
    ]);
    const ids = buyer.heard.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is every tab of the customer, and so is it with the cart', async () => {
    const tabs = [await listen(customer.client), await listen(customer.client)];
    await customer.client.put(`/cart/items/${product._id}`, { quantity: 2 });
    await market.order(customer, [[product, 2]]);
    await allHeard();
    for (const tab of tabs) {
      expect(ofShop(tab).sort()).toEqual(['cart.changed', 'cart.changed', 'order.placed']);
      expect(tab.ofName('cart.changed').map(({ payload }) => payload.cart.itemCount)).toEqual([
        2, 0,
      ]);
    }
  });

  it('is nobody when it was refused', async () => {
    const [buyer, farmer] = [await listen(customer.client), await listen(farm.farmer.client)];
    await expect(market.order(customer, [[product, 11]])).rejects.toThrow('PRODUCT_OUT_OF_STOCK');
    await allHeard();
    expect([names(buyer), names(farmer)]).toEqual([[], []]);
  });
});

describe('a suspension', () => {
  const set = (person: TestPerson, status: string) =>
    admin.client.patch(`/users/${person.user._id}/status`, { status, reason: 'Because' });

  it('ends every connection of that user within a second, and of nobody else', async () => {
    const [bad, good] = [await market.person('customer'), await market.person('customer')];
    const tabs = [await listen(bad.client), await listen(bad.client)];
    const others = [
      await listen(good.client),
      await listen(admin.client),
      await listen(market.visitor),
    ];
    await market.settled();
    expect((await set(bad, 'suspended')).status).toBe(200);
    await waitFor('both tabs to be cut off', () => tabs.every(({ ended }) => ended), 1_000);
    expect(tabs.map(({ ended }) => ended)).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    await allHeard();
    expect(others.map(({ ended }) => ended)).toEqual([undefined, undefined, undefined]);
  });

  it('makes the next ticket a visitor’s, and a ticket from before worthless', async () => {
    const person = await market.person('farmer');
    const claimsOf = (ticket: string) =>
      ticketClaimsSchema.parse(
        JSON.parse(Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString()),
      );
    const kept = await SocketClient.ticket(person.client);
    expect(claimsOf(kept).userId).toBe(person.user._id);
    await set(person, 'suspended');
    await market.settled();
    expect(claimsOf(await SocketClient.ticket(person.client))).toEqual({
      userId: null,
      role: null,
      farmId: null,
    });
    await expect(SocketClient.open(market.url, { ticket: kept })).rejects.toThrow('TOKEN_INVALID');
    await set(person, 'active');
    await market.settled();
    await listen(person.client);
  });
});

describe('a connection', () => {
  it('needs a ticket that is ours, fresh and whole', async () => {
    const ticket = await SocketClient.ticket(admin.client);
    const [head = '', payload = '', signature = ''] = ticket.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const sign = (secret: string, seconds: number) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(new TextEncoder().encode(secret));
    const ours = 'a secret for tests only, 32 or more';
    // The forger's own secret would do if this one did not.
    sockets.push(await SocketClient.open(market.url, { ticket: await sign(ours, 60) }));
    const bad = {
      missing: {},
      empty: { ticket: '' },
      'a list': { ticket: [ticket] },
      expired: { ticket: await sign(ours, -1) },
      'of another secret': { ticket: await sign(ours.toUpperCase(), 60) },
      cut: { ticket: `${head}.${payload}.${signature.slice(0, -2)}` },
      'a bearer token': { ticket: admin.client.token, token: admin.client.token },
      'claims without a ticket': { userId: admin.user._id, role: 'admin' },
    };
    for (const [what, auth] of Object.entries(bad)) {
      const outcome = SocketClient.open(market.url, auth).then(
        () => 'connected',
        (error: Error) => error.message,
      );
      expect([what, await outcome]).toEqual([what, 'TOKEN_INVALID']);
    }
  });

  it('of a visitor is in no room but the public one, whatever it claims', async () => {
    const ticket = await SocketClient.ticket(market.visitor);
    const claims = { userId: admin.user._id, role: 'admin', rooms: ['role:admin'] };
    const socket = await SocketClient.open(market.url, { ticket, ...claims });
    sockets.push(socket);
    socket.socket.emit('join', 'role:admin');
    await socket.watch([bell._id.toString()]);
    await market.person('customer');
    await allHeard();
    expect(names(socket)).toEqual([]);
  });
});

describe('watching products', () => {
  let farm: TestFarm;
  let product: Product;
  beforeAll(async () => {
    farm = await market.farm();
    product = await market.product(farm);
  });
  const reprice = async (of: Product, change: object = { price: ++prices }) => {
    const stored = await market.collection<Product>('products').findOne({ _id: of._id });
    const answer = await farm.farmer.client.patch(`/products/${of._id}`, {
      version: stored?.version,
      ...change,
    });
    expect(answer.status).toBe(200);
  };
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => n.toString(16).padStart(24, '0'));
  /** Resolves when the server has dealt with everything that this socket sent before. */
  const answered = async (socket: SocketClient, ids: string[]) => {
    expect(await socket.watch(ids)).toBe(ids.length);
  };

  it('replaces what was watched before', async () => {
    const socket = await listen(market.visitor, product);
    await reprice(product);
    await allHeard();
    await answered(socket, [bell._id.toString()]);
    await reprice(product);
    await allHeard();
    expect(names(socket)).toEqual(['product.stock-changed']);
  });

  it('takes 200 ids, and neither 201 nor junk, which leave all as it was', async () => {
    const socket = await listen(market.visitor, product);
    const watched = [product._id.toString(), bell._id.toString()];
    const junk = [
      { productIds: many(MAX_WATCHED_PRODUCTS + 1) },
      { productIds: ['role:admin'] },
      { productIds: [{ $ne: null }] },
      { productIds: watched, rooms: ['role:admin'] },
      watched,
      null,
      'product',
    ];
    const answers: unknown[] = [];
    for (const message of junk)
      socket.socket.emit('product.watch', message, (ack: unknown) => answers.push(ack));
    // Without a way to answer it is no request either.
    socket.socket.emit('product.watch', { productIds: many(3) });
    socket.socket.emit('product.watch');
    await reprice(product);
    await allHeard();
    expect(names(socket)).toEqual(['product.stock-changed']);
    expect([answers, socket.ended]).toEqual([[], undefined]);
    await answered(socket, many(MAX_WATCHED_PRODUCTS));
  });

  it('tells nothing of a product that shoppers may not see, until they may', async () => {
    const draft = await market.product(farm, { status: 'draft' });
    await market.settled();
    const socket = await listen(market.visitor, draft);
    await reprice(draft);
    await allHeard();
    expect(names(socket)).toEqual([]);
    await reprice(draft, { status: 'live' });
    await reprice(draft, { status: 'paused' });
    await reprice(draft);
    await allHeard();
    expect(socket.ofName('product.stock-changed').filter((event) => !isBell(event))).toMatchObject([
      { payload: { change: { status: 'live' } } },
      { payload: { change: { status: 'paused' } } },
    ]);
  });

  it('too often in a second ends the connection', async () => {
    const socket = await listen(market.visitor);
    for (let n = 0; n < 40; n++) socket.socket.emit('product.watch', { productIds: [] }, () => {});
    await waitFor('the flood to be cut off', () => socket.ended);
  });

  it('with a message beyond all bounds ends the connection', async () => {
    const socket = await listen(market.visitor);
    socket.socket.emit('product.watch', { productIds: 'x'.repeat(20_000) }, () => {});
    await waitFor('the socket to be cut off', () => socket.ended);
  });
});
