import { MongoClient } from 'mongodb';
import { productsPageSchema } from '#libs/contracts';
import { request } from '../runner/caller.js';
import type { Scenario } from '../runner/measure.js';
import type { OpenShop } from '../runner/shop.js';
import { become } from './people.js';

/** A single client, so that response times include no queueing. */
const CLIENTS = 1;
const PAGE = 'limit=24';
/** A page that even the small shop fills with its rarer rows: responses of different lengths cannot be compared. */
const FEW = 'limit=12';
const ONE = 'limit=1';
const DAY_MS = 86_400_000;

/** Requests every list and figure from a small and a large shop; the time should be the same. */
export async function growth(small: OpenShop, large: OpenShop): Promise<Scenario[]> {
  const [few, many] = await Promise.all([readsOf(small), readsOf(large)]);
  return Object.keys(few).map((name) => ({
    name: `growth: ${name}`,
    clients: CLIENTS,
    compares: 'p95' as const,
    contenders: [
      { ...small, ask: few[name] },
      { ...large, ask: many[name] },
    ].map(({ shop: { size }, stage, api, ask }) => ({
      name: `${size.products.toLocaleString('en')} products, ${size.orders.toLocaleString('en')} orders`,
      port: api.port,
      ask: () => ask ?? Buffer.alloc(0),
      status: 200,
      programs: [api, stage.mongo],
    })),
  }));
}

async function readsOf({ stage, api, shop }: OpenShop): Promise<Record<string, Buffer>> {
  const client = await MongoClient.connect(stage.mongo.url);
  const db = client.db();
  const [{ token: farmer }, { token: customer }, { token: admin }] = [
    await become(db, api, { role: 'farmer', farmId: shop.farm._id }),
    await become(db, api, { _id: shop.customer._id }),
    await become(db, api, { role: 'admin' }),
  ];
  await client.close();
  const first = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=1`);
  const [product] = productsPageSchema.parse(await first.json()).products;
  // A week, because a single day of the small shop does not fill a page.
  const from = new Date(Date.now() - 8 * DAY_MS).toISOString();
  const to = new Date(Date.now() - DAY_MS).toISOString();
  const reads: Record<string, readonly [path: string, token?: string]> = {
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
    'all orders by fulfilment': [`/orders?fulfilment=pickup&${PAGE}`, admin],
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
    Object.entries(reads).map(([name, [path, token]]) => [
      name,
      request('GET', `/api/v1${path}`, token ? { authorization: `Bearer ${token}` } : {}),
    ]),
  );
}
