import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { type Id, messageSchema, TOTAL_MAX } from '#libs/contracts';
import {
  type ApiParameter,
  apiOperations,
  type HttpClient,
  Marketplace,
  movePart,
  testEngines,
} from '#libs/testing';

type Doc = Record<string, unknown>;
/** A read of a collection, by any command. */
interface Read {
  readonly collection: string;
  readonly filter: Doc;
  readonly sort: Doc;
  readonly limit: number;
  readonly command: Doc;
}

let market: Marketplace;
let callers: HttpClient[];
let ids: { product: Id; farm: Id; order: Id; part: Id; slug: string };
const reads = new Map<string, Read>();
let asked = '';

beforeAll(async () => {
  const engines = await testEngines();
  const uri = new URL(engines.mongodbUri);
  uri.searchParams.set('monitorCommands', 'true');
  market = await Marketplace.open({ engines: { ...engines, mongodbUri: uri.href } });
  await market.pauseChecks();
  const admin = await market.person('admin');
  const farms = [await market.farm(), await market.farm()] as const;
  const customer = await market.person('customer');
  const product = await market.product(farms[0]);
  const kale = await market.product(farms[0], { name: 'Kale' });
  await market.product(farms[1], { status: 'draft' });
  // Two of everything that is listed by time, so that the second page is requested as well.
  const order = await market.order(customer, [[product, 1]]);
  const delivered = await market.order(customer, [
    [product, 2],
    [kale, 1],
  ]);
  let version = 1;
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'])
    await movePart(
      farms[0].farmer.client,
      { orderId: delivered._id, partId: delivered.parts[0]?._id },
      { status, version: version++ },
    );
  for (const { productId } of delivered.parts[0]?.lines ?? []) {
    const path = `/orders/${delivered._id}/parts/${delivered.parts[0]?._id}/problems`;
    const report = { lines: [{ productId, quantity: 1, kind: 'damaged' }] };
    const { status } = await customer.client.post(path, report, {
      'idempotency-key': randomUUID(),
    });
    expect(status).toBe(201);
  }
  const thread = `/orders/${order._id}/parts/${order.parts[0]?._id}/messages`;
  for (const text of ['When?', 'Where?']) {
    const { body } = await customer.client.post(
      thread,
      { text },
      { 'idempotency-key': randomUUID() },
    );
    const path = `${thread}/${messageSchema.parse(body)._id}/report`;
    const { status } = await farms[0].farmer.client.post(path, { reason: 'Not kind' });
    expect(status).toBe(200);
  }
  for (const { user } of [await market.person('customer'), await market.person('customer')])
    await admin.client.patch(`/users/${user._id}/status`, { status: 'inactive', reason: 'Why' });
  await market.settled();
  callers = [admin.client, farms[0].farmer.client, customer.client];
  ids = {
    product: product._id.toString(),
    farm: farms[0].id,
    order: order._id,
    part: order.parts[0]?._id ?? '',
    slug: farms[0].slug,
  };
  const connection = market.app.get<Connection>(getConnectionToken());
  connection.getClient().on('commandStarted', ({ command }) => note(command));
});
afterAll(() => market.close());

function note(command: Doc): void {
  for (const read of readsOf(command)) {
    const shape = [read.collection, shapeOf(read.filter), read.sort, read.limit > 0];
    const key = JSON.stringify([...shape, counts(read.command)]);
    if (!reads.has(key)) reads.set(key, { ...read, command: { ...read.command, asked } });
  }
}

/** The reads of a command: an aggregation may end with a read of another collection, or of its own again. */
function readsOf(command: Doc): Read[] {
  const stages = stagesWithin(command);
  const own = stages.filter((stage) => !('$unionWith' in stage));
  const unions = stages.flatMap(({ $unionWith }) => ($unionWith ? [$unionWith as Doc] : []));
  return [
    { ...command, ...(unions.length > 0 && { pipeline: own }) },
    ...unions.map(({ coll, pipeline }) => ({ aggregate: coll, pipeline })),
  ].flatMap((one) => readOf(one) ?? []);
}

