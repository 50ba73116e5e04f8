import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, Long } from 'mongodb';
import { type ContractServer, errorCode, startContractServer } from '../testing/contract-server.js';

/** `maxTimeMS`, the time limit of a command. */
let server: ContractServer;

beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

/** A filter that matches every document, slowly. */
const SLOW = {
  $expr: {
    $gte: [
      {
        $reduce: {
          input: { $range: [0, 200] },
          initialValue: 0,
          in: { $add: ['$$value', { $mod: ['$$this', 7] }] },
        },
      },
      0,
    ],
  },
};
const MANY = Array.from({ length: 1_000 }, (_, _id) => ({ _id, a: 1 }));
const SHORT_MS = 30;

const SLOW_COMMANDS: [title: string, command: Document][] = [
  ['find', { find: '$c', filter: SLOW, sort: { a: 1 } }],
  ['count', { count: '$c', query: SLOW }],
  ['distinct', { distinct: '$c', key: 'a', query: SLOW }],
  ['aggregate', { aggregate: '$c', pipeline: [{ $match: { $nor: [SLOW] } }], cursor: {} }],
  [
    'aggregate with a group',
    {
      aggregate: '$c',
      pipeline: [{ $group: { _id: '$_id', n: { $sum: SLOW.$expr.$gte[0] } } }],
      cursor: {},
    },
  ],
  ['update', { update: '$c', updates: [{ q: SLOW, u: { $set: { a: 2 } }, multi: true }] }],
  ['delete', { delete: '$c', deletes: [{ q: { $nor: [SLOW] }, limit: 0 }] }],
  ['findAndModify', { findAndModify: '$c', query: { $nor: [SLOW] }, remove: true }],
];

/** The error code as a plain number; NaN without an error. */
const codeOf = async (action: () => Promise<unknown>) => Number(await errorCode(action));

const onto = (command: Document, collection: string): Document =>
  Object.fromEntries(
    Object.entries(command).map(([name, value]) => [name, value === '$c' ? collection : value]),
  );

describe('a command that takes longer than its maxTimeMS ends with 50', () => {
  it.each(SLOW_COMMANDS)('%s', async (_title, command) => {
    const { collectionName } = await server.collectionOf(MANY);
    const limited = { ...onto(command, collectionName), maxTimeMS: SHORT_MS };
    expect(await codeOf(() => server.db.command(limited))).toBe(50);
  });

  it('also in a transaction, which ends', async () => {
    const collection = await server.collectionOf(MANY);
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await collection.updateOne({ _id: 0 as never }, { $set: { a: 3 } }, { session });
      const slow = collection.updateMany(SLOW, { $set: { a: 2 } }, {
        session,
        maxTimeMS: SHORT_MS,
      } as object);
      expect(await codeOf(() => slow)).toBe(50);
      expect(await codeOf(() => session.commitTransaction())).toBe(251);
    });
    expect(Number(await collection.countDocuments({ a: 1 }))).toBe(MANY.length);
  });

  it('also batch by batch, all together', async () => {
    const collection = await server.collectionOf(MANY);
    const cursor = collection.find(SLOW, { batchSize: 1, maxTimeMS: SHORT_MS });
    expect(await codeOf(() => cursor.toArray())).toBe(50);
  });
});

const WAITING: [title: string, command: Document][] = [
  ['insert', { insert: '$c', documents: [{ _id: 7 }] }],
  ['update', { update: '$c', updates: [{ q: { _id: 0 }, u: { $set: { a: 9 } } }] }],
  ['delete', { delete: '$c', deletes: [{ q: { _id: 0 }, limit: 1 }] }],
  ['findAndModify', { findAndModify: '$c', query: { _id: 0 }, update: { $set: { a: 9 } } }],
];

describe('a write that waits for a transaction waits no longer than its maxTimeMS', () => {
  it.each(WAITING)('%s', async (_title, command) => {
    const collection = await server.collectionOf([{ _id: 0, a: 1 }]);
    await server.client.withSession(async (session) => {
      session.startTransaction();
      await collection.updateOne({ _id: 0 as never }, { $set: { a: 5 } }, { session });
      await collection.insertOne({ _id: 7 as never }, { session });
      const limited = { ...onto(command, collection.collectionName), maxTimeMS: SHORT_MS };
      expect(await codeOf(() => server.db.command(limited))).toBe(50);
      await session.commitTransaction();
    });
    expect(Number((await collection.findOne({ _id: 0 as never }))?.a)).toBe(5);
  });
});

describe('maxTimeMS', () => {
  it.each([
    ['no limit', 0],
    ['a long', Long.fromNumber(60_000)],
    ['the most', 2 ** 31 - 1],
  ])('may be %s', async (_title, maxTimeMS) => {
    const { collectionName } = await server.collectionOf([{ a: 1 }]);
    const reply = await server.db.command({ count: collectionName, maxTimeMS });
    expect(Number(reply.n)).toBe(1);
  });

  it.each([
    ['less than nothing', -1],
    ['too much', 2 ** 31],
    ['a part of a millisecond', 0.5],
    ['a word', 'soon'],
  ])('may not be %s', async (_title, maxTimeMS) => {
    const { collectionName } = await server.collectionOf([]);
    expect(await codeOf(() => server.db.command({ find: collectionName, maxTimeMS }))).toBe(2);
  });

  it('is not for getMore, whose cursor has it', async () => {
    const { collectionName } = await server.collectionOf([{ a: 1 }, { a: 2 }, { a: 3 }]);
    const found = await server.db.command({ find: collectionName, batchSize: 1 });
    const more = { getMore: found.cursor.id, collection: collectionName, maxTimeMS: 100 };
    expect(await codeOf(() => server.db.command(more))).toBe(2);
  });
});
