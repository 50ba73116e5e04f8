import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ErrorCode, problemSchema } from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, type TestFarm, type TestPerson } from '#libs/testing';

/** The collections that a rejected order must not change. */
const COLLECTIONS = ['products', 'stockLedger', 'orders', 'outbox', 'idempotencyKeys', 'carts'];

describe('an invalid order', () => {
  let market: Marketplace;
  let customer: TestPerson;
  let farm: TestFarm;
  let pending: TestFarm;
  let carrots: Product;
  let lettuce: Product;
  let hidden: Record<'draft' | 'paused' | 'archived' | 'unlisted' | 'pending', Product>;

  beforeAll(async () => {
    market = await Marketplace.open();
    await market.pauseChecks();
    customer = await market.person('customer');
    farm = await market.farm(['delivery']);
    pending = await market.farm();
    await market
      .collection('farms')
      .updateOne({ slug: pending.slug }, { $set: { status: 'pending' } });
    carrots = await market.product(farm, { unit: 'lb', step: 0.5, minimum: 1, stock: 10 });
    lettuce = await market.product(farm, { unit: 'each', stock: 3 });
    hidden = {
      draft: await market.product(farm, { status: 'draft', name: 'Secret truffles' }),
      paused: await market.product(farm, { status: 'paused' }),
      archived: await market.product(farm, { status: 'archived' }),
      unlisted: await market.product(farm, { listed: false, name: 'Secret truffles' }),
      pending: await market.product(pending),
    };
    await market.settled();
  });
  afterAll(() => market.close());

  const key = { 'idempotency-key': 'bad-order-0001' };
  const line = (product: Product, quantity: unknown = 1) => ({
    productId: product._id.toString(),
    quantity,
  });
  const good = () => ({ items: [line(carrots)], address: ADDRESS });

  async function stored(): Promise<unknown> {
    return Promise.all(
      COLLECTIONS.map((name) => market.collection(name).find().sort({ _id: 1 }).toArray()),
    );
  }

  /** Sends the request, and checks that it changed nothing. */
  async function refused(body: unknown, headers: Record<string, string> = key) {
    const before = await stored();
    const answer = await customer.client.post('/orders', body, headers);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = problemSchema.parse(answer.body);
    expect(problem.status).toBe(answer.status);
    expect(answer.headers.get('x-request-id')).toBe(problem.requestId);
    expect(await stored()).toEqual(before);
    return problem;
  }

  const cases: [string, () => unknown, number, ErrorCode][] = [
    [
      'an unknown product',
      () => ({ ...good(), items: [{ productId: 'f'.repeat(24), quantity: 1 }] }),
      404,
      'PRODUCT_NOT_FOUND',
    ],
    [
      'the id of a farm as a product id',
      () => ({ ...good(), items: [{ productId: farm.id, quantity: 1 }] }),
      404,
      'PRODUCT_NOT_FOUND',
    ],
    [
      'a valid line and an unknown product',
      () => ({ ...good(), items: [line(lettuce), { productId: 'f'.repeat(24), quantity: 1 }] }),
      404,
      'PRODUCT_NOT_FOUND',
    ],
    ['quantity 0', () => ({ ...good(), items: [line(carrots, 0)] }), 400, 'VALIDATION_FAILED'],
    [
      'a negative quantity',
      () => ({ ...good(), items: [line(carrots, -1)] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'four decimal places',
      () => ({ ...good(), items: [line(carrots, 1.0001)] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an infinite quantity',
      () =>
        `{"items":[{"productId":"${carrots._id}","quantity":1e999}],"address":${JSON.stringify(ADDRESS)}}`,
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a fraction of a step',
      () => ({ ...good(), items: [line(carrots, 1.25)] }),
      400,
      'QUANTITY_INVALID',
    ],
    ['half a piece', () => ({ ...good(), items: [line(lettuce, 1.5)] }), 400, 'QUANTITY_INVALID'],
    [
      'less than the minimum',
      () => ({ ...good(), items: [line(carrots, 0.5)] }),
      400,
      'QUANTITY_INVALID',
    ],
    [
      'more than is in stock',
      () => ({ ...good(), items: [line(carrots, 10.5)] }),
      409,
      'PRODUCT_OUT_OF_STOCK',
    ],
    [
      'a valid line and one above stock',
      () => ({ ...good(), items: [line(carrots), line(lettuce, 4)] }),
      409,
      'PRODUCT_OUT_OF_STOCK',
    ],
    [
      'a duplicate product',
      () => ({ ...good(), items: [line(carrots), line(carrots)] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      '101 lines',
      () => ({ ...good(), items: Array.from({ length: 101 }, () => line(carrots)) }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      '10,000 lines',
      () => ({ ...good(), items: Array.from({ length: 10_000 }, () => line(carrots)) }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['no lines', () => ({ ...good(), items: [] }), 400, 'VALIDATION_FAILED'],
    ['no address', () => ({ items: [line(carrots)] }), 400, 'VALIDATION_FAILED'],
    [
      'an empty address line',
      () => ({ ...good(), address: { ...ADDRESS, line1: '  ' } }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a city that is too long',
      () => ({ ...good(), address: { ...ADDRESS, city: 'x'.repeat(81) } }),
      400,
      'VALIDATION_FAILED',
    ],
    ...[
      { state: 'XX' },
      { postalCode: 'abc' },
      { recipient: undefined },
      { phone: undefined },
      { phone: 'none' },
    ].map((change): [string, () => unknown, number, ErrorCode] => [
      `an address with ${JSON.stringify(change)}`,
      () => ({ ...good(), address: { ...ADDRESS, ...change } }),
      400,
      'VALIDATION_FAILED',
    ]),
    ['an unknown key', () => ({ ...good(), total: 0 }), 400, 'VALIDATION_FAILED'],
    [
      'an unknown key in a line',
      () => ({ ...good(), items: [{ ...line(carrots), discount: 0.01 }] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a price that differs from the current one',
      () => ({ ...good(), items: [{ ...line(carrots), price: 0.01 }] }),
      409,
      'PRICE_CHANGED',
    ],
    [
      'an unknown key in the address',
      () => ({ ...good(), address: { ...ADDRESS, country: 'US' } }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'lines that are not a list',
      () => ({ ...good(), items: line(carrots) }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a quantity as text',
      () => ({ ...good(), items: [line(carrots, '1')] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a query operator as an id',
      () => ({ ...good(), items: [{ productId: { $ne: null }, quantity: 1 }] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an id in capitals',
      () => ({ ...good(), items: [{ productId: 'F'.repeat(24), quantity: 1 }] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'notes that are too long',
      () => ({ ...good(), notes: 'x'.repeat(281) }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an unknown fulfilment',
      () => ({ ...good(), fulfilment: { [farm.id]: 'drone' } }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a fulfilment for something that is not a farm',
      () => ({ ...good(), fulfilment: { all: 'pickup' } }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a fulfilment that the farm does not offer',
      () => ({ ...good(), fulfilment: { [farm.id]: 'pickup' } }),
      400,
      'FULFILMENT_NOT_OFFERED',
    ],
    ['a draft', () => ({ ...good(), items: [line(hidden.draft)] }), 404, 'PRODUCT_NOT_FOUND'],
    [
      'a product whose farm may not sell',
      () => ({ ...good(), items: [line(hidden.unlisted)] }),
      404,
      'PRODUCT_NOT_FOUND',
    ],
    [
      'a paused product',
      () => ({ ...good(), items: [line(hidden.paused)] }),
      409,
      'PRODUCT_NOT_AVAILABLE',
    ],
    [
      'an archived product',
      () => ({ ...good(), items: [line(hidden.archived)] }),
      409,
      'PRODUCT_NOT_AVAILABLE',
    ],
    [
      'a product of a pending farm',
      () => ({ ...good(), items: [line(hidden.pending)] }),
      403,
      'FARM_NOT_APPROVED',
    ],
    ['a body that is a list', () => [good()], 400, 'VALIDATION_FAILED'],
    ['a body that is null', () => 'null', 400, 'VALIDATION_FAILED'],
    ['a truncated body', () => '{"items":[', 400, 'BODY_INVALID'],
    ['an empty body', () => '', 400, 'VALIDATION_FAILED'],
    [
      'a body with __proto__',
      () =>
        `{"items":[{"productId":"${carrots._id}","quantity":1}],"address":${JSON.stringify(ADDRESS)},"__proto__":{"admin":true}}`,
      400,
      'BODY_INVALID',
    ],
    [
      'an oversized body',
      () => ({ ...good(), notes: 'x'.repeat(300 * 1024) }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ];

  it.each(cases)('with %s is rejected and changes nothing', async (_, body, status, code) => {
    expect(await refused(body())).toMatchObject({ status, code });
  });

  it('does not reveal the name of a product that is not public', async () => {
    for (const product of [hidden.draft, hidden.unlisted])
      expect(JSON.stringify(await refused({ ...good(), items: [line(product)] }))).not.toContain(
        'truffles',
      );
  });

  it.each([
    ['text', 'text/plain', JSON.stringify({})],
    ['a form', 'application/x-www-form-urlencoded', 'items=1'],
    ['XML', 'application/xml', '<order/>'],
  ])('sent as %s is rejected', async (_, type, body) => {
    expect(await refused(body, { ...key, 'content-type': type })).toMatchObject({
      status: 415,
      code: 'MEDIA_TYPE_UNSUPPORTED',
    });
  });

  it.each([
    ['no key', {}],
    ['an empty key', { 'idempotency-key': '' }],
    ['a short key', { 'idempotency-key': 'short' }],
    ['a key with invalid characters', { 'idempotency-key': 'key with spaces' }],
    ['a key that is too long', { 'idempotency-key': 'x'.repeat(101) }],
  ])('with %s is rejected', async (_, headers) => {
    expect(await refused(good(), headers)).toMatchObject({
      status: 400,
      code: 'IDEMPOTENCY_KEY_MISSING',
    });
  });

  it('is answered with the path of each wrong field and with details to correct it', async () => {
    const problem = await refused({
      items: [line(carrots, -1), { productId: 'x', quantity: 1 }],
      address: { ...ADDRESS, city: '' },
    });
    expect(problem.errors?.map(({ path }) => path).sort()).toEqual([
      'address.city',
      'items.0.quantity',
      'items.1.productId',
    ]);
    expect(await refused({ ...good(), items: [line(lettuce, 4)] })).toMatchObject({
      details: { productId: lettuce._id.toString(), requested: 4, available: 3 },
    });
    expect(await refused({ ...good(), items: [line(carrots, 1.25)] })).toMatchObject({
      details: { step: 0.5, minimum: 1 },
    });
  });

  it('is rejected from anybody but active customers', async () => {
    const before = await stored();
    const [farmer, visitor] = [farm.farmer.client, market.visitor];
    expect((await visitor.post('/orders', good(), key)).code).toBe('UNAUTHENTICATED');
    expect((await visitor.as('forged').post('/orders', good(), key)).code).toBe('TOKEN_INVALID');
    expect((await visitor.as('test-nobody').post('/orders', good(), key)).code).toBe(
      'USER_NOT_INITIALIZED',
    );
    expect((await farmer.post('/orders', good(), key)).code).toBe('FORBIDDEN');
    expect(await stored()).toEqual(before);
  });

  it('does not share its idempotency key with another customer', async () => {
    const other = await market.person('customer');
    const placed = await customer.client.post('/orders', good(), key);
    expect(placed.status).toBe(201);
    const theirs = await other.client.post('/orders', good(), key);
    expect(theirs.status).toBe(201);
    expect(theirs.body).not.toMatchObject({ _id: (placed.body as { _id: string })._id });
  });

  it('with a key that was used for another body is rejected', async () => {
    await market.settled();
    expect(await refused({ ...good(), items: [line(carrots, 2)] })).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});
