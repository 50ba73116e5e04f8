import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type ErrorCode, type OrderDto, orderDtoSchema, problemSchema } from '#libs/contracts';
import type { Product } from '#libs/products';
import { linesOf, Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';

/** The collections that a rejected change must not change. */
const COLLECTIONS = [
  'products',
  'stockLedger',
  'orders',
  'slots',
  'outbox',
  'idempotencyKeys',
  'auditLog',
];

describe('an invalid change', () => {
  let market: Marketplace;
  let customer: TestPerson;
  let admin: TestPerson;
  let farm: TestFarm;
  let other: TestFarm;
  let carrots: Product;
  let leeks: Product;
  let paused: Product;
  let theirs: Product;
  let order: OrderDto;

  beforeAll(async () => {
    market = await Marketplace.open();
    await market.pauseChecks();
    ({ customer, admin, farm, other } = await market.cast());
    carrots = await market.product(farm, { unit: 'lb', step: 0.5, minimum: 1, stock: 1_000 });
    leeks = await market.product(farm, { unit: 'bunch', stock: 3 });
    paused = await market.product(farm, { status: 'paused' });
    theirs = await market.product(other);
    await market.schedule(farm);
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    order = await market.order(customer, [[carrots, 4]], { fulfilment: { [farm.id]: 'pickup' } });
    await market.settled();
  });

  const stored = () =>
    Promise.all(
      COLLECTIONS.map((name) => market.collection(name).find().sort({ _id: 1 }).toArray()),
    );
  const one = (product: Product, quantity: unknown) => ({ lines: linesOf([product, quantity]) });
  const pathOf = ({ _id, parts }: OrderDto) => `/orders/${_id}/parts/${parts[0]?._id}/changes`;

  /** Sends the change, and checks that it is refused with a problem and changed nothing. */
  async function refused(
    { client }: TestPerson,
    body: object,
    { path = pathOf(order), key = randomUUID() as string | null, version = 1 } = {},
  ) {
    const before = await stored();
    const sent = { version, ...body };
    const answer = await client.post(path, sent, key ? { 'idempotency-key': key } : {});
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const problem = problemSchema.parse(answer.body);
    expect(problem.status).toBe(answer.status);
    expect(await stored()).toEqual(before);
    return problem;
  }

  /** Moves the part to this status, as its farm or, for an end, its customer does. */
  async function bringTo(status: string): Promise<number> {
    let now = order;
    const path = status === 'delivered' ? ['accepted', 'packed', 'ready_for_pickup'] : [];
    const steps = [...(status === 'packed' ? ['accepted'] : path), status];
    for (const step of steps) {
      const [part] = now.parts;
      const isEnd = step === 'cancelled' || step === 'declined';
      const who = step === 'cancelled' ? customer : farm.farmer;
      const why = step === 'declined' ? { declineReason: 'quality' } : {};
      const body = { version: part?.version, status: step, ...(isEnd && why) };
      const answer = await movePart(who.client, { orderId: now._id, partId: part?._id }, body);
      now = orderDtoSchema.parse(answer.body);
    }
    await market.settled();
    return now.parts[0]?.version ?? 0;
  }

  const byCustomer: [what: string, body: () => object, status: number, code: ErrorCode][] = [
    ['nothing', () => ({}), 400, 'VALIDATION_FAILED'],
    ['no lines', () => ({ lines: [] }), 400, 'VALIDATION_FAILED'],
    ['the amount that is ordered already', () => one(carrots, 4), 400, 'VALIDATION_FAILED'],
    ['a quantity below 0', () => one(carrots, -1), 400, 'VALIDATION_FAILED'],
    ['a quantity of 1e9', () => one(carrots, 1e9), 400, 'VALIDATION_FAILED'],
    ['four decimals', () => one(carrots, 1.0001), 400, 'VALIDATION_FAILED'],
    ['a text as quantity', () => one(carrots, '2'), 400, 'VALIDATION_FAILED'],
    ['a quantity beside the step', () => one(carrots, 4.25), 400, 'QUANTITY_INVALID'],
    ['less beside the step', () => one(carrots, 3.25), 400, 'QUANTITY_INVALID'],
    ['less than the minimum', () => one(carrots, 0.5), 400, 'QUANTITY_INVALID'],
    ['half a bunch', () => one(leeks, 0.5), 400, 'QUANTITY_INVALID'],
    ['more than is in stock', () => one(leeks, 4), 409, 'PRODUCT_OUT_OF_STOCK'],
    [
      'a good line and one above stock',
      () => ({ lines: linesOf([carrots, 5], [leeks, 4]) }),
      409,
      'PRODUCT_OUT_OF_STOCK',
    ],
    ['a product that is not on sale', () => one(paused, 1), 409, 'PRODUCT_NOT_AVAILABLE'],
    ['another farm’s product', () => one(theirs, 1), 400, 'VALIDATION_FAILED'],
    [
      'an unknown product',
      () => ({ lines: [{ productId: 'f'.repeat(24), quantity: 1 }] }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a product twice',
      () => ({ lines: linesOf([carrots, 5], [carrots, 6]) }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      '1,000 lines',
      () => ({ lines: linesOf(...Array.from({ length: 1_000 }, () => [carrots, 5] as const)) }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      '101 lines',
      () => ({
        lines: Array.from({ length: 101 }, (_, n) => ({
          productId: n.toString(16).padStart(24, '0'),
          quantity: 1,
        })),
      }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a price that is not asked',
      () => ({ lines: linesOf([carrots, 5]).map((line) => ({ ...line, price: 2.49 })) }),
      409,
      'PRICE_CHANGED',
    ],
    [
      'lines and a status',
      () => ({ ...one(carrots, 5), status: 'cancelled' }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a fate of the goods',
      () => ({ ...one(carrots, 1), goods: 'write_off' }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a farm’s reason',
      () => ({ ...one(carrots, 1), declineReason: 'quality' }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a status of the farm', () => ({ status: 'accepted' }), 409, 'ORDER_TRANSITION_INVALID'],
    ['an unknown status', () => ({ status: 'eaten' }), 400, 'VALIDATION_FAILED'],
    ['an unknown field', () => ({ ...one(carrots, 5), force: true }), 400, 'VALIDATION_FAILED'],
  ];
  it.each(byCustomer)('by a customer, with %s', async (_, body, status, code) => {
    expect(await refused(customer, body())).toMatchObject({ status, code });
  });

  const quality = { declineReason: 'quality' };
  const byFarm: [what: string, body: () => object, status: number, code: ErrorCode][] = [
    [
      'more than was ordered',
      () => ({ ...one(carrots, 4.5), ...quality }),
      400,
      'QUANTITY_INVALID',
    ],
    ['what was not ordered', () => ({ ...one(leeks, 1), ...quality }), 400, 'VALIDATION_FAILED'],
    ['no reason', () => one(carrots, 1), 400, 'VALIDATION_FAILED'],
    [
      'the end for its customer',
      () => ({ status: 'cancelled', ...quality }),
      409,
      'ORDER_TRANSITION_INVALID',
    ],
    [
      'unharvested goods back on sale',
      () => ({ ...one(carrots, 1), declineReason: 'not_harvested', goods: 'restock' }),
      400,
      'VALIDATION_FAILED',
    ],
    ['nothing new', () => ({ ...one(carrots, 4), ...quality }), 400, 'VALIDATION_FAILED'],
  ];
  it.each(byFarm)('by a farm, with %s', async (_, body, status, code) => {
    expect(await refused(farm.farmer, body())).toMatchObject({ status, code });
  });

  it('by an admin without a reason', async () => {
    expect(await refused(admin, one(carrots, 1))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refused(admin, { status: 'cancelled' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it.each([
    ['packed', 'packed', null],
    ['delivered', 'delivered', 'delivered'],
    ['cancelled', 'ended', 'ended'],
    ['declined', 'ended', 'ended'],
  ])('of a part that is %s', async (status, toCustomer, toOthers) => {
    const version = await bringTo(status);
    const closed = (reason: string | null) => ({
      status: 409,
      code: 'ORDER_CLOSED',
      details: { reason, status },
    });
    for (const body of [one(carrots, 5), one(leeks, 1), one(carrots, 0), { status: 'cancelled' }])
      expect(await refused(customer, body, { version })).toMatchObject(closed(toCustomer));
    if (toOthers === null) return;
    const less = one(carrots, 1);
    expect(await refused(farm.farmer, { ...less, ...quality }, { version })).toMatchObject(
      closed(toOthers),
    );
    expect(await refused(admin, { ...less, reason: 'x' }, { version })).toMatchObject(
      closed(toOthers),
    );
  });

  it('after the cut-off of its day', async () => {
    const [part] = order.parts;
    expect(part?.slot).not.toBeNull();
    const cutOffAt = new Date(Date.now() - 1_000).toISOString();
    await market
      .collection('orders')
      .updateOne(
        { _id: new Types.ObjectId(order._id) },
        { $set: { 'parts.0.slot.cutOffAt': cutOffAt } },
      );
    for (const body of [one(carrots, 5), one(carrots, 0), { status: 'cancelled' }])
      expect(await refused(customer, body)).toMatchObject({
        code: 'ORDER_CLOSED',
        details: { reason: 'cut_off', status: 'placed', cutOffAt },
      });
    // The farm still can.
    const short = await movePart(
      farm.farmer.client,
      { orderId: order._id, partId: part?._id },
      { version: 1, ...one(carrots, 1), ...quality },
    );
    expect(short.status).toBe(200);
  });

  it('of another’s order, of a part of another order, and by nobody', async () => {
    const stranger = await market.person('customer');
    const theirOrder = await market.order(stranger, [[theirs, 1]]);
    await market.settled();
    const crossed = pathOf({ ...order, parts: theirOrder.parts });
    for (const [who, path] of [
      [stranger, pathOf(order)],
      [other.farmer, pathOf(order)],
      [customer, pathOf(theirOrder)],
      [customer, crossed],
      [admin, crossed],
    ] as const)
      expect(
        await refused(who, { ...one(carrots, 5), ...(who === admin && { reason: 'x' }) }, { path }),
      ).toMatchObject({
        status: 404,
        code: 'ORDER_NOT_FOUND',
      });
    const nobody = { ...customer, client: market.visitor };
    expect(await refused(nobody, one(carrots, 5))).toMatchObject({ status: 401 });
  });

  it('from an old version: the answer has the present state', async () => {
    await bringTo('accepted');
    expect(await refused(customer, { status: 'cancelled' })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { version: 2, current: { status: 'accepted' }, wanted: { status: 'cancelled' } },
    });
    expect(await refused(customer, one(carrots, 5), { version: 3 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { version: 2, current: { status: 'accepted' } },
    });
  });

  it('without a key, and with a key that another change has', async () => {
    expect(await refused(customer, one(carrots, 5), { key: null })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_MISSING',
    });
    const key = randomUUID();
    const first = { version: 1, ...one(carrots, 5) };
    const answer = await customer.client.post(pathOf(order), first, { 'idempotency-key': key });
    expect(answer.status).toBe(200);
    await market.settled();
    for (const body of [one(carrots, 6), { status: 'cancelled' }])
      expect(await refused(customer, body, { key })).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    const again = await customer.client.post(pathOf(order), first, { 'idempotency-key': key });
    expect(again).toMatchObject({ status: 200, body: answer.body });
  });

  it('that leaves less than the farm’s minimum', async () => {
    const strict = await market.farm(['delivery']);
    const bread = await market.product(strict, { price: 500 });
    await market
      .collection('farms')
      .updateOne({ slug: strict.slug }, { $set: { minimumOrder: { delivery: 1000, pickup: 0 } } });
    order = await market.order(customer, [[bread, 3]]);
    await market.settled();
    expect(await refused(customer, one(bread, 1))).toMatchObject({
      code: 'ORDER_BELOW_MINIMUM',
      details: { farms: [{ minimum: 10, subtotal: 5, missing: 5 }] },
    });
    // All of it may be cancelled.
    const path = { orderId: order._id, partId: order.parts[0]?._id };
    const none = await movePart(customer.client, path, { version: 1, ...one(bread, 0) });
    expect(none.body).toMatchObject({ status: 'Cancelled' });
  });
});
