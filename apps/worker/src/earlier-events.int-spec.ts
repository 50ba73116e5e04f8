import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import type { UserDto } from '#libs/contracts';
import { EventHandlers, openQueue, REDIS } from '#libs/platform';
import { Marketplace, type TestPerson, waitFor } from '#libs/testing';
import { EarlierEvents } from './earlier-events.js';

const HANDLERS = [
  'AnalyticsProcessor.project',
  'FarmsProcessor.openFarm',
  'NotificationsProcessor.follow',
];
const DAY_MS = 86_400_000;

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
const migrations = () => market.collection<{ _id: string }>('migrations');
const rowOf = (_id: mongo.ObjectId) => outbox().findOne({ _id });
const migrate = () => market.app.get(EarlierEvents).onModuleInit();
const totalUsers = async () =>
  ((await admin.client.get('/users/stats')).body as { totalUsers: number }).totalUsers;

/** Registrations as a build before the event log stored them, and published them so many days ago. */
function registrations(count: number, days = 0) {
  return Array.from({ length: count }, () => ({
    _id: new mongo.ObjectId(),
    name: 'user.registered' as string,
    occurredAt: new Date(),
    aggregateId: user._id,
    version: 1,
    correlationId: 'earlier',
    actorId: null,
    payload: { user },
    publishedAt: new Date(Date.now() - days * DAY_MS),
  }));
}

it('records on the rows what earlier workers have handled, and nothing else', async () => {
  const rows = registrations(1_203);
  const [half, none, unhandled] = rows.slice(-3);
  const [first, early] = rows;
  if (!first || !early || !half || !none || !unhandled) throw new Error('no rows');
  unhandled.name = 'analytics.changed';
  await outbox().insertMany(rows);
  const at = new Date();
  const done = rows.slice(0, -3).flatMap(({ _id }) => HANDLERS.map((name) => `${name}:${_id}`));
  // The first builds had a handler for each figure.
  done[HANDLERS.length] = `AnalyticsProcessor.countUser:${early._id}`;
  await marks().insertMany([...done, `${HANDLERS[0]}:${half._id}`].map((_id) => ({ _id, at })));

  await migrate();
  const open = await outbox().find({ handledAt: null }).sort({ _id: 1 }).toArray();
  expect(open.map(({ _id, handled: by }) => [_id, by])).toEqual([
    [half._id, HANDLERS.slice(0, 1)],
    [none._id, []],
  ]);
  for (const { _id } of [first, early])
    expect((await rowOf(_id))?.handled.toSorted()).toEqual(HANDLERS);
  expect((await rowOf(unhandled._id))?.handled).toEqual([]);

  const before = await totalUsers();
  await market.app.get(EventHandlers).handle([half, none].map(({ _id }) => `${_id}`));
  expect(await totalUsers()).toBe(before + 1);
});

it('handles once the event of an earlier job whose row has expired', async () => {
  await migrations().deleteOne({ _id: 'rows-of-earlier-jobs' });
  const before = await totalUsers();
  const [row] = registrations(1);
  if (!row) throw new Error('no row');
  const { _id, publishedAt: _, ...event } = row;
  const queue = openQueue('domain-events', market.app.get<Redis>(REDIS));
  const add = (jobId: string, delay: number) =>
    queue.add(event.name, { ...event, id: `${_id}` }, { jobId, delay });
  await add('first', 3_600_000);
  await migrate();
  await (await queue.getJob('first'))?.promote();
  await add('second', 0);
  for (const jobId of ['first', 'second'])
    await waitFor('the job to be done', async () => (await queue.getJob(jobId))?.isCompleted());
  await queue.close();
  expect((await rowOf(_id))?.handledAt).toBeInstanceOf(Date);
  expect(await totalUsers()).toBe(before + 1);
});

it('removes what may have outlived its marks, once', async () => {
  await migrations().deleteOne({ _id: 'handlers-on-outbox-rows' });
  await outbox().createIndex({ publishedAt: 1 });
  const [old, young] = [registrations(1, 8), registrations(1, 6)];
  await outbox().insertMany([...old, ...young]);
  const isThere = async (rows: typeof old) => {
    const _id = { $in: rows.map((row) => row._id) };
    return (await outbox().countDocuments({ _id })) === 1;
  };
  await migrate();
  expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
  const indexes = await outbox().indexes();
  expect(indexes.map(({ name }) => name)).not.toContain('publishedAt_1');

  const later = registrations(1, 8);
  await outbox().insertMany(later);
  await migrate();
  expect(await isThere(later)).toBe(true);
});
