import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { type DomainEvent, MAX_WATCHED_PRODUCTS, productDtoSchema } from '#libs/contracts';
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
/** A marker product that every socket watches: a socket with its newest price has received all earlier events. */
let marker: Product;
let markerFarm: TestFarm;
let prices = 0;
let sockets: SocketClient[] = [];

beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
  markerFarm = await market.farm();
  marker = await market.product(markerFarm);
});
afterEach(() => {
  for (const socket of sockets) socket.close();
  sockets = [];
});
afterAll(() => market.close());

const isMarker = (event: DomainEvent) =>
  event.name === 'product.stock-changed' &&
  event.payload.change.productId === marker._id.toString();
async function listen(client: HttpClient, ...products: Product[]): Promise<SocketClient> {
  const socket = await SocketClient.connect(market.url, client);
  sockets.push(socket);
  const ids = [marker, ...products].map(({ _id }) => _id.toString());
  expect(await socket.watch(ids)).toBe(ids.length);
  return socket;
}
/** Waits until every open socket has received all events until now. */
async function allDelivered(): Promise<void> {
  await market.settled();
  const price = ++prices;
  const path = `/products/${marker._id}`;
  const { version } = productDtoSchema.parse((await market.visitor.get(path)).body);
  expect((await markerFarm.farmer.client.patch(path, { version, price })).status).toBe(200);
  for (const socket of sockets.filter(({ ended }) => ended === undefined))
    await socket.receives('product.stock-changed', (event) => {
      return isMarker(event) && event.payload.change.price === price;
    });
}
const names = ({ received }: SocketClient) =>
  received.filter((event) => !isMarker(event)).map(({ name }) => name);
/** Without inbox entries and a farm's figures, which have tests of their own. */
const ofShop = (socket: SocketClient) =>
  names(socket).filter((name) => !name.startsWith('inbox.') && name !== 'farm.stats-changed');

describe('the audience of an order', () => {
  let farm: TestFarm;
  let product: Product;
  let customer: TestPerson;
  beforeEach(async () => {
    farm = await market.farm();
    product = await market.product(farm, { stock: 10, price: 400 });
    customer = await market.person('customer');
    await market.settled();
  });

  it('is everybody whom it concerns, each with what they may see, and nobody else', async () => {
    const secondFarm = await market.farm();
    const theirs = await market.product(secondFarm, { price: 900 });
    const thirdFarm = await market.farm();
    const other = await market.person('customer');
    await market.settled();
    const listeners = {
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
    await allDelivered();

    expect(ofShop(listeners.customer)).toEqual(['order.placed', 'order.part-changed']);
    expect(ofShop(listeners.farmer).sort()).toEqual([
      'order.farm-part-changed',
      'order.part-placed',
      'product.counted',
      'product.stock-changed',
    ]);
    expect(ofShop(listeners.secondFarmer).sort()).toEqual([
      'order.part-placed',
      'product.counted',
      'product.stock-changed',
    ]);
    for (const theirFarmer of ['farmer', 'secondFarmer'] as const)
      expect(names(listeners[theirFarmer])).toContain('farm.stats-changed');
    expect(ofShop(listeners.shopper)).toEqual(['product.stock-changed']);
    expect([...new Set(ofShop(listeners.admin))].sort()).toEqual([
      'analytics.changed',
      'order.part-changed',
      'order.placed',
      'product.counted',
      'product.stock-changed',
    ]);
    for (const nobody of ['otherFarmer', 'otherCustomer', 'bystander'] as const)
      expect([nobody, names(listeners[nobody])]).toEqual([nobody, []]);

    const [placed] = listeners.customer.ofName('order.placed');
    expect(placed?.payload.order).toEqual(order);
    // A farm receives its own part, nothing of the other farm, and no total beyond its own.
    const [mine] = listeners.farmer.ofName('order.part-placed');
    expect(mine?.payload.order).toMatchObject({ goodsTotal: 12, totalPrice: 12, parts: [part] });
    expect(
      JSON.stringify(listeners.farmer.received.filter((event) => !isMarker(event))),
    ).not.toContain(secondFarm.id);
    expect(
      listeners.shopper.ofName('product.stock-changed').filter((event) => !isMarker(event)),
    ).toMatchObject([{ payload: { change: { productId: product._id.toString(), available: 7 } } }]);
    expect(JSON.stringify(listeners.shopper.received)).not.toContain(customer.user._id);
  });

  it('receives each event once, in order, with the id of the request that caused it', async () => {
    const buyer = await listen(customer.client);
    const order = await market.order(customer, [[product, 1]]);
    let part = order.parts[0];
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const) {
      const { body, headers } = await farm.farmer.client.patch(
        `/orders/${order._id}/parts/${part?._id}`,
        { version: part?.version, status },
      );
      part = (body as typeof order).parts[0];
      const change = await buyer.receives(
        'order.part-changed',
        ({ payload }) => payload.part.status === status,
      );
      expect(change).toMatchObject({
        correlationId: headers.get('x-request-id'),
        actorId: farm.farmer.user._id,
        aggregateId: order._id,
        payload: { order: { isDelivered: status === 'delivered' } },
      });
    }
    await allDelivered();
    expect(buyer.ofName('order.part-changed').map(({ version }) => version)).toEqual([2, 3, 4, 5]);
    const ids = buyer.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is every tab of the customer, also for the cart', async () => {
    const tabs = [await listen(customer.client), await listen(customer.client)];
    await customer.client.put(`/cart/items/${product._id}`, { quantity: 2 });
    await market.order(customer, [[product, 2]]);
    await allDelivered();
    for (const tab of tabs) {
      expect(ofShop(tab).sort()).toEqual(['cart.changed', 'cart.changed', 'order.placed']);
      expect(tab.ofName('cart.changed').map(({ payload }) => payload.cart.itemCount)).toEqual([
        2, 0,
      ]);
    }
  });

  it('is nobody if the order was refused', async () => {
    const [buyer, farmer] = [await listen(customer.client), await listen(farm.farmer.client)];
    await expect(market.order(customer, [[product, 11]])).rejects.toThrow('PRODUCT_OUT_OF_STOCK');
    await allDelivered();
    expect([names(buyer), names(farmer)]).toEqual([[], []]);
  });
});

