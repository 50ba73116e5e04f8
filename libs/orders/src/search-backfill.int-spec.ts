import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type OrderDto, ordersPageSchema } from '#libs/contracts';
import { Marketplace, type TestPerson, waitFor } from '#libs/testing';
import type { Order } from './order.model.js';
import { SearchBackfill } from './search-backfill.js';

let market: Marketplace;
let admin: TestPerson;
let placed: OrderDto[];

const migrations = () => market.collection<{ _id: string; doneAt: Date | null }>('migrations');
const orders = () => market.collection<Order>('orders');
const isDone = async () =>
  ((await migrations().findOne({ _id: 'search-terms-of-orders' }))?.doneAt ?? null) !== null;

beforeAll(async () => {
  market = await Marketplace.open();
  await waitFor('the migration of the empty database', isDone);
  admin = await market.person('admin');
  const product = await market.product(await market.farm());
  const customer = await market.person('customer');
  placed = [];
  for (const name of ['Ada Lovelace', 'Adam Smith', 'Bo Adams']) {
    const order = await market.order(customer, [[product, 1]]);
    const _id = (await orders().findOne({ code: order.code }))?._id;
    await orders().updateOne({ _id: _id as NonNullable<typeof _id> }, [
      // The terms of an earlier version: the code, the whole name and its last word.
      {
        $set: {
          'customer.name': name,
          search: [
            order.code.slice(3).toLowerCase(),
            name.toLowerCase(),
            name.toLowerCase().split(' ')[1],
          ],
        },
      },
    ]);
    placed.push(order);
  }
  await market.settled();
  await migrations().deleteMany({});
});
afterAll(() => market.close());

async function found(q: string): Promise<number[]> {
  const { body } = await admin.client.get(`/orders?q=${encodeURIComponent(q)}`);
  const codes = ordersPageSchema.parse(body).orders.map(({ code }) => code);
  return placed.flatMap(({ code }, at) => (codes.includes(code) ? [at] : []));
}

const SEARCHES: [string, number[]][] = [
  ['ada', [0, 1, 2]],
  ['adam', [1, 2]],
  ['lovelace', [0]],
  ['ada lo', [0]],
  ['bo  Adams', [2]],
  ['adams bo', []],
];

it('finds orders of an earlier version before and after the migration', async () => {
  const answers = async () => Promise.all(SEARCHES.map(async ([q]) => [q, await found(q)]));
  expect(await answers()).toEqual(SEARCHES);
  await orders().updateOne({ code: placed[1]?.code as string }, { $set: { search: ['none'] } });
  const backfill = market.app.get(SearchBackfill);
  await Promise.all([backfill.run(), backfill.run()]);
  expect(await isDone()).toBe(true);
  expect(await answers()).toEqual(SEARCHES);
  const terms = await orders().find().sort({ _id: 1 }).toArray();
  expect(terms.map(({ search }) => search.slice(1))).toEqual([
    ['ada', 'lovelace', ' ada lovelace'],
    ['adam', 'smith', ' adam smith'],
    ['bo', 'adams', ' bo adams'],
  ]);
});