function readOf({
  find,
  aggregate,
  count,
  filter,
  query,
  pipeline,
  sort,
  limit,
}: Doc): Read | null {
  const order = sort instanceof Map ? (Object.fromEntries(sort) as Doc) : ((sort ?? {}) as Doc);
  const some = { sort: order, limit: Number(limit ?? 0), filter: {} };
  if (typeof find === 'string') {
    const wanted = (filter ?? {}) as Doc;
    return {
      ...some,
      collection: find,
      filter: wanted,
      command: { find, filter: wanted, ...(sort !== undefined && { sort: order }) },
    };
  }
  // Without a condition, a count comes from the collection's metadata.
  if (typeof count === 'string' && Object.keys((query ?? {}) as Doc).length > 0)
    return { ...some, collection: count, filter: query as Doc, command: { count, query } };
  if (typeof aggregate === 'string') {
    const stages = pipeline as Doc[];
    const match = (stages[0]?.$match ?? {}) as Doc;
    const command = { aggregate, pipeline: stages, cursor: {} };
    const ordered = stages.find((stage) => '$sort' in stage)?.$sort as Doc | undefined;
    return { ...some, collection: aggregate, filter: match, sort: ordered ?? order, command };
  }
  return null;
}

/** A filter without its values: two that differ only in these have the same plan. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
  return value === null ? null : typeof value;
}

/** A valid value of a query parameter. */
function sample({ name, schema = {} }: ApiParameter): string {
  if (schema.enum) return String(schema.enum[0] ?? '');
  if (schema.format === 'date-time') return new Date(Date.now() - 1_000).toISOString();
  if (name === 'days') return '3';
  if (name === 'day') return new Date().toISOString().slice(0, 10);
  if (name === 'organic' || name === 'inStock' || name === 'answered' || name === 'hidden')
    return 'true';
  if (name === 'category') return 'roots';
  if (name === 'q') return 'fg-a';
  if (name === 'from' || name === 'to') return new Date().toISOString().slice(0, 10);
  if (schema.type === 'number' || schema.type === 'integer') return '1';
  return name === 'order' || name === 'target' ? ids.order : ids.farm;
}

function pathOf(path: string): string {
  return path
    .replace('{slug}', ids.slug)
    .replace('{month}', new Date().toISOString().slice(0, 7))
    .replace('farms/{id}', `farms/${ids.farm}`)
    .replace('{partId}', ids.part)
    .replace('{id}', path.includes('orders') ? ids.order : ids.product);
}

/** Requests every list with each of its filters, and the second page of each. */
async function readEverything(): Promise<number> {
  let answered = 0;
  for (const { method, path, query } of await apiOperations(market.visitor)) {
    if (method !== 'GET' || path.includes('{queue}')) continue;
    const filters = query.filter(({ name }) => name !== 'cursor');
    const pages = query.length > filters.length ? 'limit=1&' : '';
    const queries = ['', ...filters.map((one) => `${one.name}=${encodeURIComponent(sample(one))}`)];
    for (const client of callers)
      for (const asks of queries) {
        asked = `${pathOf(path)}?${pages}${asks}`;
        const { status, body } = await client.get(asked);
        if (status === 200) answered++;
        const { nextCursor } = (body ?? {}) as { nextCursor?: string | null };
        if (nextCursor) await client.get(`${asked}&cursor=${nextCursor}`);
      }
  }
  return answered;
}

const conditions = (filter: Doc): string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key === '$and' ? (value as Doc[]).flatMap(conditions) : key === '$or' ? [] : [key],
  );

interface Stage {
  readonly stage: string;
  readonly keyPattern?: Doc;
  readonly inputStage?: Stage;
  readonly inputStages?: Stage[];
}
const leafStages = (stage: Stage): Stage[] => {
  const inner = [...(stage.inputStages ?? []), ...(stage.inputStage ? [stage.inputStage] : [])];
  return inner.length === 0 ? [stage] : inner.flatMap(leafStages);
};
const stagesOf = (stage: Stage): string[] => [
  stage.stage,
  ...[...(stage.inputStages ?? []), ...(stage.inputStage ? [stage.inputStage] : [])].flatMap(
    stagesOf,
  ),
];

