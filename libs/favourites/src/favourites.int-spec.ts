import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  CUSTOMERS_PER_EVENT,
  FAVOURITES_MAX,
  type FavouriteUpdate,
  favouriteFarmsPageSchema,
  favouriteProductsPageSchema,
  favouritesSchema,
  inboxPageSchema,
} from '#libs/contracts';
import { draft, Outbox, Transactions } from '#libs/platform';
import type { Product } from '#libs/products';
import { Marketplace, SocketClient, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import type { FavouriteBook } from './favourite-book.model.js';

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let product: Product;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());
beforeEach(async () => {
  customer = await market.person('customer');
  farm = await market.farm();
  product = await market.product(farm, { stock: STOCK });
});

const HOUR = 3_600_000;
const STOCK = 100;
const nobodys = () => new Types.ObjectId().toString();
const books = () => market.collection<FavouriteBook>('favourites');
const mark = async (kind: 'products' | 'farms', id: unknown, { client } = customer) => {
  const answer = await client.put(`/favourites/${kind}/${String(id)}`);
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return favouritesSchema.parse(answer.body);
};
const unmark = async (kind: 'products' | 'farms', id: unknown, { client } = customer) =>
  favouritesSchema.parse((await client.delete(`/favourites/${kind}/${String(id)}`)).body);
const own = async ({ client } = customer) =>
  favouritesSchema.parse((await client.get('/favourites')).body);
const ownProducts = async (query = '', { client } = customer) =>
  favouriteProductsPageSchema.parse((await client.get(`/favourites/products${query}`)).body);
const ownFarms = async (query = '', { client } = customer) =>
  favouriteFarmsPageSchema.parse((await client.get(`/favourites/farms${query}`)).body);
/** The customer's notices about favourites, oldest first. */
const notices = async ({ client } = customer) => {
  const { notifications } = inboxPageSchema.parse((await client.get('/inbox')).body);
  return notifications
    .filter(({ kind }) => kind.startsWith('favourite.'))
    .toReversed()
    .map(({ kind, title }) => ({ kind, title }));
};
/** The farm's entry of a harvest, or of what it has counted: `counted` is the stock after it, in the product's unit. */
async function record(change: {
  reason: 'harvest' | 'correction';
  counted: number;
  harvestedAt?: Date;
}): Promise<void> {
  const stored = await market.collection<Product>('products').findOne({ _id: product._id });
  const path = `/products/${product._id}/stock`;
  const answer = await farm.farmer.client.post(path, { version: stored?.version, ...change });
  expect([answer.status, answer.code]).toEqual([200, undefined]);
}
async function count(counted: number): Promise<void> {
  await record({ reason: 'correction', counted });
  await market.settled();
}
const picked = (counted: number, ago = HOUR) =>
  record({ reason: 'harvest', counted, harvestedAt: new Date(Date.now() - ago) });
async function harvest(counted: number, ago = HOUR): Promise<void> {
  await picked(counted, ago);
  await market.settled();
}

