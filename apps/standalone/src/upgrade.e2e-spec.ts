import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { EVENT_BATCH, recountSchema, type UserDto, userDtoSchema } from '#libs/contracts';
import { openQueue } from '#libs/platform';
import {
  type HttpClient,
  ShopProcess,
  SocketClient,
  unpackDataDirectory,
  waitFor,
} from '#libs/testing';

/**
 * Milliseconds for events that the previous build commits during an upgrade. docs/operations.md promises 20 and 70
 * seconds; the rest allows for a machine that runs all other tests at the same time.
 */
const SECONDS_MS = 40_000;
const REQUEUED_MS = 110_000;
const MINUTES = 60_000;

const ARCHIVE = '../data-directories/2026-11-thousandths.tar.gz';
const HANDLERS = [
  'AnalyticsProcessor.project',
  'FarmsProcessor.openFarm',
  'NotificationsProcessor.follow',
];

/** A row of the outbox as the build before writes it. */
interface EarlierRow {
  readonly _id: mongo.ObjectId;
  readonly payload: { readonly user: UserDto };
}

let shop: ShopProcess;
let client: mongo.MongoClient;
let redis: Redis;
let queue: Queue;
let admin: HttpClient;
/** A demo farmer. */
let farmer: UserDto;
let socket: SocketClient;
/** Committed long ago, and lost by Redis. */
let lost: EarlierRow;

beforeAll(async () => {
  shop = await ShopProcess.open(await unpackDataDirectory(join(import.meta.dirname, ARCHIVE), 100));
  const { mongodbUri, redisUrl } = await shop.engines();
  client = await mongo.MongoClient.connect(mongodbUri);
  redis = new Redis(redisUrl);
  queue = openQueue('domain-events', redis);
  const signedIn = await shop.signIn('ruth.okafor@demo.farmgate.test', 'farmgate-demo');
  farmer = userDtoSchema.parse((await signedIn.get('/users/me')).body);
  lost = await register(0, 3 * MINUTES);
  admin = await shop.signIn('clara.bennett@demo.farmgate.test', 'farmgate-demo');
  await admin.post('/admin/jobs/domain-events/retry');
  await waitFor('what was left to be handled', async () => (await open()) === 0, 90_000);
  socket = await SocketClient.connect(shop.url, admin);
});
afterAll(async () => {
  socket.close();
  await queue.close();
  redis.disconnect();
  await client.close();
  await shop.end('SIGKILL');
});

const collection = <Row extends mongo.Document = mongo.Document>(name: string) =>
  client.db().collection<Row>(name);
const open = () => collection('outbox').countDocuments({ handledAt: null, _id: { $ne: lost._id } });

/** A farmer registers in an api of the build before: user and event are one commit. `age` in milliseconds. */
async function register(number: number, age = 0): Promise<EarlierRow> {
  const [_id, email] = [new mongo.ObjectId(), `upgrade-${number}@farm.example`];
  const user = userDtoSchema.parse({ ...farmer, _id: String(_id), email, farmId: null });
  const known = await collection('users').findOne({ _id: new mongo.ObjectId(farmer._id) });
  const made = Math.floor((Date.now() - age) / 1_000);
  const occurredAt = new Date(Date.now() - age);
  const row = {
    _id: new mongo.ObjectId(made.toString(16) + new mongo.ObjectId().toString().slice(8)),
    name: 'user.registered',
    occurredAt,
    aggregateId: user._id,
    version: 1,
    correlationId: `upgrade-${number}`,
    actorId: null,
    payload: { user },
    handled: [],
    handledAt: null,
    publishedAt: occurredAt,
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
/** Handled exactly once: the farm is open, and the row records its handlers. */
async function expectHandledOnce({ _id, payload }: EarlierRow): Promise<void> {
  const ownerId = new mongo.ObjectId(payload.user._id);
  expect(await collection('farms').countDocuments({ ownerId })).toBe(1);
  const row = await collection('outbox').findOne({ _id });
  expect(row?.handled.toSorted()).toEqual(HANDLERS);
}

it('delivers and handles once what an api of the build before commits', async () => {
  const committed = await register(1);
  await handled(committed, SECONDS_MS);
  await socket.receives('user.registered', ({ id }) => id === committed._id.toString());
  await expectHandledOnce(committed);
});

it('handles once what its dispatcher has queued, too', async () => {
  const queued = await register(2);
  await queue.add(EVENT_BATCH, { ids: [`${queued._id}`] });
  await handled(queued, SECONDS_MS);
  await expectHandledOnce(queued);
});

it('handles no event again that its worker has handled', async () => {
  const payload = { user: farmer };
  const [_id, handledAt] = [new mongo.ObjectId(), new Date()];
  const head = { name: 'user.registered', aggregateId: farmer._id, version: 1 };
  const cause = { correlationId: 'upgrade-4', actorId: null, occurredAt: handledAt };
  const row = { _id, ...head, ...cause, payload, handled: HANDLERS, handledAt };
  await collection('outbox').insertOne({ ...row, publishedAt: handledAt });
  await queue.add(EVENT_BATCH, { ids: [`${_id}`] });
  await socket.receives('user.registered', ({ id }) => id === `${_id}`);
  await waitFor('the job', async () => (await queue.getJobCountByTypes('waiting', 'active')) === 0);
  expect(await collection('outbox').findOne({ _id })).toMatchObject({ handledAt });
});

it('handles once what Redis has lost, and counts all of it', async () => {
  await handled(lost, REQUEUED_MS);
  await expectHandledOnce(lost);
  const recount = recountSchema.parse((await admin.post('/analytics/recount')).body);
  expect(recount).toMatchObject({ matches: true, differing: 0, underWay: 0 });
});
