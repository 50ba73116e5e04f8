import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  notificationSchema,
  type OwnProductDto,
  ownProductDtoSchema,
  ownProductsPageSchema,
} from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson } from '#libs/testing';

describe('the export of a farm', () => {
  let market: Marketplace;
  let farm: TestFarm;
  let plums: OwnProductDto;
  beforeAll(async () => {
    market = await Marketplace.open();
    const [mine, other] = await Promise.all([market.farm(), market.farm()]);
    farm = mine;
    const { client } = farm.farmer;
    const add = async (person: TestFarm, wish: object) =>
      ownProductDtoSchema.parse(
        (
          await person.farmer.client.post(
            '/products',
            { category: 'fruit', price: 3.2, unit: 'lb', ...wish },
            { 'idempotency-key': crypto.randomUUID() },
          )
        ).body,
      );
    plums = await add(farm, {
      name: '=HYPERLINK("x")',
      description: 'Blue, "sweet"\nand late.',
      onHand: 12.5,
      step: 0.5,
      lot: 'P-7',
      allergens: ['Nuts', 'Milk'],
    });
    const apples = await add(farm, { name: 'Apples (red)', price: 2, unit: 'kg' });
    await client.patch(`/products/${apples._id}`, { version: 1, status: 'live' });
    await add(other, { name: 'Apples of another farm' });
  });
  afterAll(() => market.close());

  const file = async (query = '') => {
    const { status, body, headers } = await farm.farmer.client.get(
      `/farms/mine/products.csv${query}`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return String(body);
  };
  const HEAD =
    'id,name,status,category,organic,price,unit,step,minimum,on hand,held,available,sold,low at,' +
    'harvested,best before,lot,allergens,storage,features,rating,reviews,description\r\n';

  it('is a file of all the farm’s own products by name, with text that no spreadsheet runs', async () => {
    const text = await file();
    expect(text.startsWith(HEAD)).toBe(true);
    expect(text.slice(HEAD.length)).toMatch(
      new RegExp(
        `^${plums._id},"'=HYPERLINK\\(""x""\\)",draft,fruit,false,3.20,lb,0.5,0.5,12.5,0,12.5,0,0,,,P-7,` +
          '"Nuts; Milk",,,,0,"Blue, ""sweet""\\nand late."\\r\\n' +
          '[0-9a-f]{24},Apples \\(red\\),live,fruit,false,2.00,kg,1,1,0,0,0,0,0,,,,,,,,0,\\r\\n$',
      ),
    );
  });

  it.each([
    ['?status=live', ['Apples (red)']],
    ['?q=(RED', ['Apples (red)']],
    ['?q=RED,%20%C3%81PPLES', ['Apples (red)']],
    ['?q=apples&status=draft', []],
  ])('holds with %s what the list shows', async (query, names) => {
    const rows = (await file(query)).slice(HEAD.length).split('\r\n').slice(0, -1);
    expect(rows.map((row) => row.split(',')[1])).toEqual(names);
  });

  it('refuses a filter that it does not know', async () => {
    const answer = await farm.farmer.client.get('/farms/mine/products.csv?farm=x');
    expect(answer.code).toBe('VALIDATION_FAILED');
  });

  describe('the file of a stock', () => {
    it('has every change, newest first', async () => {
      const { client } = farm.farmer;
      const { body } = await client.get(`/farms/mine/products/${plums._id}`);
      const { version } = ownProductDtoSchema.parse(body);
      const change = { version, reason: 'write-off', change: -2, note: '=Wasps' };
      expect((await client.post(`/products/${plums._id}/stock`, change)).status).toBe(200);
      const answer = await client.get(`/products/${plums._id}/stock-ledger.csv`);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const [head, ...rows] = String(answer.body).trimEnd().split('\r\n');
      expect(head).toBe('at,reason,change,held change,unit,lot,order,note');
      expect(rows.map((row) => row.slice(row.indexOf(',') + 1))).toEqual([
        "write-off,-2,0,lb,,,'=Wasps",
        'harvest,12.5,0,lb,P-7,,',
      ]);
    });

    it('is not another farm’s to read', async () => {
      const other = await market.farm();
      const answer = await other.farmer.client.get(`/products/${plums._id}/stock-ledger.csv`);
      expect(answer.code).toBe('PRODUCT_NOT_FOUND');
    });
  });
});

describe('the review of first products', () => {
  let market: Marketplace;
  let farm: TestFarm;
  let admin: TestPerson;
  beforeAll(async () => {
    market = await Marketplace.open({ settings: { PRODUCT_REVIEW_FIRST: '2' } });
    [farm, admin] = await Promise.all([market.farm(), market.person('admin')]);
  });
  afterAll(() => market.close());

  const created = async (name: string) =>
    ownProductDtoSchema.parse(
      (
        await farm.farmer.client.post(
          '/products',
          { name, category: 'fruit', price: 3.2, unit: 'lb' },
          { 'idempotency-key': crypto.randomUUID() },
        )
      ).body,
    );
  const step = async (product: OwnProductDto, change: object, person = farm.farmer) =>
    ownProductDtoSchema.parse(
      (
        await person.client.patch(`/products/${product._id}`, {
          version: product.version,
          ...change,
        })
      ).body,
    );
  const seen = async ({ _id }: OwnProductDto) =>
    (await market.visitor.get(`/products/${_id}`)).status;

  it('a new farm’s first products wait for an admin, and those after them do not', async () => {
    const [first, second, third] = [
      await created('One'),
      await created('Two'),
      await created('Three'),
    ];
    const waiting = await step(first, { status: 'live' });
    expect([waiting.status, waiting.publishedAt, await seen(first)]).toEqual(['review', null, 404]);
    const also = await step(second, { status: 'live' });
    expect(also.status).toBe('review');

    const queue = ownProductsPageSchema.parse(
      (await admin.client.get('/admin/products?status=review')).body,
    );
    expect(queue.products.map(({ name }) => name)).toEqual(['One', 'Two']);
    const approved = await step(waiting, { status: 'live' }, admin);
    expect([approved.status, await seen(first)]).toEqual(['live', 200]);

    // One of two is approved: the next product waits until the second is approved too.
    const early = await step(third, { status: 'live' });
    expect(early.status).toBe('review');
    const back = await step(early, { status: 'draft' });
    await step(also, { status: 'live' }, admin);
    expect((await step(back, { status: 'live' })).status).toBe('live');

    // An approved product does not wait again.
    const paused = await step(approved, { status: 'paused' });
    expect((await step(paused, { status: 'live' })).status).toBe('live');
  });

  it('a product that is refused goes back with the reason', async () => {
    const other = await market.farm();
    const { client } = other.farmer;
    const draft = ownProductDtoSchema.parse(
      (
        await client.post(
          '/products',
          { name: 'Mystery', category: 'pantry', price: 1, unit: 'each' },
          { 'idempotency-key': crypto.randomUUID() },
        )
      ).body,
    );
    const waiting = await step(draft, { status: 'live' }, other.farmer);
    const refused = await step(waiting, { status: 'draft', reason: 'Say what it is' }, admin);
    expect(refused).toMatchObject({ status: 'draft', moderation: 'Say what it is' });
    expect(await seen(draft)).toBe(404);
    await market.settled();
    const { notifications } = (await client.get('/inbox')).body as { notifications: unknown[] };
    expect(notifications.map((entry) => notificationSchema.parse(entry))).toContainEqual(
      expect.objectContaining({
        kind: 'product.refused',
        text: expect.stringContaining('Say what it is'),
      }),
    );
  });

  it('each step reaches its farm and the admins in full, and everybody once shoppers see it', async () => {
    const { farmer } = await market.farm();
    const draft = ownProductDtoSchema.parse(
      (
        await farmer.client.post(
          '/products',
          { name: 'Quinces', category: 'fruit', price: 2, unit: 'lb' },
          { 'idempotency-key': crypto.randomUUID() },
        )
      ).body,
    );
    const waiting = await step(draft, { status: 'live' }, farmer);
    const live = await step(waiting, { status: 'live' }, admin);
    await step(await step(live, { status: 'paused' }, farmer), { price: 3 }, farmer);
    const steps = ['product.status-changed', 'product.published'];
    const events = await market.events({ aggregateId: draft._id });
    expect(events.filter(({ name }) => steps.includes(name))).toMatchObject([
      { name: steps[0], payload: { from: 'draft', product: { status: 'review' } } },
      { name: steps[0], payload: { from: 'review', product: { status: 'live' } } },
      { name: steps[1], payload: { product: { status: 'live' } } },
      { name: steps[0], payload: { from: 'live', product: { status: 'paused' } } },
    ]);
  });
});
