import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { Marketplace } from '#libs/testing';
import { EARLIER_ROWS, EarlierMarks } from './earlier-marks.js';

const DAY_MS = 86_400_000;

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
  await market.stopRelaying();
});
afterAll(() => market.close());

const outbox = () => market.collection('outbox');
/** As the build before stored it, and published it so many days ago. */
async function published(days: number): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  const publishedAt = new Date(Date.now() - days * DAY_MS);
  await outbox().insertOne({ _id, name: 'analytics.changed', payload: {}, publishedAt });
  return _id;
}
const isThere = async (_id: Types.ObjectId) => (await outbox().findOne({ _id })) !== null;

it('removes before anything is handled what may have outlived its marks', async () => {
  await market.collection<{ _id: string }>('migrations').deleteOne({ _id: EARLIER_ROWS });
  await outbox().createIndex({ publishedAt: 1 });
  const [old, young] = [await published(8), await published(6)];
  const today = new Types.ObjectId();
  const publishedAt = new Date(Date.now() - 8 * DAY_MS);
  await outbox().insertOne({ _id: today, handled: [], handledAt: null, publishedAt });
  await market.app.get(EarlierMarks).onModuleInit();
  expect(await Promise.all([old, young, today].map(isThere))).toEqual([false, true, true]);
  const indexes = await outbox().indexes();
  expect(indexes.map(({ name }) => name)).not.toContain('publishedAt_1');
});

it('removes nothing once marks are on the rows', async () => {
  await market
    .collection<{ _id: string }>('migrations')
    .updateOne({ _id: EARLIER_ROWS }, { $set: { doneAt: new Date() } }, { upsert: true });
  const old = await published(8);
  await market.app.get(EarlierMarks).onModuleInit();
  expect(await isThere(old)).toBe(true);
});
