import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import type { UserDto } from '#libs/contracts';
import { EARLIER_ROWS, openQueue, REDIS } from '#libs/platform';
import { Marketplace, type TestPerson, waitFor } from '#libs/testing';
import { EarlierRows } from './earlier-rows.js';

const HANDLERS = [
  'AnalyticsProcessor.project',
  'FarmsProcessor.openFarm',
  'NotificationsProcessor.follow',
];

let market: Marketplace;
let admin: TestPerson;
let user: UserDto;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
  ({ user } = await market.person('customer'));
  await market.settled();
  await market.stopRelaying();
});
afterAll(() => market.close());

const outbox = () => market.collection('outbox');
const marks = () => market.collection<{ _id: string; at: Date }>('processedEvents');
const rowOf = (_id: mongo.ObjectId) => outbox().findOne({ _id });
const totalUsers = async () =>
  ((await admin.client.get('/users/stats')).body as { totalUsers: number }).totalUsers;

/** Registrations as the build before stored and published them. */
function registrations(count: number) {
  return Array.from({ length: count }, () => ({
    _id: new mongo.ObjectId(),
    name: 'user.registered' as string,
    occurredAt: new Date(),
    aggregateId: user._id,
    version: 1,
    correlationId: 'earlier',
    actorId: null,
    payload: { user },
    publishedAt: new Date(),
  }));
}

it('records what earlier workers have handled, and nothing else', async () => {
  await market.collection<{ _id: string }>('migrations').deleteOne({ _id: EARLIER_ROWS });
  const rows = registrations(1_203);
  const [half, none, unhandled] = rows.slice(-3);
  const [first] = rows;
  if (!first || !half || !none || !unhandled) throw new Error('no rows');
  unhandled.name = 'analytics.changed';
  await outbox().insertMany(rows);
  const at = new Date();
  const done = rows.slice(0, -3).flatMap(({ _id }) => HANDLERS.map((name) => `${name}:${_id}`));
  await marks().insertMany([...done, `${HANDLERS[0]}:${half._id}`].map((_id) => ({ _id, at })));
  const before = await totalUsers();

  const steps = market.app.get(EarlierRows);
  await Promise.all([steps.run(), steps.run()]);
  const open = await outbox().find({ handledAt: null }).sort({ _id: 1 }).toArray();
  expect(open.map(({ _id }) => _id)).toEqual([half._id, none._id]);
  for (const { handled } of open) expect(handled).toBeUndefined();
  expect((await rowOf(first._id))?.handled.toSorted()).toEqual(HANDLERS);
  expect((await rowOf(unhandled._id))?.handled).toEqual([]);
  expect(await marks().countDocuments({})).toBe(done.length + 1);
  expect(await totalUsers()).toBe(before);

  await outbox().updateMany({ _id: first._id }, { $unset: { handled: 1, handledAt: 1 } });
  await steps.run();
  expect((await rowOf(first._id))?.handledAt).toBeUndefined();
});

it('handles once the event of an earlier job whose row has expired', async () => {
  const before = await totalUsers();
  const [row] = registrations(1);
  if (!row) throw new Error('no row');
  const { _id, publishedAt: _, ...event } = row;
  const queue = openQueue('domain-events', market.app.get<Redis>(REDIS));
  for (const jobId of ['first', 'second'])
    await queue.add(event.name, { ...event, id: `${_id}` }, { jobId });
  for (const jobId of ['first', 'second'])
    await waitFor('the job to be done', async () => (await queue.getJob(jobId))?.isCompleted());
  await queue.close();
  expect((await rowOf(_id))?.handledAt).toBeInstanceOf(Date);
  expect(await totalUsers()).toBe(before + 1);
  expect(await marks().countDocuments({ _id: { $regex: `:${_id}$` } })).toBe(HANDLERS.length);
});
