import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  notificationSchema,
  type OwnProductDto,
  ownProductDtoSchema,
  ownProductsPageSchema,
  problemSchema,
  stockLedgerPageSchema,
} from '#libs/contracts';
import {
  type Answer,
  Marketplace,
  SocketClient,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';

let market: Marketplace;
let farm: TestFarm;
let other: TestFarm;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  [farm, other, admin] = await Promise.all([market.farm(), market.farm(), market.person('admin')]);
});
afterAll(() => market.close());

const WISH = { name: 'Plums', category: 'fruit', price: 3.2, unit: 'lb' };
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const create = (more: object = {}, person = farm.farmer) =>
  person.client.post('/products', { ...WISH, ...more }, key());
const own = ({ body }: Answer): OwnProductDto => ownProductDtoSchema.parse(body);
const paths = ({ body }: Answer) =>
  (problemSchema.parse(body).errors ?? []).map(({ path }) => path);
const patch = (product: OwnProductDto, change: object, person = farm.farmer) =>
  person.client.patch(`/products/${product._id}`, { version: product.version, ...change });
const stock = (product: OwnProductDto, change: object, person = farm.farmer) =>
  person.client.post(`/products/${product._id}/stock`, { version: product.version, ...change });
const live = async (more: object = {}) =>
  own(await patch(own(await create(more)), { status: 'live' }));
const eventsOf = async ({ _id }: OwnProductDto) =>
  (await market.events({ aggregateId: _id })).map(({ name }) => name);

describe('a new product', () => {
  it('is a draft that only its farm and the admins know, with what was not said left empty', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const product = own(answer);
    expect(product).toMatchObject({
      ...WISH,
      status: 'draft',
      version: 1,
      step: 1,
      minimum: 1,
      onHand: 0,
      sold: 0,
      listed: true,
      showsCount: true,
      publishedAt: null,
      farmId: farm.id,
      comparablePrice: { price: 3.2, per: 'lb' },
    });
    expect((await market.visitor.get(`/products/${product._id}`)).code).toBe('PRODUCT_NOT_FOUND');
    const mine = `/farms/mine/products/${product._id}`;
    expect(own(await farm.farmer.client.get(mine))).toEqual(product);
    expect((await other.farmer.client.get(mine)).code).toBe('PRODUCT_NOT_FOUND');
    expect(await eventsOf(product)).toEqual(['product.created']);
  });

  it('has all that was said, and its first harvest in the ledger', async () => {
    const wish = {
      description: 'Blue ones.',
      organic: true,
      step: 0.5,
      minimum: 1.5,
      lowAt: 3,
      showsCount: false,
      harvestedAt: '2026-11-01T08:00:00.000Z',
      bestBefore: '2026-11-20T08:00:00.000Z',
      lot: 'P-7',
      allergens: ['Nuts'],
      storage: 'Cool',
      nutrition: { calories: 46, protein: 0.7, carbohydrates: 11, fiber: 1.4, vitaminC: 9.5 },
      features: ['Hand-picked'],
    };
    const product = own(await create({ ...wish, onHand: 12.5 }));
    expect(product).toMatchObject({ ...wish, onHand: 12.5 });
    const path = `/products/${product._id}/stock-ledger`;
    const ledger = stockLedgerPageSchema.parse((await farm.farmer.client.get(path)).body);
    expect(ledger).toMatchObject({ total: 1, unit: 'lb', nextCursor: null });
    expect(ledger.entries).toMatchObject([
      { reason: 'harvest', change: 12.5, heldChange: 0, lot: 'P-7' },
    ]);
  });

  it('is made once, however often the same is asked with one key', async () => {
    const { client } = farm.farmer;
    const same = key();
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.post('/products', { ...WISH, name: 'Once' }, same)),
    );
    expect(new Set(answers.map((answer) => own(answer)._id)).size).toBe(1);
    expect(await market.collection('products').countDocuments({ name: 'Once' })).toBe(1);
    const reused = await client.post('/products', { ...WISH, name: 'Twice' }, same);
    expect(reused.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await client.post('/products', WISH)).code).toBe('IDEMPOTENCY_KEY_MISSING');
  });

  it.each([
    ['a step of more than three places', { step: 0.2505, minimum: 3 }, ['step']],
    ['a minimum beside the steps', { step: 2, minimum: 3 }, ['minimum']],
    ['a limit in parts of a bunch', { unit: 'bunch', lowAt: 0.1 }, ['lowAt']],
    ['a harvest to come', { harvestedAt: '2099-01-01T00:00:00.000Z' }, ['harvestedAt']],
    [
      'a best-before date before the harvest',
      { harvestedAt: '2026-11-02T00:00:00.000Z', bestBefore: '2026-11-01T00:00:00.000Z' },
      ['bestBefore'],
    ],
    [
      'several at once',
      { unit: 'bunch', step: 0.5, lowAt: 0.5, minimum: 1.5 },
      ['step', 'minimum', 'lowAt'],
    ],
    ['no name', { name: ' ' }, ['name']],
    ['no price', { price: 0 }, ['price']],
    ['an allergen twice', { allergens: ['Nuts', 'Nuts'] }, ['allergens']],
    ['nutrition with a sixth value', { nutrition: { salt: 1 } }, expect.anything()],
    ['a stock in parts of a pack', { unit: 'pack', onHand: 0.3 }, ['onHand']],
    ['a status', { status: 'live' }, ['']],
    [
      'a picture from elsewhere',
      { images: [{ url: 'https://evil.test/a.png', alt: 'x' }] },
      ['images.0.url'],
    ],
  ])('is refused with %s, field by field', async (_, wish, where) => {
    const answer = await create(wish);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(paths(answer)).toEqual(where);
  });

  it('can be prepared by a farm that may not sell yet, and is not listed', async () => {
    const farmer = await market.person('farmer');
    await market.settled();
    // The farm was created after the sign-in; the next request must know it.
    const draft = own(await create({}, farmer));
    const published = own(await patch(draft, { status: 'live' }, farmer));
    expect(published).toMatchObject({ status: 'live', listed: false });
    expect((await market.visitor.get(`/products/${draft._id}`)).code).toBe('PRODUCT_NOT_FOUND');
  });
});