/** Why a read may examine more than it returns; null where an index bounds it. */
async function faultOf(
  db: mongo.Db,
  { filter, sort, limit, command }: Read,
): Promise<string | null> {
  const { asked: _, ...plain } = command;
  const { queryPlanner } = await db.command({ explain: plain, verbosity: 'queryPlanner' });
  const plan = (queryPlanner as { winningPlan: Stage }).winningPlan;
  const wanted = conditions(filter);
  const stages = stagesOf(plan);
  if (stages.includes('SORT')) return 'sorts in memory';
  if (counts(command) && !isLimited(command)) return 'counts without an end';
  // A read of everything, by pages or as a file, is in the order of an index.
  if (wanted.length === 0)
    return limit > 0 || Object.keys(sort).length > 0 || isLimited(command) ? null : 'reads all';
  // One condition, or one on an order's parts, is counted in an index. Two conditions examine documents here, where there
  // are few; with many documents MongoDB intersects their indexes.
  if (counts(command) && (wanted.length === 1 || wanted.includes('parts')))
    return stages.includes('COUNT') ? null : 'reads documents to count them';
  for (const { stage, keyPattern = {} } of leafStages(plan)) {
    if (['EOF', 'IDHACK'].includes(stage)) continue;
    const [first = '_id'] = Object.keys(keyPattern);
    if (stage === 'COLLSCAN') return 'scans the collection';
    if (!wanted.some((name) => name === first || first.startsWith(`${name}.`)))
      return `walks all of ${JSON.stringify(keyPattern)}`;
  }
  return null;
}

const stagesWithin = ({ pipeline }: Doc): Doc[] => (pipeline ?? []) as Doc[];
/** Whether a command counts: a total of a list, or the driver's countDocuments. */
const counts = (command: Doc) =>
  stagesWithin(command).some((stage) => '$group' in stage || '$count' in stage);
const isLimited = (command: Doc) =>
  stagesWithin(command).some(({ $limit }) => Number($limit) <= TOTAL_MAX + 1);

const isRegex = (condition: unknown) =>
  typeof condition === 'object' && condition !== null && '$regex' in condition;

/** Reads accepted without an index, each with the reason. */
const accepted: readonly ((read: Read) => boolean)[] = [
  // No list: the worker's reconciler reads the open events, of which there are few.
  ({ collection, filter }) =>
    collection === 'outbox' && filter.handledAt === null && '_id' in filter,
  // The best farms of a range, for admins: a farm has one entry a day in the index, however many orders it has.
  ({ collection, filter }) => collection === 'projections' && 'farmDay.day' in filter,
  // The balances of all farms, for admins: a row per account and month, however many orders.
  ({ collection, filter }) => collection === 'balances' && Object.keys(filter).length === 0,
  // A farm's orders by fulfilment: about every second order matches, so that few are examined in vain.
  ({ collection, filter }) =>
    collection === 'orders' &&
    /"\$elemMatch":\{"farmId":"\w+","fulfilment"/.test(JSON.stringify(filter)),
  // A farm's orders of a day: the index has farm and day, so only these few are read, but not counted in it.
  ({ collection, filter }) =>
    collection === 'orders' &&
    /"\$elemMatch":\{"farmId".*"slot\.date"/.test(JSON.stringify(filter)),
  // A substring of a name, for admins: a scan of a few thousand names.
  ({ collection, filter }) => collection === 'products' && isRegex(filter.name),
  // The same for names and e-mail addresses of users.
  ({ collection, filter }) => collection === 'users' && JSON.stringify(filter).includes('"$regex"'),
  // By stock level, for the desk: it is computed from three fields of a product.
  ({ collection, filter }) =>
    collection === 'products' && JSON.stringify(filter).includes('"$lowAt"'),
  // No list: what stands in the way of deleting an account, a costly call. It reads the payments of the person's farm.
  ({ command }) => String(command.asked).startsWith('/users/me/deletion'),
];

it('no list scans a collection or a whole index, or sorts in memory', async () => {
  expect(await readEverything()).toBeGreaterThan(80);
  const { db } = market.app.get<Connection>(getConnectionToken());
  if (!db) throw new Error('not connected to MongoDB');
  const collections = new Set([...reads.values()].map(({ collection }) => collection));
  const listed = [
    'orders',
    'problems',
    'messages',
    'conversations',
    'products',
    'users',
    'farms',
    'auditLog',
    'notifications',
  ];
  for (const name of listed) expect(collections).toContain(name);
  const faults: string[] = [];
  for (const read of [...reads.values()]) {
    const fault = await faultOf(db, read);
    if (fault && !accepted.some((one) => one(read)))
      faults.push(
        `${fault}: ${read.collection} ${JSON.stringify(read.filter)} ${JSON.stringify(read.sort)} (${String(read.command.asked)})`,
      );
  }
  expect(faults).toEqual([]);
});
