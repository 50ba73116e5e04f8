import { MongoClient } from 'mongodb';
import { productsPageSchema } from '#libs/contracts';
import { request } from '../runner/caller.js';
import type { Ask } from '../runner/open-loop.js';
import type { Program } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';
import { customers } from './people.js';

/** Products that are read and ordered, and the customers who do so. */
const SPREAD = 64;
const PEOPLE = 32;
/** More than any run can sell, in thousandths. */
const PLENTY = 1_000_000_000;
const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const JSON_ONLY = { accept: 'application/json' };

/** The mix of requests in a rush: six pages of the catalogue, three products, one order. */
export async function mix(stage: Stage, api: Program): Promise<Ask> {
  const client = await MongoClient.connect(stage.mongo.url);
  await client
    .db()
    .collection('products')
    .updateMany({}, { $set: { onHand: PLENTY, available: PLENTY, held: 0 } });
  await client.close();
  const tokens = await customers(api, PEOPLE);
  const listed = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=${SPREAD}`);
  const { products } = productsPageSchema.parse(await listed.json());
  const pages = ['', '?sort=price', '?category=vegetables', '?inStock=true'].map((query) =>
    request('GET', `/api/v1/products${query}`, JSON_ONLY),
  );
  const single = products.map(({ _id }) => request('GET', `/api/v1/products/${_id}`, JSON_ONLY));
  const bodies = products.map(({ _id, minimum }) =>
    JSON.stringify({ items: [{ productId: _id, quantity: minimum }], address: ADDRESS }),
  );
  const run = process.pid;
  let orders = 0;
  const order = () => {
    const n = orders++;
    const token = tokens[n % tokens.length] ?? '';
    return request(
      'POST',
      '/api/v1/orders',
      { authorization: `Bearer ${token}`, 'idempotency-key': `overload-${run}-${n}` },
      bodies[n % bodies.length],
    );
  };
  const some = (of: readonly Buffer[], n: number) => of[n % of.length] ?? Buffer.alloc(0);
  return (n) => (n % 10 === 9 ? order() : n % 10 < 6 ? some(pages, n) : some(single, n));
}
