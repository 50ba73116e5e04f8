import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type OrderDto, orderDtoSchema } from '#libs/contracts';
import { Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';
import type { Order } from './order.model.js';
import { OrdersMigration } from './orders-migration.js';

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
  [customer, farm] = [await market.person('customer'), await market.farm()];
});
afterAll(() => market.close());

it('gives old orders their changes: one to what was cancelled or declined, none to the rest', async () => {
  const product = await market.product(farm, { price: 250 });
  const placed: OrderDto[] = [];
  for (let n = 0; n < 3; n++) placed.push(await market.order(customer, [[product, 2]]));
  const [open, cancelled, declined] = placed;
  const idsOf = (order: typeof open) => ({
    orderId: order?._id ?? '',
    partId: order?.parts[0]?._id,
  });
  await movePart(customer.client, idsOf(cancelled), { version: 1, status: 'cancelled' });
  const decline = { version: 1, status: 'declined', declineReason: 'other', reason: 'Hail' };
  await movePart(farm.farmer.client, idsOf(declined), decline);
  const read = () =>
    Promise.all(
      placed.map(async ({ _id }) =>
        orderDtoSchema.parse((await customer.client.get(`/orders/${_id}`)).body),
      ),
    );
  const before = await read();

  // as they were stored before parts had changes
  const stored = market.collection<Order>('orders');
  for (const { _id } of placed) {
    const order = await stored.findOne({ _id: new Types.ObjectId(_id) });
    const parts = order?.parts.map(({ changes: _, ...part }) => ({
      ...part,
      subtotal: 500,
      lines: part.lines.map(({ placed: __, ordered: ___, ...line }) => ({
        ...line,
        amount: 2_000,
        total: 500,
      })),
    }));
    await stored.updateOne({ _id: new Types.ObjectId(_id) }, { $set: { parts } } as object);
  }
  await market.collection('migrations').deleteMany({});
  await market.app.get(OrdersMigration).onModuleInit();

  const after = await read();
  expect(after.map(({ parts }) => parts[0]?.changes.map(({ kind }) => kind))).toEqual([
    [],
    ['cancelled'],
    ['declined'],
  ]);
  const withoutIds = (orders: typeof after) =>
    JSON.parse(
      JSON.stringify(orders, (key, value: unknown) =>
        key === 'changes' ? (value as object[]).map((one) => ({ ...one, _id: '' })) : value,
      ),
    ) as unknown;
  expect(withoutIds(after)).toEqual(withoutIds(before));

  const again = JSON.stringify(after);
  await market.app.get(OrdersMigration).onModuleInit();
  expect(JSON.stringify(await read())).toBe(again);
});

it('gives parts that are still to be handed over a code, and keeps the codes there are', async () => {
  const product = await market.product(farm, { price: 250 });
  const orders: OrderDto[] = [];
  for (let n = 0; n < 3; n++) orders.push(await market.order(customer, [[product, 2]]));
  const [old, ended, recent] = orders.map(({ _id }) => new Types.ObjectId(_id));
  await movePart(
    customer.client,
    { orderId: ended?.toString() ?? '', partId: orders[1]?.parts[0]?._id },
    { version: 1, status: 'cancelled' },
  );
  const stored = market.collection<Order>('orders');
  const codes = async () => {
    const found = await stored
      .find({ _id: { $in: [old, ended, recent] as Types.ObjectId[] } })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ parts }) => parts[0]?.handOverCode);
  };
  const kept = (await codes())[2];
  // as they were stored before there were codes
  for (const _id of [old, ended])
    await stored.updateOne({ _id } as object, { $unset: { 'parts.0.handOverCode': 1 } } as object);
  await market.collection('migrations').deleteMany({});
  await market.app.get(OrdersMigration).onModuleInit();
  const after = await codes();
  expect(after).toEqual([expect.stringMatching(/^\w{6}$/), undefined, kept]);
  await market.collection('migrations').deleteMany({});
  await market.app.get(OrdersMigration).onModuleInit();
  expect(await codes()).toEqual(after);
});