describe('a favourite', () => {
  it('is kept once however often it is marked, and gone once however often it is removed', async () => {
    expect(await own()).toEqual({ products: [], farms: [], version: 0 });
    const first = await mark('products', product._id);
    expect(first).toEqual({ products: [product._id.toString()], farms: [], version: 1 });
    expect(await mark('products', product._id)).toEqual(first);
    expect(await mark('farms', farm.id)).toEqual({ ...first, farms: [farm.id], version: 2 });
    const without = await unmark('products', product._id);
    expect(without).toEqual({ products: [], farms: [farm.id], version: 3 });
    expect(await unmark('products', product._id)).toEqual(without);
    expect(await unmark('farms', nobodys())).toEqual(without);
    expect(await own()).toEqual(without);
  });

  it('is its customer’s alone, in every list', async () => {
    const other = await market.person('customer');
    await mark('products', product._id);
    await mark('farms', farm.id);
    expect(await own(other)).toEqual({ products: [], farms: [], version: 0 });
    expect(await ownProducts('', other)).toMatchObject({ products: [], total: 0 });
    expect(await ownFarms('', other)).toMatchObject({ farms: [], total: 0 });
    await unmark('products', product._id, other);
    expect((await own()).products).toEqual([product._id.toString()]);
  });

  it('is for customers: not for visitors, farmers or admins', async () => {
    const path = `/favourites/products/${product._id}`;
    expect((await market.visitor.put(path)).status).toBe(401);
    expect((await farm.farmer.client.put(path)).code).toBe('FORBIDDEN');
    const admin = await market.person('admin');
    expect((await admin.client.get('/favourites')).code).toBe('FORBIDDEN');
  });

  it('is something that shoppers can see', async () => {
    const secret = await market.product(farm, { status: 'draft' });
    for (const [path, code] of [
      [`products/${nobodys()}`, 'PRODUCT_NOT_FOUND'],
      [`products/${secret._id}`, 'PRODUCT_NOT_FOUND'],
      [`farms/${nobodys()}`, 'FARM_NOT_FOUND'],
    ] as const) {
      const answer = await customer.client.put(`/favourites/${path}`);
      expect([path, answer.status, answer.code]).toEqual([path, 404, code]);
    }
    expect((await customer.client.put('/favourites/products/x')).code).toBe('VALIDATION_FAILED');
  });

  it('that is not shown any more stays marked, and is in no list', async () => {
    await mark('products', product._id);
    await market
      .collection<Product>('products')
      .updateOne({ _id: product._id }, { $set: { listed: false } });
    expect(await ownProducts()).toEqual({ products: [], nextCursor: null, total: 0 });
    expect((await own()).products).toEqual([product._id.toString()]);
  });

  it('is refused beyond what one can keep, and the others stay', async () => {
    const marks = Array.from({ length: FAVOURITES_MAX.products }, () => ({
      _id: new Types.ObjectId(),
      at: new Date(),
    }));
    const _id = new Types.ObjectId(customer.user._id);
    await books().insertOne({ _id, products: marks, farms: [], version: 7 });
    const answer = await customer.client.put(`/favourites/products/${product._id}`);
    expect([answer.status, answer.code]).toEqual([409, 'FAVOURITE_LIMIT_REACHED']);
    expect(await own()).toMatchObject({ version: 7 });
    await unmark('products', marks[0]?._id);
    await mark('products', product._id);
  });

  it('marked in many tabs at once is not lost', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => market.product(farm)));
    await Promise.all(all.map(({ _id }) => mark('products', _id)));
    const { products, version } = await own();
    expect(products.toSorted()).toEqual(all.map(({ _id }) => _id.toString()).toSorted());
    expect(version).toBe(5);
  });

  it('reaches the customer’s other tabs, and nobody else', async () => {
    const [tab, stranger, farmer] = await Promise.all([
      SocketClient.connect(market.url, customer.client),
      SocketClient.connect(market.url, market.visitor),
      SocketClient.connect(market.url, farm.farmer.client),
    ]);
    const favourites = await mark('products', product._id);
    await mark('products', product._id);
    const event = await waitFor('the other tab', () =>
      tab?.received.find(({ name }) => name === 'favourites.changed'),
    );
    expect(event).toMatchObject({
      version: 1,
      payload: { customerId: customer.user._id, favourites },
    });
    await market.settled();
    expect(tab?.received.filter(({ name }) => name === 'favourites.changed')).toHaveLength(1);
    for (const other of [stranger, farmer])
      expect(JSON.stringify(other?.received)).not.toContain(customer.user._id);
    for (const socket of [tab, stranger, farmer]) socket?.socket.disconnect();
  });
});

describe('the list of favourites', () => {
  it('has products and farms, newest mark first, page by page', async () => {
    const names = ['Apples', 'Beets', 'Chard'];
    for (const name of names) await mark('products', (await market.product(farm, { name }))._id);
    const first = await ownProducts('?limit=2');
    expect(first.products.map(({ name }) => name)).toEqual(['Chard', 'Beets']);
    expect(first.total).toBe(3);
    // Removing a mark between two pages does not shift the next page.
    await unmark('products', first.products[1]?._id);
    const last = await ownProducts(`?limit=2&cursor=${first.nextCursor}`);
    expect(last.products.map(({ name }) => name)).toEqual(['Apples']);
    expect(last.nextCursor).toBeNull();

    const second = await market.farm();
    await mark('farms', farm.id);
    await mark('farms', second.id);
    const farms = await ownFarms('?limit=1');
    expect(farms).toMatchObject({ farms: [{ slug: second.slug }], total: 2 });
    const rest = await ownFarms(`?limit=1&cursor=${farms.nextCursor}`);
    expect(rest).toMatchObject({ farms: [{ slug: farm.slug }], nextCursor: null });
  });

  it('goes on from any mark where many were made in one moment', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => market.product(farm)));
    const at = new Date();
    const products = all.map(({ _id }) => ({ _id, at }));
    const _id = new Types.ObjectId(customer.user._id);
    await books().insertOne({ _id, products, farms: [], version: 1 });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ownProducts(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.products.map((row) => row._id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(
      all
        .map((row) => row._id.toString())
        .toSorted()
        .toReversed(),
    );
  });

  it('refuses a cursor that is not valid', async () => {
    expect((await customer.client.get('/favourites/products?cursor=x')).code).toBe(
      'CURSOR_INVALID',
    );
  });
});

