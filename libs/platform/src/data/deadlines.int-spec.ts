import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection, type Model, Schema } from 'mongoose';
import { testEngines } from '#libs/testing';
import { runInContext } from '../request-context.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { limitQueries } from './deadlines.js';

interface Row {
  _id: number;
  a: number;
}

let connection: Connection;
let rows: Model<Row>;

beforeAll(async () => {
  const { mongodbUri } = await testEngines();
  connection = limitQueries(await createConnection(mongodbUri).asPromise());
  rows = connection.model<Row>('Row', new Schema<Row>({ _id: Number, a: Number }));
  await rows.insertMany(Array.from({ length: 1_000 }, (_, _id) => ({ _id, a: 1 })));
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

/** A condition that takes a while and matches nothing. */
const SLOW = {
  $expr: {
    $lt: [
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

const ASKED: [name: string, ask: () => Promise<unknown>][] = [
  ['find', () => rows.find(SLOW).lean()],
  ['find, row by row', () => rows.find(SLOW).lean().cursor().next()],
  ['findOne', () => rows.findOne(SLOW)],
  ['exists', () => rows.exists(SLOW)],
  ['countDocuments', () => rows.countDocuments(SLOW)],
  ['distinct', () => rows.distinct('a', SLOW)],
  ['aggregate', () => rows.aggregate([{ $match: SLOW }])],
  [
    'aggregate, row by row',
    () =>
      rows
        .aggregate([{ $match: SLOW }])
        .cursor()
        .next(),
  ],
  ['updateOne', () => rows.updateOne(SLOW, { $set: { a: 2 } })],
  ['updateMany', () => rows.updateMany(SLOW, { $set: { a: 2 } })],
  ['findOneAndUpdate', () => rows.findOneAndUpdate(SLOW, { $set: { a: 2 } })],
  ['findOneAndDelete', () => rows.findOneAndDelete(SLOW)],
  ['deleteOne', () => rows.deleteOne(SLOW)],
  ['deleteMany', () => rows.deleteMany(SLOW)],
];

describe('the database ends a command at its deadline', () => {
  it.each(ASKED)('%s', async (_name, ask) => {
    const asking = runInContext({ requestId: 'r', actorId: null, timeoutMs: 30 }, async () =>
      ask().then(
        () => null,
        (error: unknown) => error,
      ),
    );
    const error = await asking;
    expect(error).toMatchObject({ code: 50 });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

it('does not where there is no deadline, or the query has its own', async () => {
  expect(await rows.countDocuments(SLOW)).toBe(0);
  await runInContext({ requestId: 'r', actorId: null, timeoutMs: 30 }, async () => {
    expect(await rows.countDocuments(SLOW).maxTimeMS(60_000)).toBe(0);
  });
});
