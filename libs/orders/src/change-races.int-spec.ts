import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type ErrorCode,
  fromThousandths,
  type OrderDto,
  orderDtoSchema,
  recountSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  type Answer,
  Marketplace,
  movePart,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import type { Order } from './order.model.js';

const [PEOPLE, UNITS] = [50, 30];

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
  [customer, admin, farm] = await Promise.all([
    market.person('customer'),
    market.person('admin'),
    market.farm(),
  ]);
});
afterAll(() => market.close());

const line = ({ _id }: Product, quantity: number) => ({ productId: _id.toString(), quantity });
const send = ({ client }: TestPerson, { _id: orderId, parts }: OrderDto, body: object) =>
  movePart(client, { orderId, partId: parts[0]?._id }, { version: 1, ...body });
const read = async ({ _id }: OrderDto) =>
  orderDtoSchema.parse((await customer.client.get(`/orders/${_id}`)).body);
const counted = (answers: readonly Answer[]) => {
  const counts: Partial<Record<ErrorCode | 'done', number>> = {};
  for (const { code = 'done' } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};
/** On hand, the sum of the ledger, and what all orders take of a product. */
async function balance({
  _id,
}: Product): Promise<{ onHand: number; ledger: number; taken: number }> {
  const [stored, ledger, orders] = await Promise.all([
    market.collection<Product>('products').findOne({ _id }),
    market.collection<{ change: number }>('stockLedger').find({ productId: _id }).toArray(),
    market.collection<Order>('orders').find({ 'parts.lines.productId': _id }).toArray(),
  ]);
  const lines = orders.flatMap(({ parts }) => parts.flatMap((part) => part.lines));
  const taken = lines.filter(({ productId }) => productId.equals(_id));
  const sum = (amounts: readonly number[]) => fromThousandths(amounts.reduce((a, b) => a + b, 0));
  return {
    onHand: fromThousandths(stored?.onHand ?? Number.NaN),
    ledger: sum(ledger.map(({ change }) => change)),
    taken: sum(taken.map(({ amount }) => amount)),
  };
}

it('changing and cancelling at the same instant: one wins, and nothing is half done', async () => {
  for (let round = 0; round < 10; round++) {
    const plums = await market.product(farm, { stock: 10, price: 1000 });
    const order = await market.order(customer, [[plums, 4]]);
    const acts = [
      () => send(customer, order, { lines: [line(plums, 6)] }),
      () => send(customer, order, { status: 'cancelled' }),
      () => send(farm.farmer, order, { lines: [line(plums, 1)], declineReason: 'no_capacity' }),
      () => send(admin, order, { lines: [line(plums, 2)], reason: 'A mistake' }),
    ];
    const turned = [...acts.slice(round % 4), ...acts.slice(0, round % 4)];
    const answers = await Promise.all(turned.map((act) => act()));
    expect(counted(answers)).toEqual({ done: 1, VERSION_CONFLICT: 3 });
    const after = await read(order);
    const [part] = after.parts;
    expect([after.version, part?.version, part?.changes.length]).toEqual([2, 2, 1]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ version: 2 });
    const coming = part?.lines[0]?.quantity ?? Number.NaN;
    const { goodsTotal } = after;
    expect([goodsTotal, part?.status]).toEqual([coming * 10, coming ? 'placed' : 'cancelled']);
    const left = 10 - coming;
    expect(await balance(plums)).toEqual({ onHand: left, ledger: left, taken: coming });
  }
});

it('the last units go to exactly as many as there are: 50 add them to orders, and 50 order them', async () => {
  const plums = await market.product(farm, { stock: UNITS });
  const bread = await market.product(farm, { stock: PEOPLE });
  const [adding, ordering] = [await market.crowd(PEOPLE), await market.crowd(PEOPLE)];
  const open = await Promise.all(adding.map((person) => market.order(person, [[bread, 1]])));
  const answers = await Promise.all([
    ...open.map((order, n) => {
      const person = adding[n];
      if (!person) throw new Error('nobody placed this order');
      return send(person, order, { lines: [line(plums, 1)] });
    }),
    ...ordering.map(({ client }) =>
      client.post(
        '/orders',
        { items: [line(plums, 1)], address: ADDRESS },
        { 'idempotency-key': randomUUID() },
      ),
    ),
  ]);
  expect(counted(answers)).toEqual({ done: UNITS, PRODUCT_OUT_OF_STOCK: 2 * PEOPLE - UNITS });
  expect(await balance(plums)).toEqual({ onHand: 0, ledger: 0, taken: UNITS });
});

it('a change that is sent five times at once is done once', async () => {
  const plums = await market.product(farm, { stock: 10 });
  const order = await market.order(customer, [[plums, 4]]);
  const path = `/orders/${order._id}/parts/${order.parts[0]?._id}/changes`;
  const key = { 'idempotency-key': randomUUID() };
  const body = { version: 1, lines: [line(plums, 1)] };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => customer.client.post(path, body, key)),
  );
  expect(counted(answers)).toEqual({ done: 5 });
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  const after = await read(order);
  expect([after.version, after.parts[0]?.changes.length]).toEqual([2, 1]);
  expect(await balance(plums)).toEqual({ onHand: 9, ledger: 9, taken: 1 });
  // Without the key it is a change from an old version.
  expect((await send(customer, order, body)).code).toBe('VERSION_CONFLICT');
});

it('changes of two farms’ parts at the same instant are both done, also again and again', async () => {
  const other = await market.farm();
  const [plums, honey] = [await market.product(farm), await market.product(other)];
  const order = await market.order(customer, [
    [plums, 1],
    [honey, 1],
  ]);
  const goods = [plums, honey];
  for (let version = 1; version <= 5; version++) {
    const answers = await Promise.all(
      order.parts.map(({ _id: partId, farmId }) => {
        const product = goods.find(({ farm: { _id } }) => _id.toString() === farmId) ?? plums;
        const body = { version, lines: [line(product, version + 1)] };
        return movePart(customer.client, { orderId: order._id, partId }, body);
      }),
    );
    expect(counted(answers)).toEqual({ done: 2 });
  }
  const after = await read(order);
  expect(after.version).toBe(11);
  for (const part of after.parts)
    expect([part.version, part.changes.length, part.lines[0]?.quantity]).toEqual([6, 5, 6]);
});

it('after all of it the figures are those of a recount', async () => {
  await market.settled();
  const answer = await admin.client.post('/analytics/recount');
  const { differences } = recountSchema.parse(answer.body);
  // The crowds came without events.
  expect(differences.filter(({ figure }) => !figure.startsWith('users.'))).toEqual([]);
});
