import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Connection, createConnection, type Model, Schema, Types } from 'mongoose';
import { type Id, TOTAL_MAX } from '#libs/contracts';
import { testEngines } from '#libs/testing';
import { runInContext } from '../request-context.js';
import { limitQueries } from './deadlines.js';
import { isDatabaseFailure } from './engine-failure.js';
import { newestById, readWithTotal } from './with-total.js';

describe('a listing', () => {
  interface Row {
    _id: Types.ObjectId;
    n: number;
    ownerId: Types.ObjectId;
  }

  const owner = new Types.ObjectId();
  let connection: Connection;
  let rows: Model<Row>;

  beforeAll(async () => {
    const { mongodbUri } = await testEngines();
    connection = await createConnection(mongodbUri).asPromise();
    const schema = new Schema<Row>({ n: Number, ownerId: Schema.Types.ObjectId });
    rows = connection.model<Row>('Row', schema);
    await rows.createCollection();
    await rows.collection.createIndex({ n: -1 });
  });
  beforeEach(() => rows.deleteMany({}));
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  const add = (from: number, to: number) =>
    rows.collection.insertMany(
      Array.from({ length: to - from + 1 }, (_, i) => ({
        _id: new Types.ObjectId(),
        n: from + i,
        ownerId: owner,
      })),
    );
  const numbers = (some: readonly Row[]) => some.map(({ n }) => n);

  it('a page has one row more than it shows, and the total of the whole list', async () => {
    await add(1, 7);
    const listing = { filter: { n: { $gt: 1 } }, sort: { n: -1 }, limit: 3 } as const;
    const first = await readWithTotal(rows, listing);
    expect([numbers(first.found), first.total]).toEqual([[7, 6, 5, 4], 6]);
    const second = await readWithTotal(rows, { ...listing, afterCursor: { n: { $lt: 5 } } });
    expect([numbers(second.found), second.total]).toEqual([[4, 3, 2], 6]);
  });

  it('a list of nothing has no rows and a total of 0', async () => {
    expect(await readWithTotal(rows, { filter: {}, sort: { n: -1 }, limit: 3 })).toEqual({
      found: [],
      total: 0,
    });
  });

  it('more than a total may be is counted no further than one more', async () => {
    await add(1, TOTAL_MAX + 5);
    const { found, total } = await readWithTotal(rows, { filter: {}, sort: { n: -1 }, limit: 150 });
    expect([found.length, total]).toEqual([151, TOTAL_MAX + 1]);
  });

  it('a condition that names an id as text finds the document', async () => {
    await add(1, 2);
    const filter = { ownerId: owner.toString() };
    const afterCursor = { ownerId: { $in: [owner.toString()] } };
    const page = await readWithTotal(rows, { filter, afterCursor, sort: { n: 1 }, limit: 5 });
    expect([numbers(page.found), page.total]).toEqual([[1, 2], 2]);
  });

  it('rows and total are of one moment, whoever writes meanwhile', async () => {
    const listing = { filter: {}, sort: { n: -1 }, limit: 2 } as const;
    const writing = (async () => {
      for (let n = 1; n <= 300; n++) await add(n, n);
    })();
    for (let total = 0; total < 300; ) {
      const page = await readWithTotal(rows, listing);
      total = page.total;
      expect(page.found[0]?.n ?? 0).toBe(total);
    }
    await writing;
  });

  it('pages of the newest continue by their cursor, each row once', async () => {
    await add(1, 5);
    const seen: number[] = [];
    const totals: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await newestById(rows, {}, { cursor, limit: 2 });
      seen.push(...numbers(page.rows));
      totals.push(page.total);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect([seen, totals]).toEqual([
      [5, 4, 3, 2, 1],
      [5, 5, 5],
    ]);
  });

  it('a cursor that is not valid is refused', async () => {
    const cursor: Id = 'nonsense';
    await expect(newestById(rows, {}, { cursor, limit: 2 })).rejects.toMatchObject({
      code: 'CURSOR_INVALID',
    });
  });
});

describe('a query', () => {
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
      expect(isDatabaseFailure(error)).toBe(true);
    });
  });

  it('does not where there is no deadline, or the query has its own', async () => {
    expect(await rows.countDocuments(SLOW)).toBe(0);
    await runInContext({ requestId: 'r', actorId: null, timeoutMs: 30 }, async () => {
      expect(await rows.countDocuments(SLOW).maxTimeMS(60_000)).toBe(0);
    });
  });
});