describe('a suspension', () => {
  const set = (person: TestPerson, status: string) =>
    admin.client.patch(`/users/${person.user._id}/status`, { status, reason: 'Because' });

  it('ends every connection of that user within seconds, and of nobody else', async () => {
    const [bad, good] = [await market.person('customer'), await market.person('customer')];
    const tabs = [await listen(bad.client), await listen(bad.client)];
    const others = [
      await listen(good.client),
      await listen(admin.client),
      await listen(market.visitor),
    ];
    await market.settled();
    expect((await set(bad, 'suspended')).status).toBe(200);
    await waitFor('both tabs to be cut off', () => tabs.every(({ ended }) => ended), 10_000);
    expect(tabs.map(({ ended }) => ended)).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    await allDelivered();
    expect(others.map(({ ended }) => ended)).toEqual([undefined, undefined, undefined]);
  });

  it('refuses the next ticket with its reason, and makes earlier tickets invalid', async () => {
    const person = await market.person('farmer');
    const kept = await SocketClient.ticket(person.client);
    await set(person, 'suspended');
    await market.settled();
    expect(await person.client.post('/realtime/ticket')).toMatchObject({
      status: 403,
      code: 'USER_SUSPENDED',
    });
    await expect(SocketClient.open(market.url, { ticket: kept })).rejects.toThrow('TOKEN_INVALID');
    await set(person, 'active');
    await market.settled();
    await listen(person.client);
  });
});

describe('a connection', () => {
  it('needs a ticket of this server that is not expired and not changed', async () => {
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
    // Signed with the right secret, the same ticket is accepted.
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

  it('of a visitor is in the public room only, whatever it claims', async () => {
    const ticket = await SocketClient.ticket(market.visitor);
    const claims = { userId: admin.user._id, role: 'admin', rooms: ['role:admin'] };
    const socket = await SocketClient.open(market.url, { ticket, ...claims });
    sockets.push(socket);
    socket.socket.emit('join', 'role:admin');
    await socket.watch([marker._id.toString()]);
    await market.person('customer');
    await allDelivered();
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
  /** Resolves when the server has handled everything that this socket has sent. */
  const answered = async (socket: SocketClient, ids: string[]) => {
    expect(await socket.watch(ids)).toBe(ids.length);
  };

  it('replaces what was watched before', async () => {
    const socket = await listen(market.visitor, product);
    await reprice(product);
    await allDelivered();
    await answered(socket, [marker._id.toString()]);
    await reprice(product);
    await allDelivered();
    expect(names(socket)).toEqual(['product.stock-changed']);
  });

  it('accepts 200 ids, and ignores 201 and junk', async () => {
    const socket = await listen(market.visitor, product);
    const watched = [product._id.toString(), marker._id.toString()];
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
    // Without an acknowledgement it is not a request either.
    socket.socket.emit('product.watch', { productIds: many(3) });
    socket.socket.emit('product.watch');
    await reprice(product);
    await allDelivered();
    expect(names(socket)).toEqual(['product.stock-changed']);
    expect([answers, socket.ended]).toEqual([[], undefined]);
    await answered(socket, many(MAX_WATCHED_PRODUCTS));
  });

  it('emits nothing about a product that shoppers may not see', async () => {
    const draft = await market.product(farm, { status: 'draft' });
    await market.settled();
    const socket = await listen(market.visitor, draft);
    await reprice(draft);
    await allDelivered();
    expect(names(socket)).toEqual([]);
    await reprice(draft, { status: 'live' });
    await reprice(draft, { status: 'paused' });
    await reprice(draft);
    await allDelivered();
    expect(
      socket.ofName('product.stock-changed').filter((event) => !isMarker(event)),
    ).toMatchObject([
      { payload: { change: { status: 'live' } } },
      { payload: { change: { status: 'paused' } } },
    ]);
  });

  it('too often in a second ends the connection', async () => {
    const socket = await listen(market.visitor);
    for (let n = 0; n < 40; n++) socket.socket.emit('product.watch', { productIds: [] }, () => {});
    await waitFor('the flood to be cut off', () => socket.ended);
  });

  it('with an oversized message ends the connection', async () => {
    const socket = await listen(market.visitor);
    socket.socket.emit('product.watch', { productIds: 'x'.repeat(20_000) }, () => {});
    await waitFor('the socket to be cut off', () => socket.ended);
  });
});
