import { type Db, MongoClient, type ObjectId } from 'mongodb';
import type { Scenario } from '../runner/measure.js';
import type { Program } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';
import { againstBare } from './bare-read.js';
import { signUp } from './people.js';

const PAGE = 24;
const FEW = 10;
const NEWEST = { createdAt: -1, _id: -1 } as const;

/** What people read of their own: a customer with few orders, the farm with the most, and an admin's figures. */
export async function ownLists(stage: Stage, api: Program): Promise<Scenario[]> {
  const client = await MongoClient.connect(stage.mongo.url);
  const db = client.db();
  const [farm] = await busiest(db, '$parts.farmId');
  const customers = await busiest(db, '$customer._id');
  const customer = customers.find(({ count }) => count <= FEW) ?? customers.at(-1);
  if (!farm || !customer) throw new Error('the seed has no orders');
  const [asFarm, asCustomer, asAdmin] = await Promise.all([
    become(db, api, { role: 'farmer', farmId: farm._id }),
    become(db, api, { _id: customer._id }),
    become(db, api, { role: 'admin' }),
  ]);
  await client.close();
  const page = { path: '/api/v1/orders', collection: 'orders', sort: NEWEST, limit: PAGE };
  return againstBare(stage, api, {
    [`orders of a customer (${customer.count})`]: [
      { ...page, token: asCustomer, filter: { 'customer._id': customer._id }, counts: true },
    ],
    [`orders of a farm (${farm.count})`]: [
      { ...page, token: asFarm, filter: { 'parts.farmId': farm._id }, counts: true },
    ],
    'stats of the shop': [
      {
        path: '/api/v1/orders/stats',
        token: asAdmin,
        collection: 'projections',
        filter: { _id: 'orders' as unknown as ObjectId },
        limit: 1,
      },
    ],
  });
}

/** Whose the orders are, most first. */
function busiest(db: Db, field: string): Promise<{ _id: ObjectId; count: number }[]> {
  return db
    .collection('orders')
    .aggregate<{ _id: ObjectId; count: number }>([
      { $unwind: '$parts' },
      { $group: { _id: field, count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
    ])
    .toArray();
}

/** A token of somebody whom the seed has made, and whom nobody can sign in as: a new account takes their place. */
async function become(db: Db, api: Program, who: Record<string, unknown>): Promise<string> {
  const { token, subject } = await signUp(api);
  const { matchedCount } = await db.collection('users').updateOne(who, { $set: { subject } });
  if (matchedCount !== 1) throw new Error('the seed has no such user');
  return token;
}
