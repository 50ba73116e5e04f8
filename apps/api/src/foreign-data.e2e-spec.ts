import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OrderDto, orderDtoSchema } from '#libs/contracts';
import {
  ADDRESS,
  apiOperations,
  type HttpClient,
  Marketplace,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';

/** What a path may name although it is somebody else's: all may buy and like what is on sale, and unlike what they like. */
const SHARED = [
  'PUT /cart/items/{productId}',
  'PUT /favourites/products/{id}',
  'PUT /favourites/farms/{id}',
  'DELETE /favourites/products/{id}',
  'DELETE /favourites/farms/{id}',
];

/** A request that its owner may make, and nobody else of the same role. */
interface Row {
  readonly operation: string;
  readonly owner: HttpClient;
  readonly strangers: readonly HttpClient[];
  readonly path: string;
  readonly body?: unknown;
}

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let rows: Row[];

beforeAll(async () => {
  market = await Marketplace.open();
  customer = await market.person('customer');
  farm = await market.farm();
  const product = await market.product(farm, { stock: 50 });
  const id = product._id.toString();
  const placed = await market.order(customer, [[product, 2]]);
  const waiting = await market.order(customer, [[product, 1]]);
  const received = await deliver(await market.order(customer, [[product, 1]]));
  const words = { orderId: received._id, productId: id, rating: 4, text: 'Sweet.' };
  const review = await made('post', '/reviews', words);
  const book = await made('post', '/users/me/addresses', { ...ADDRESS });
  const cart = await made('put', `/cart/items/${id}`, { quantity: 1 });
  const hold = await made('post', '/checkout/holds', { version: cart.version });
  const { version } = await made('get', `/farms/mine/products/${id}`, undefined, farm.farmer);
  const [address] = book.addresses as { _id: string }[];
  const [part] = placed.parts;

  const ofCustomer = {
    owner: customer.client,
    strangers: [(await market.person('customer')).client],
  };
  const ofFarmer = {
    owner: farm.farmer.client,
    // Of another farm that sells, and of one that does not sell yet.
    strangers: [(await market.farm()).farmer.client, (await market.person('farmer')).client],
  };
  const addressPath = `/users/me/addresses/${address?._id}`;
  const stock = { version: Number(version) + 1, change: -1, reason: 'write-off' };
  // In this order their owners can do them all.
  rows = [
    {
      operation: 'PATCH /products/{id}',
      ...ofFarmer,
      path: `/products/${id}`,
      body: { version, price: 3 },
    },
    {
      operation: 'POST /products/{id}/stock',
      ...ofFarmer,
      path: `/products/${id}/stock`,
      body: stock,
    },
    {
      operation: 'PATCH /reviews/{id}',
      ...ofCustomer,
      path: `/reviews/${review._id}`,
      body: { version: review.version, rating: 5 },
    },
    { operation: 'GET /orders/{id}', ...ofCustomer, path: `/orders/${placed._id}` },
    { operation: 'GET /orders/{id}', ...ofFarmer, path: `/orders/${placed._id}` },
    {
      operation: 'POST /orders/{id}/buy-again',
      ...ofCustomer,
      path: `/orders/${placed._id}/buy-again`,
    },
    {
      operation: 'GET /orders/{id}/packing-slip',
      ...ofFarmer,
      path: `/orders/${placed._id}/packing-slip`,
    },
    {
      operation: 'PATCH /orders/{id}/parts/{partId}',
      ...ofCustomer,
      path: `/orders/${placed._id}/parts/${part?._id}`,
      body: { status: 'cancelled', version: part?.version },
    },
    {
      operation: 'PATCH /orders/{id}/parts/{partId}',
      ...ofFarmer,
      path: `/orders/${waiting._id}/parts/${waiting.parts[0]?._id}`,
      body: { status: 'accepted', version: waiting.parts[0]?.version },
    },
    { operation: 'GET /farms/mine/products/{id}', ...ofFarmer, path: `/farms/mine/products/${id}` },
    {
      operation: 'GET /products/{id}/stock-ledger.csv',
      ...ofFarmer,
      path: `/products/${id}/stock-ledger.csv`,
    },
    {
      operation: 'GET /products/{id}/stock-ledger',
      ...ofFarmer,
      path: `/products/${id}/stock-ledger`,
    },
    { operation: 'POST /products/{id}/duplicate', ...ofFarmer, path: `/products/${id}/duplicate` },
    {
      operation: 'PUT /reviews/{id}/reply',
      ...ofFarmer,
      path: `/reviews/${review._id}/reply`,
      body: { version: Number(review.version) + 1, text: 'Thank you.' },
    },
    {
      operation: 'PATCH /users/me/addresses/{id}',
      ...ofCustomer,
      path: addressPath,
      body: { version: book.version, line2: 'At the back' },
    },
    {
      operation: 'DELETE /checkout/holds/{id}',
      ...ofCustomer,
      path: `/checkout/holds/${hold._id}`,
    },
    { operation: 'DELETE /reviews/{id}', ...ofCustomer, path: `/reviews/${review._id}` },
    { operation: 'DELETE /users/me/addresses/{id}', ...ofCustomer, path: addressPath },
  ];
});
afterAll(() => market.close());

/** What an answer to a set-up request says. */
async function made(
  method: string,
  path: string,
  body: unknown,
  { client }: TestPerson = customer,
): Promise<Record<string, unknown>> {
  const answer = await client.call(method.toUpperCase(), path, body, {
    'idempotency-key': randomUUID(),
  });
  if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Record<string, unknown>;
}

async function deliver(order: OrderDto): Promise<OrderDto> {
  let now = order;
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
    const [part] = now.parts;
    const body = { status, version: part?.version };
    const path = `/orders/${order._id}/parts/${part?._id}`;
    now = orderDtoSchema.parse(await made('patch', path, body, farm.farmer));
  }
  await market.settled();
  return now;
}