describe('an edit', () => {
  it('changes what it names and nothing else, with the next version', async () => {
    const product = own(await create({ storage: 'Cool', lot: 'A' }));
    const change = { name: 'Damsons', price: 4, storage: null, features: ['Late'], lowAt: 2 };
    const changed = own(await patch(product, change));
    expect(changed).toEqual({
      ...product,
      ...change,
      comparablePrice: { price: 4, per: 'lb' },
      // Nothing is on hand, so it is sold out before and after.
      stock: 'sold_out',
      version: 2,
      detailsVersion: 2,
    });
    expect((await patch(product, { name: 'Late' })).code).toBe('VERSION_CONFLICT');
  });

  it('that changes nothing has no version and no event', async () => {
    const product = await live({ onHand: 3 });
    const before = await eventsOf(product);
    const { name, price } = product;
    expect(own(await patch(product, { name, price }))).toEqual(product);
    const counted = own(await stock(product, { reason: 'correction', counted: 3 }));
    expect(counted).toEqual(product);
    expect(await eventsOf(product)).toEqual(before);
  });

  it('does not exist for another farm and its product', async () => {
    const product = own(await create());
    for (const act of [
      patch(product, { name: 'Mine' }, other.farmer),
      stock(product, { reason: 'harvest', change: 1 }, other.farmer),
      other.farmer.client.post(`/products/${product._id}/duplicate`, undefined, key()),
      other.farmer.client.get(`/products/${product._id}/stock-ledger`),
    ])
      expect((await act).code).toBe('PRODUCT_NOT_FOUND');
  });

  it('keeps its amounts in another unit, until it was on sale or had stock', async () => {
    const product = own(await create({ step: 0.5, minimum: 1, lowAt: 2 }));
    expect(paths(await patch(product, { unit: 'each' }))).toEqual(['step']);
    const kilos = own(await patch(product, { unit: 'kg' }));
    expect(kilos).toMatchObject({ unit: 'kg', step: 0.5, minimum: 1, lowAt: 2 });
    const stored = await market.collection('products').findOne({ name: WISH.name, unit: 'kg' });
    expect(stored).toMatchObject({ step: 500, minimum: 1000, lowAt: 2000 });
    const stocked = own(await stock(kilos, { reason: 'harvest', change: 1 }));
    const empty = own(await stock(stocked, { reason: 'write-off', change: -1 }));
    const fixed = await patch(empty, { unit: 'lb' });
    expect([fixed.status, fixed.code, paths(fixed)]).toEqual([409, 'PRODUCT_UNIT_FIXED', ['unit']]);
    expect((await patch(empty, { unit: 'kg', name: 'Same unit' })).status).toBe(200);
    const onSale = await live({});
    expect((await patch(onSale, { unit: 'oz' })).code).toBe('PRODUCT_UNIT_FIXED');
  });

  it('reaches those who look at the product, and a draft nobody outside its farm', async () => {
    const product = await live({ onHand: 5 });
    const shopper = await SocketClient.connect(market.url, market.visitor);
    await shopper.watch([product._id]);
    const changed = own(await patch(product, { description: 'Sweeter than they look.' }));
    const { payload, version } = await shopper.receives('product.changed');
    expect(version).toBe(changed.version);
    expect(payload.product).toMatchObject({
      description: 'Sweeter than they look.',
      detailsVersion: changed.version,
    });
    expect(payload.product).not.toHaveProperty('onHand');
    shopper.close();
    expect((await eventsOf(changed)).slice(-2)).toEqual(['product.changed', 'product.counted']);

    const draft = own(await create());
    await patch(draft, { description: 'Secret' });
    const stored = await market.events({ aggregateId: draft._id, name: 'product.changed' });
    expect(stored).toEqual([
      expect.objectContaining({ payload: expect.objectContaining({ public: false }) }),
    ]);
  });

  it('shows its farm what it counts, and shoppers no more than the farm allows', async () => {
    const product = await live({ showsCount: false, onHand: 90, unit: 'each' });
    const seen = await market.visitor.get(`/products/${product._id}`);
    expect(seen.body).toMatchObject({ available: 20, showsCount: false, stock: 'in_stock' });
    expect(seen.body).not.toHaveProperty('onHand');
    expect(product).toMatchObject({ available: 90, onHand: 90 });
    const farmer = await SocketClient.connect(market.url, farm.farmer.client);
    await stock(product, { reason: 'correction', counted: 30 });
    const change = await farmer.receives('product.stock-changed');
    expect(change.payload.change.available).toBe(20);
    const { payload } = await farmer.receives('product.counted');
    expect(payload.counts).toMatchObject({ onHand: 30, held: 0, available: 30 });
    farmer.close();
  });
});

