import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection, type Model, Schema, Types } from 'mongoose';
import { testEngines } from '#libs/testing';
import { insertAll } from './insert-all.js';
import { readByIds } from './read-by-ids.js';

interface Row {
  _id: Types.ObjectId;
  text: string;
}

let connection: Connection;
let rows: Model<Row>;

beforeAll(async () => {
  const { mongodbUri } = await testEngines();
  connection = await createConnection(mongodbUri).asPromise();
  rows = connection.model<Row>('Row', new Schema<Row>({ text: String }));
  await rows.createCollection();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const row = (text = ''): Row => ({ _id: new Types.ObjectId(), text });
const idsOf = (some: readonly Row[]) => some.map(({ _id }) => _id);
const texts = (some: readonly Row[]) => some.map(({ text }) => text).toSorted();

describe('in a transaction, rows', () => {
  it('are written one or many at a time, and read by id as the transaction has left them', async () => {
    const [one, two, three] = [row('one'), row('two'), row('three')];
    await connection.transaction(async (session) => {
      await insertAll(rows, [], session);
      await insertAll(rows, [one], session);
      await insertAll(rows, [two, three], session);
      const missing = new Types.ObjectId();
      const found = await readByIds(rows, [one._id, three._id, missing], session);
      expect(texts(found)).toEqual(['one', 'three']);
      expect(await rows.countDocuments({})).toBe(0);
    });
    expect(await rows.countDocuments({})).toBe(3);
  });

  it('are read as they were at its beginning, and not asked for where there are no ids', async () => {
    const old = row('old');
    await rows.create([old]);
    await connection.transaction(
      async (session) => {
        expect(texts(await readByIds(rows, [old._id], session))).toEqual(['old']);
        await rows.updateOne({ _id: old._id }, { $set: { text: 'new' } });
        expect(texts(await readByIds(rows, [old._id], session))).toEqual(['old']);
        expect(await readByIds(rows, [], session)).toEqual([]);
      },
      { readConcern: { level: 'snapshot' } },
    );
  });

  it('are all there, or it fails: half of what was asked for is no answer', async () => {
    const large = Array.from({ length: 5 }, () => row('x'.repeat(4 * 1_024 * 1_024)));
    for (const one of large) await rows.collection.insertOne({ ...one });
    await connection.transaction(async (session) => {
      expect(await readByIds(rows, idsOf(large.slice(0, 3)), session)).toHaveLength(3);
      await expect(readByIds(rows, idsOf(large), session)).rejects.toThrow('too much of Row');
    });
  });

  it('that others change at the same time are a conflict, and the work runs again', async () => {
    const mine = row('0');
    await rows.create([mine]);
    let runs = 0;
    await connection.transaction(async (session) => {
      runs++;
      const [before] = await readByIds(rows, [mine._id], session);
      if (runs === 1) await rows.updateOne({ _id: mine._id }, { $set: { text: '10' } });
      const text = String(Number(before?.text) + 1);
      await rows.updateOne({ _id: mine._id }, { $set: { text } }, { session });
    });
    expect(runs).toBe(2);
    expect((await rows.findById(mine._id))?.text).toBe('11');
  });
});
