import { MongoClient, ObjectId } from 'mongodb';
import { productsPageSchema } from '#libs/contracts';
import type { Scenario } from '../runner/measure.js';
import type { OpenShop } from '../runner/shop.js';
import { type BaselineRead, besideBaselines } from './baseline-read.js';

/** Products whose pages are requested in turn. */
const PAGES = 100;
const PAGE = 24;
const SUGGESTED = 6;
const SHOWN = { listed: true, status: 'live' };
/** A copy of the products, with the best indexes for the driver's queries. */
const COPY = 'baselineProducts';

/** Reads of shoppers. */
export async function catalogue({ stage, api }: OpenShop): Promise<Scenario[]> {
  await copyProducts(stage.mongo.url);
  const first = await fetch(`http://127.0.0.1:${api.port}/api/v1/products?limit=${PAGES}`);
  const { products } = productsPageSchema.parse(await first.json());
  const filtered = (category: string, organic: boolean): BaselineRead => ({
    path: `/api/v1/products?category=${category}${organic ? '&organic=true' : ''}&inStock=true&sort=price`,
    collection: COPY,
    filter: { ...SHOWN, category, ...(organic && { organic }), available: { $gt: 0 } },
    sort: { price: 1, _id: 1 },
    limit: PAGE,
  });
  return besideBaselines(stage, api, {
    'product list': [
      {
        path: '/api/v1/products',
        collection: COPY,
        filter: SHOWN,
        sort: { publishedAt: -1, _id: -1 },
        limit: PAGE,
      },
    ],
    'filtered list': [filtered('fruit', true), filtered('roots', false)],
    'type-ahead': ['C', 'To', 'App', 'Carr'].map((q) => ({
      path: `/api/v1/search/suggestions?q=${q.toLowerCase()}`,
      collection: COPY,
      // case-sensitive, as names begin with a capital: a case-insensitive search has no index bounds
      filter: { ...SHOWN, name: { $gte: q, $lt: `${q}\uffff` } },
      sort: { name: 1, _id: 1 },
      limit: SUGGESTED,
    })),
    'product page': products.map(({ _id }) => ({
      path: `/api/v1/products/${_id}`,
      collection: COPY,
      filter: { ...SHOWN, _id: new ObjectId(_id) },
      limit: 1,
    })),
  });
}

async function copyProducts(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  const db = client.db();
  await db
    .collection('products')
    .aggregate([{ $match: {} }, { $out: COPY }])
    .toArray();
  await db
    .collection(COPY)
    .createIndexes([
      { key: { listed: 1, status: 1, publishedAt: -1, _id: -1 } },
      { key: { listed: 1, status: 1, category: 1, price: 1, _id: 1 } },
      { key: { listed: 1, status: 1, name: 1, _id: 1 } },
    ]);
  await client.close();
}
