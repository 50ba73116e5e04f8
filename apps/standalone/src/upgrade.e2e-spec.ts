import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { recountSchema, type UserDto, userDtoSchema } from '#libs/contracts';
import { openQueue } from '#libs/platform';
import {
  type HttpClient,
  ShopProcess,
  SocketClient,
  unpackDataDirectory,
  waitFor,
} from '#libs/testing';

/** What docs/operations.md promises of events that the build before commits during an upgrade; milliseconds. */
const SECONDS_MS = 20_000;
const REQUEUED_MS = 70_000;
const MINUTES = 60_000;

const ARCHIVE = '../data-directories/2026-11-before-the-log.tar.gz';
const HANDLERS = [
  'AnalyticsProcessor.project',
  'FarmsProcessor.openFarm',
  'NotificationsProcessor.follow',
];

/** A row of the outbox as the build before writes it. */
interface EarlierRow {
  readonly _id: mongo.ObjectId;
  readonly payload: { readonly user: UserDto };
  readonly publishedAt: Date | null;
}

let shop: ShopProcess;
let client: mongo.MongoClient;
let redis: Redis;
let queue: Queue;
let admin: HttpClient;
/** One of the demo. */
let farmer: UserDto;
let socket: SocketClient;
/** Committed while no relay was there, and lost by Redis. */
let lost: EarlierRow;

beforeAll(async () => {
  shop = await ShopProcess.open(await unpackDataDirectory(join(import.meta.dirname, ARCHIVE), 100));
  const { mongodbUri, redisUrl } = await shop.engines();
  client = await mongo.MongoClient.connect(mongodbUri);
  redis = new Redis(redisUrl);
  queue = openQueue('domain-events', redis);
  const signedIn = await shop.signIn('ruth.okafor@demo.farmgate.test', 'farmgate-demo');
  farmer = userDtoSchema.parse((await signedIn.get('/users/me')).body);
  lost = await register(0, { publishedAt: new Date(), age: 3 * MINUTES });
  admin = await shop.signIn('clara.bennett@demo.farmgate.test', 'farmgate-demo');
  await admin.post('/admin/jobs/domain-events/retry');
  await waitFor('what was left to be handled', async () => (await open()) === 0, 90_000);
  socket = await SocketClient.connect(shop.url, admin);
}, 180_000);
afterAll(async () => {
  await shop.end('SIGKILL');
  socket.close();
  await queue.close();
  redis.disconnect();
  await client.close();
});

const collection = <Row extends mongo.Document = mongo.Document>(name: string) =>
  client.db().collection<Row>(name);
const open = () => collection('outbox').countDocuments({ handledAt: null, _id: { $ne: lost._id } });

/** A farmer registers in an api of the build before: user and event are one commit. `age` in milliseconds. */
async function register(
  number: number,
  { publishedAt = null, age = 0 }: { publishedAt?: Date | null; age?: number } = {},
): Promise<EarlierRow> {
  const [_id, email] = [new mongo.ObjectId(), `upgrade-${number}@farm.example`];
  const user = userDtoSchema.parse({ ...farmer, _id: String(_id), email, farmId: null });
  const known = await collection('users').findOne({ _id: new mongo.ObjectId(farmer._id) });
  const made = Math.floor((Date.now() - age) / 1_000);
  const row = {
    _id: new mongo.ObjectId(made.toString(16) + new mongo.ObjectId().toString().slice(8)),
    name: 'user.registered',
    occurredAt: new Date(Date.now() - age),
    aggregateId: user._id,
    version: 1,
    correlationId: `upgrade-${number}`,
    actorId: null,
    payload: { user },
    publishedAt,
  };
  await client.withSession((session) =>
    session.withTransaction(async () => {
      const own = { ...known, _id, email, subject: `upgrade-${number}`, farmId: null };
      await collection('users').insertOne(own, { session });
      await collection('outbox').insertOne(row, { session });
    }),
  );
  return row;
}

const handled = ({ _id }: EarlierRow, deadlineMs: number) =>
  waitFor(
    'the event to be handled',
    async () => (await collection('outbox').findOne({ _id }))?.handledAt,
    deadlineMs,
  );
/** Exactly once: the farm is opened, the figures count it, and the marks of the build before say so. */
async function expectHandledOnce(rows: readonly EarlierRow[]): Promise<void> {
  for (const { _id, payload } of rows) {
    const ownerId = new mongo.ObjectId(payload.user._id);
    expect(await collection('farms').countDocuments({ ownerId })).toBe(1);
    const marks = HANDLERS.map((handler) => `${handler}:${_id}`);
    const found = await collection<{ _id: string }>('processedEvents')
      .find({ _id: { $in: marks } })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map((mark) => mark._id)).toEqual(marks);
    const row = await collection('outbox').findOne({ _id });
    expect(row?.handled.toSorted()).toEqual(HANDLERS);
  }
}

it('delivers and handles once what an api of the build before commits', async () => {
  const committed = await register(1);
  await handled(committed, SECONDS_MS);
  await socket.receives('user.registered', ({ id }) => id === committed._id.toString());
  await expectHandledOnce([committed]);
});

it('handles once what its relay has published, whether the job is there or lost', async () => {
  const [queued, dropped] = [
    await register(2, { publishedAt: new Date() }),
    await register(3, { publishedAt: new Date() }),
  ];
  const { _id, publishedAt: _, ...event } = queued;
  await queue.add('user.registered', { ...event, id: `${_id}` }, { jobId: `${_id}` });
  for (const row of [queued, dropped]) await handled(row, SECONDS_MS);
  await expectHandledOnce([queued, dropped]);
});

it('handles no event again that its worker has handled', async () => {
  const payload = { user: farmer };
  const [_id, publishedAt] = [new mongo.ObjectId(), new Date()];
  const marks = HANDLERS.map((handler) => ({ _id: `${handler}:${_id}`, at: publishedAt }));
  await collection<{ _id: string }>('processedEvents').insertMany(marks);
  const head = { name: 'user.registered', aggregateId: farmer._id, version: 1 };
  const cause = { correlationId: 'upgrade-4', actorId: null, occurredAt: publishedAt };
  await collection('outbox').insertOne({ _id, ...head, ...cause, payload, publishedAt });
  await handled({ _id, payload, publishedAt }, SECONDS_MS);
  await expectHandledOnce([{ _id, payload, publishedAt }]);
});

it('handles once what was committed before its relay was there, and counts all of it', async () => {
  await handled(lost, REQUEUED_MS);
  await expectHandledOnce([lost]);
  const recount = recountSchema.parse((await admin.post('/analytics/recount')).body);
  expect(recount).toMatchObject({ matches: true, differing: 0, underWay: 0 });
}, 90_000);