describe('a copy', () => {
  it('is a draft with the same words and none of the stock', async () => {
    const product = await live({ onHand: 4, lot: 'L1', description: 'Good', step: 0.5 });
    const path = `/products/${product._id}/duplicate`;
    const same = key();
    const copies = await Promise.all(
      [1, 2].map(() => farm.farmer.client.post(path, undefined, same)),
    );
    const [copy] = copies.map(own);
    expect(copy).toMatchObject({
      name: 'Plums (copy)',
      description: 'Good',
      step: 0.5,
      status: 'draft',
      onHand: 0,
      lot: null,
      publishedAt: null,
      version: 1,
    });
    expect(new Set(copies.map((answer) => own(answer)._id)).size).toBe(1);
    expect(copy?._id).not.toBe(product._id);
    const stolen = await farm.farmer.client.post('/products', WISH, same);
    expect(stolen.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('the stock', () => {
  it('changes by harvest, write-off and correction, each with its reason in the ledger', async () => {
    let product = own(await create({ lot: 'old', bestBefore: '2026-11-03T00:00:00.000Z' }));
    product = own(
      await stock(product, {
        reason: 'harvest',
        change: 10.5,
        lot: 'new',
        harvestedAt: '2026-11-10T06:00:00.000Z',
        note: 'North field',
      }),
    );
    // The old best-before date does not apply to the new harvest.
    expect(product).toMatchObject({ onHand: 10.5, lot: 'new', bestBefore: null, version: 2 });
    product = own(await stock(product, { reason: 'write-off', change: -0.5, note: 'Wasps' }));
    product = own(await stock(product, { reason: 'correction', counted: 9 }));
    expect(product).toMatchObject({ onHand: 9, version: 4 });
    const read = async (query: string) =>
      stockLedgerPageSchema.parse(
        (await farm.farmer.client.get(`/products/${product._id}/stock-ledger?${query}`)).body,
      );
    const first = await read('limit=2');
    const rest = await read(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.entries, ...rest.entries]).toMatchObject([
      { reason: 'correction', change: -1, note: null },
      { reason: 'write-off', change: -0.5, note: 'Wasps' },
      { reason: 'harvest', change: 10.5, note: 'North field', lot: 'new' },
    ]);
    expect([first.total, rest.nextCursor]).toEqual([3, null]);
  });

  it.each([
    ['a harvest of less', { reason: 'harvest', change: -1 }, ['change']],
    ['a harvest that counts less', { reason: 'harvest', counted: 1 }, ['counted']],
    ['a write-off of more', { reason: 'write-off', change: 1 }, ['change']],
    ['a write-off that counts more', { reason: 'write-off', counted: 9 }, ['counted']],
    ['neither change nor count', { reason: 'correction' }, ['change']],
    ['both', { reason: 'correction', change: 1, counted: 1 }, ['change']],
    ['nothing', { reason: 'correction', change: 0 }, ['change']],
    ['more than three places', { reason: 'correction', change: 0.3005 }, ['change']],
    ['a count of more than three places', { reason: 'correction', counted: 1e-4 }, ['counted']],
    ['a lot without a harvest', { reason: 'correction', change: 1, lot: 'L' }, ['lot']],
    ['a sale', { reason: 'sale', change: -1 }, ['reason']],
  ])('refuses %s', async (_, change, where) => {
    const product = own(await create({ onHand: 5 }));
    const answer = await stock(product, change);
    expect([answer.code, paths(answer)]).toEqual(['VALIDATION_FAILED', where]);
  });

  it('cannot be written off beyond what there is, and blames nobody for that', async () => {
    const product = own(await create({ onHand: 5 }));
    const refused = await stock(product, { reason: 'write-off', change: -6 });
    expect(refused.code).toBe('QUANTITY_INVALID');
    expect(JSON.stringify(refused.body)).toContain('There is only 5 lb on hand');
    expect(JSON.stringify(refused.body)).not.toContain('checkout');
  });

  it('never falls below what is held', async () => {
    const product = own(await create({ onHand: 5 }));
    await market
      .collection('products')
      .updateOne(
        { name: WISH.name, onHand: 5_000, held: 0 },
        { $set: { held: 2_000, available: 3_000 } },
      );
    const held = ownProductsPageSchema
      .parse((await farm.farmer.client.get('/farms/mine/products?limit=100')).body)
      .products.find((one) => one.held > 0);
    expect(held).toMatchObject({ onHand: 5, held: 2, available: 3 });
    if (!held) throw new Error(`${product._id} is not held`);
    expect((await stock(held, { reason: 'write-off', change: -4 })).code).toBe('QUANTITY_INVALID');
    expect(own(await stock(held, { reason: 'write-off', change: -3 })).available).toBe(0);
  });

  it('that was counted as it is needs no note', async () => {
    const product = own(await create({ onHand: 5 }));
    const same = own(await stock(product, { reason: 'correction', counted: 5 }));
    const path = `/products/${same._id}/stock-ledger`;
    expect((await admin.client.get(path)).body).toMatchObject({ total: 1 });
  });
});

describe('an admin who takes a product down', () => {
  it('says why; the farmer learns it, and publishes again through an admin only', async () => {
    const product = await live({ onHand: 3 });
    const silent = await patch(product, { status: 'archived' }, admin);
    expect([silent.code, paths(silent)]).toEqual(['VALIDATION_FAILED', ['reason']]);
    const down = own(await patch(product, { status: 'archived', reason: 'Mouldy' }, admin));
    expect(down).toMatchObject({ status: 'archived', moderation: 'Mouldy' });
    // Shoppers who kept the address learn that it is no longer sold.
    const page = await market.visitor.get(`/products/${product._id}`);
    expect(page.body).toMatchObject({ status: 'archived' });
    expect(page.body).not.toHaveProperty('moderation');
    await market.settled();
    const { body } = await farm.farmer.client.get('/inbox');
    const entries = (body as { notifications: unknown[] }).notifications.map((entry) =>
      notificationSchema.parse(entry),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: 'product.taken-down',
        text: expect.stringContaining('Mouldy'),
      }),
    );
    const logged = await admin.client.get(`/audit-log?target=${product._id}`);
    expect(logged.body).toMatchObject({
      entries: [{ before: { status: 'live' }, after: { status: 'archived' }, reason: 'Mouldy' }],
    });
    const draft = own(await patch(down, { status: 'draft' }));
    const waiting = own(await patch(draft, { status: 'live' }));
    expect(waiting.status).toBe('review');
    expect((await market.visitor.get(`/products/${product._id}`)).code).toBe('PRODUCT_NOT_FOUND');
    const again = own(await patch(waiting, { status: 'live' }));
    expect(again.status).toBe('review');
    const approved = own(await patch(again, { status: 'live' }, admin));
    expect(approved).toMatchObject({ status: 'live', moderation: null });
  });

  it('is refused a step that does not exist', async () => {
    const draft = own(await create());
    const answer = await patch(draft, { status: 'paused' });
    expect(answer).toMatchObject({
      status: 409,
      code: 'PRODUCT_STEP_INVALID',
      body: { details: { from: 'draft', to: 'paused', possible: ['live', 'archived'] } },
    });
  });

  it('removes every trace of what was never published', async () => {
    const draft = own(await create());
    await patch(draft, { status: 'archived' });
    expect((await market.visitor.get(`/products/${draft._id}`)).code).toBe('PRODUCT_NOT_FOUND');
  });
});