const call = (client: HttpClient, { operation, path, body }: Row) =>
  client.call(operation.split(' ')[0] ?? '', path, body, { 'idempotency-key': randomUUID() });

const NAMES = ['users', 'farms', 'products', 'orders', 'carts', 'holds', 'reviews', 'stockLedger'];
const stored = async () =>
  JSON.stringify(
    await Promise.all(
      NAMES.map((name) => market.collection(name).find().sort({ _id: 1 }).toArray()),
    ),
  );

describe('what belongs to somebody else', () => {
  it('is every thing that a path can name, unless it is for all or for admins', async () => {
    const outsiders = [await market.person('customer'), await market.person('farmer')];
    const undecided: string[] = [];
    for (const { name, method, path, isPublic } of await apiOperations(market.visitor)) {
      if (isPublic || !path.includes('{') || SHARED.includes(name)) continue;
      const nowhere = path.replace(/\{\w+\}/g, 'f'.repeat(24));
      const codes = await Promise.all(
        outsiders.map(async ({ client }) => (await client.call(method, nowhere)).code),
      );
      const forAdmins = codes.every((code) => code === 'FORBIDDEN');
      if (!forAdmins && !rows.some(({ operation }) => operation === name)) undecided.push(name);
    }
    expect(undecided).toEqual([]);
  });

  it('is not there, and stays as it is', async () => {
    const before = await stored();
    for (const row of rows)
      for (const [n, stranger] of row.strangers.entries()) {
        const { status } = await call(stranger, row);
        expect([row.operation, n, status]).toEqual([row.operation, n, 404]);
      }
    expect(await stored()).toBe(before);
  });

  it('is there for its owner, by the same requests', async () => {
    const refused: unknown[] = [];
    for (const row of rows) {
      const { status, body } = await call(row.owner, row);
      if (status >= 400) refused.push([row.operation, body]);
    }
    expect(refused).toEqual([]);
  });
});
