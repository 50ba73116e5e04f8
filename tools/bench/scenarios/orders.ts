import { MongoClient } from 'mongodb';
import { orderDtoSchema, productsPageSchema } from '#libs/contracts';
import { request } from '../runner/caller.js';
import type { Scenario } from '../runner/measure.js';
import type { OpenShop } from '../runner/shop.js';
import { customers } from './people.js';

const CROWDS = [1, 8, 32];
/** Products of the spread orders, one for each client. */
const SPREAD = 64;
/** More than any run can sell, in thousandths. */
const PLENTY = 1_000_000_000;
/** Orders until the code of both servers is compiled; before that an order costs three times as much. */
const WARM_UP = 1_500;
const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};

/**
 * One-line orders by concurrent customers: each of a different product, and all of the same. No worker runs, so that
 * only the order itself is timed; the events of both servers stay in their outboxes.
 */
export async function orders({ stage, api }: OpenShop): Promise<Scenario[]> {
  const client = await MongoClient.connect(stage.mongo.url);
  await client
    .db()
    .collection('products')
    .updateMany({}, { $set: { onHand: PLENTY, available: PLENTY, held: 0 } });
  await client.close();
  const tokens = await customers(api, Math.max(...CROWDS));
  const listed = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=${SPREAD}`);
  const { products } = productsPageSchema.parse(await listed.json());
  const bodies = products.map(({ _id, minimum }) =>
    JSON.stringify({ items: [{ productId: _id, quantity: minimum }], address: ADDRESS }),
  );
  let run = 0;
  const ask = (path: string, which: (n: number, who: number) => number) => {
    const own = ++run;
    return (n: number, who: number) =>
      request(
        'POST',
        path,
        {
          authorization: `Bearer ${tokens[who] ?? ''}`,
          'idempotency-key': `bench-${own}-${n}`,
        },
        bodies[which(n, who)],
      );
  };
  const first = await fetch(`http://127.0.0.1:${api.port}/api/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[0] ?? ''}`,
      'idempotency-key': 'bench-to-copy',
    },
    body: bodies[0] ?? '',
  });
  const { _id } = orderDtoSchema.parse(await first.json());
  const baseline = await stage.program(
    'baseline',
    'dist/tools/bench/baseline/orders.js',
    stage.mongo.url,
    _id,
  );
  const spread = (n: number, who: number) => (n + who) % bodies.length;
  const hot = () => 0;
  return (
    [
      ['orders, spread', spread],
      ['orders, one hot product', hot],
    ] as const
  ).flatMap(([name, which]) =>
    CROWDS.map((clients) => ({
      name,
      clients,
      warmUp: WARM_UP,
      contenders: [
        {
          name: 'product',
          port: api.port,
          ask: ask('/api/v1/orders', which),
          status: 201,
          programs: [api, stage.mongo, stage.redis],
        },
        {
          name: 'baseline, one transaction',
          port: baseline.port,
          ask: ask('/order', which),
          status: 201,
          programs: [baseline, stage.mongo],
        },
      ],
    })),
  );
}
