import { MongoClient } from 'mongodb';
import { productsPageSchema } from '#libs/contracts';
import { type Act, repeat, timesOf } from '../load.js';
import { become } from '../people.js';
import type { Shop } from '../shop.js';
import type { Running, Stage } from '../stage.js';
import type { Row } from '../table.js';

const PAGE = 'limit=24';
/** A page that even the small shop fills with its rarer rows: answers of different lengths cannot be compared. */
const FEW = 'limit=12';
const ONE = 'limit=1';
const DAY_MS = 86_400_000;
const MANY_CLIENTS = 16;

export interface OpenShop {
  readonly stage: Stage;
  readonly api: Running;
  readonly shop: Shop;
}

/**
 * Every list and figure in a small and in a large shop: the time of one client, and how much longer it takes in the
 * large one, where it should take the same; then answers a second to sixteen clients of the large one.
 */
export async function lists(small: OpenShop, large: OpenShop, seconds: number): Promise<Row[]> {
  const [few, many] = await Promise.all([readsOf(small), readsOf(large)]);
  const rows: Row[] = [];
  for (const [scenario, act] of Object.entries(many)) {
    const other = few[scenario] ?? act;
    const [inLarge, inSmall] = [
      timesOf((await repeat(large.api.port, act, 1, seconds)).took),
      timesOf((await repeat(small.api.port, other, 1, seconds)).took),
    ];
    const { perSecond } = await repeat(large.api.port, act, MANY_CLIENTS, seconds);
    const growth = inLarge.p95 / inSmall.p95;
    rows.push({
      scenario,
      perSecond,
      ...inLarge,
      more: { 'times the p95 of a small shop': growth },
    });
  }
  return rows;
}

async function readsOf({ stage, api, shop }: OpenShop): Promise<Record<string, Act>> {
  const client = await MongoClient.connect(stage.mongoUrl);
  const db = client.db();
  const farmer = await become(db, api.port, { role: 'farmer', farmId: shop.farm._id });
  const customer = await become(db, api.port, { _id: shop.customer._id });
  const admin = await become(db, api.port, { role: 'admin' });
  await client.close();
  const first = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=1`);
  const [product] = productsPageSchema.parse(await first.json()).products;
  // A week, because a single day of the small shop does not fill a page.
  const from = new Date(Date.now() - 8 * DAY_MS).toISOString();
  const to = new Date(Date.now() - DAY_MS).toISOString();
  const reads: Record<string, readonly [path: string, as?: { readonly token: string }]> = {
    'product list': [`/products?${PAGE}`],
    'filtered list': [`/products?category=fruit&sort=price&${FEW}`],
    search: [`/products?q=carrots&${ONE}`],
    'type-ahead': ['/search/suggestions?q=car'],
    'product page': [`/products/${product?._id}`],
    'list of farms': [`/farms?${ONE}`],
    'orders of a customer': [`/orders?${PAGE}`, customer],
    'orders of a farm': [`/orders?${PAGE}`, farmer],
    'open orders of a farm': [`/orders?status=Processing&${PAGE}`, farmer],
    'products of a farm': [`/farms/mine/products?${PAGE}`, farmer],
    'figures of a farm': ['/farms/mine/stats', farmer],
    'all orders': [`/orders?${PAGE}`, admin],
    'all orders by status': [`/orders?status=Delivered&${PAGE}`, admin],
    'all orders by a name': [`/orders?q=ada&${PAGE}`, admin],
    'all orders of a week': [`/orders?from=${from}&to=${to}&${PAGE}`, admin],
    'all products': [`/admin/products?${PAGE}`, admin],
    'all users': [`/users?${PAGE}`, admin],
    'figures of orders': ['/orders/stats', admin],
    'figures of products': ['/products/stats', admin],
    'figures of users': ['/users/stats', admin],
    'sales of a month': ['/analytics/sales', admin],
  };
  return Object.fromEntries(
    Object.entries(reads).map(([name, [path, as]]) => [
      name,
      (send) => send('GET', `/api/v1${path}`, { token: as?.token }),
    ]),
  );
}