describe('whoever marked a product', () => {
  it('is notified that it is back in stock, once a day, and nobody else is', async () => {
    const other = await market.person('customer');
    await mark('products', product._id);
    await count(0);
    expect(await notices()).toEqual([]);
    await count(10);
    const once = [{ kind: 'favourite.restocked', title: 'Carrots is back in stock' }];
    expect(await notices()).toEqual(once);
    await count(0);
    await count(10);
    expect(await notices()).toEqual(once);
    expect(await notices(other)).toEqual([]);
  });

  it('is notified that it was just picked', async () => {
    await mark('products', product._id);
    await harvest(STOCK + 5);
    await harvest(STOCK + 9, HOUR / 2);
    expect(await notices()).toEqual([{ kind: 'favourite.picked', title: 'Carrots, just picked' }]);
  });

  it('gets one notice of a harvest that ends a shortage', async () => {
    await mark('products', product._id);
    await count(0);
    await harvest(10);
    expect(await notices()).toHaveLength(1);
  });

  it.each([
    ['was picked days ago', () => harvest(STOCK + 5, 30 * HOUR)],
    ['was not picked anew', () => count(STOCK + 5)],
    [
      'is not shown',
      async () => {
        const path = `/products/${product._id}`;
        const change = { version: product.version, status: 'paused' };
        expect((await farm.farmer.client.patch(path, change)).status).toBe(200);
        await harvest(STOCK + 5);
      },
    ],
  ])('gets no notice of one that %s', async (_, change) => {
    await mark('products', product._id);
    await change();
    expect(await notices()).toEqual([]);
  });

  it('gets no notice after removing the mark', async () => {
    await mark('products', product._id);
    await unmark('products', product._id);
    await harvest(STOCK + 5);
    expect(await notices()).toEqual([]);
  });

  it('is one of many: all of them are notified, a bounded number with one event', async () => {
    const count = CUSTOMERS_PER_EVENT * 2 + 1;
    const customers = Array.from({ length: count }, () => new Types.ObjectId());
    const products = [{ _id: product._id, at: new Date() }];
    await books().insertMany(customers.map((_id) => ({ _id, products, farms: [], version: 1 })));
    await picked(STOCK + 5);
    const entries = market.collection('notifications');
    const reached = () => entries.countDocuments({ userId: { $in: customers } });
    await waitFor('all to be notified', async () => (await reached()) === count);
    const events = await market
      .collection('outbox')
      .find({ name: 'favourites.news', 'payload.productId': product._id.toString() })
      .toArray();
    expect(events).toHaveLength(3);
  });
});

describe('whoever marked a farm', () => {
  it('is notified of what it picks, once a day, and not twice of what they marked too', async () => {
    const both = await market.person('customer');
    await mark('farms', farm.id);
    await mark('farms', farm.id, both);
    await mark('products', product._id, both);
    await harvest(STOCK + 5);
    expect(await notices()).toEqual([
      { kind: 'favourite.picked', title: `Farm ${farm.slug} has just picked Carrots` },
    ]);
    expect(await notices(both)).toEqual([
      { kind: 'favourite.picked', title: 'Carrots, just picked' },
    ]);
    product = await market.product(farm, { name: 'Beets' });
    await harvest(STOCK + 5);
    expect(await notices()).toHaveLength(1);
  });
});

describe('an event about a favourite', () => {
  it('that arrives twice makes one notice', async () => {
    const payload: FavouriteUpdate = {
      news: 'picked',
      marked: 'products',
      customerIds: [customer.user._id],
      productId: product._id.toString(),
      productName: 'Carrots',
      farmId: farm.id,
      farmName: 'Hollow Creek',
      day: '2026-11-20',
    };
    const again = draft('favourites.news', { id: product._id, version: 1 }, payload);
    await market.app
      .get(Transactions)
      .run((session) => market.app.get(Outbox).add(session, again, again));
    await market.settled();
    expect(await notices()).toHaveLength(1);
  });
});
