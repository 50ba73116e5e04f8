import { MongoClient, type ObjectId } from 'mongodb';
import type { Scenario } from '../runner/measure.js';
import type { OpenShop } from '../runner/shop.js';
import { besideBaselines } from './baseline-read.js';
import { become } from './people.js';

const PAGE = 24;
const NEWEST = { createdAt: -1, _id: -1 } as const;

/** Reads of own data: a customer with few orders, the farm with the most, and an admin's figures. */
export async function ownLists({ stage, api, shop }: OpenShop): Promise<Scenario[]> {
  const { customer, farm } = shop;
  const client = await MongoClient.connect(stage.mongo.url);
  const db = client.db();
  const [asFarm, asCustomer, asAdmin] = [
    await become(db, api, { role: 'farmer', farmId: farm._id }),
    await become(db, api, { _id: customer._id }),
    await become(db, api, { role: 'admin' }),
  ];
  await client.close();
  const page = { path: '/api/v1/orders', collection: 'orders', sort: NEWEST, limit: PAGE };
  return besideBaselines(stage, api, {
    [`orders of a customer (${customer.orders})`]: [
      { ...page, token: asCustomer.token, filter: { 'customer._id': customer._id }, counts: true },
    ],
    [`orders of a farm (${farm.orders})`]: [
      { ...page, token: asFarm.token, filter: { 'parts.farmId': farm._id }, counts: true },
    ],
    'stats of the shop': [
      {
        path: '/api/v1/orders/stats',
        token: asAdmin.token,
        collection: 'projections',
        filter: { _id: 'orders' as unknown as ObjectId },
        limit: 1,
      },
    ],
  });
}
