import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ClientSession,
  type Collection,
  type Document,
  Long,
  MongoServerError,
  UUID,
} from 'mongodb';
import {
  type ContractServer,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';
import { RawConnection } from '../testing/raw-connection.js';

let server: ContractServer;
let connection: RawConnection;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
  connection = await RawConnection.to(server.client);
});
afterAll(async () => {
  connection.close();
  await server.stop();
});

const count = async (collection: Collection<Document>, filter: Document = {}) =>
  plain(await collection.countDocuments(filter));

/** Runs `use` in a session with an open transaction, which is always aborted at the end. */
async function inTransaction(use: (session: ClientSession) => Promise<void>): Promise<void> {
  const session = server.client.startSession();
  session.startTransaction();
  try {
    await use(session);
  } finally {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  }
}

const conflict = (error: unknown) =>
  error instanceof MongoServerError &&
  Number(error.code) === 112 &&
  error.hasErrorLabel('TransientTransactionError');

describe('reading in a transaction', () => {
  it('sees its own writes, and nobody else does', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({}, { $set: { n: 2 } }, { session });
      await collection.insertOne({ _id: 2 as never, n: 3 }, { session });
      await collection.deleteOne({ n: 9 }, { session });
      expect(plain(await collection.find({}, { session }).sort({ n: 1 }).toArray())).toEqual([
        { _id: 1, n: 2 },
        { _id: 2, n: 3 },
      ]);
      expect(plain(await collection.find({}).toArray())).toEqual([{ _id: 1, n: 1 }]);
    });
  });
  it('sees its own writes through an index', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await collection.createIndex({ n: 1 });
    await inTransaction(async (session) => {
      await collection.updateOne({}, { $set: { n: 2 } }, { session });
      expect(await collection.find({ n: 1 }, { session }).toArray()).toHaveLength(0);
      expect(await collection.find({ n: { $gte: 2 } }, { session }).toArray()).toHaveLength(1);
      expect(plain(await collection.countDocuments({ n: 2 }, { session }))).toBe(1);
    });
  });
  it('does not see what others commit after its beginning', async () => {
    const collection = await server.collectionOf([{ n: 1 }]);
    await inTransaction(async (session) => {
      expect(await collection.find({}, { session }).toArray()).toHaveLength(1);
      await collection.insertOne({ n: 2 });
      await collection.updateOne({ n: 1 }, { $set: { n: 10 } });
      expect(plain(await collection.distinct('n', {}, { session }))).toEqual([1]);
    });
  });
  it('sorts its own writes among the others', async () => {
    const collection = await server.collectionOf([
      { _id: 1, n: 1 },
      { _id: 2, n: 5 },
    ]);
    await collection.createIndex({ n: 1 });
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 3 as never, n: 3 }, { session });
      const rows = await collection.find({}, { session }).sort({ n: 1 }).toArray();
      expect(rows.map((row) => Number(row.n))).toEqual([1, 3, 5]);
    });
  });
  it('streams a cursor of its own, which ends with it', async () => {
    const collection = await server.collectionOf(Array.from({ length: 10 }, (_, n) => ({ n })));
    await inTransaction(async (session) => {
      const cursor = collection.find({}, { session, batchSize: 3 });
      await cursor.next();
      const id = cursor.id;
      await session.abortTransaction();
      const more = { getMore: id ?? Long.ZERO, collection: collection.collectionName };
      expect(Number(await errorCode(() => server.db.command(more)))).toBe(43);
    });
  });
});

describe('conflicts', () => {
  it('two transactions cannot write one document', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (first) => {
      await collection.updateOne({}, { $inc: { n: 1 } }, { session: first });
      await inTransaction(async (second) => {
        const error = await collection
          .updateOne({}, { $inc: { n: 1 } }, { session: second })
          .catch((e) => e);
        expect(conflict(error)).toBe(true);
      });
    });
  });
  it('a document changed since the snapshot cannot be written', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.findOne({}, { session });
      await collection.updateOne({}, { $inc: { n: 1 } });
      expect(conflict(await collection.deleteOne({}, { session }).catch((e) => e))).toBe(true);
    });
  });
  it('an update that changes nothing conflicts all the same', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (first) => {
      await collection.updateOne({}, { $set: { n: 1 } }, { session: first });
      await inTransaction(async (second) => {
        const error = await collection
          .updateOne({}, { $set: { n: 5 } }, { session: second })
          .catch((e) => e);
        expect(conflict(error)).toBe(true);
      });
    });
  });
  it('two transactions cannot insert one unique value', async () => {
    const collection = await server.collectionOf([]);
    await collection.createIndex({ k: 1 }, { unique: true });
    await inTransaction(async (first) => {
      await collection.insertOne({ k: 1 }, { session: first });
      await inTransaction(async (second) => {
        expect(
          conflict(await collection.insertOne({ k: 1 }, { session: second }).catch((e) => e)),
        ).toBe(true);
      });
    });
  });
  it('a conflict aborts the transaction', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.findOne({}, { session });
      await collection.updateOne({}, { $inc: { n: 1 } });
      await collection.updateOne({}, { $inc: { n: 1 } }, { session }).catch(() => undefined);
      const error = await collection.findOne({}, { session }).catch((e) => e);
      expect([Number(error.code), error.hasErrorLabel('TransientTransactionError')]).toEqual([
        251,
        true,
      ]);
    });
  });
  it('a write outside waits for the transaction and then sees its result', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({}, { $set: { n: 5 } }, { session });
      const outside = collection.updateMany({}, { $inc: { n: 100 } });
      await session.commitTransaction();
      await outside;
      expect(plain(await collection.findOne({}))).toEqual({ _id: 1, n: 105 });
    });
  });
  it('an insert outside waits for a unique value and then collides', async () => {
    const collection = await server.collectionOf([]);
    await collection.createIndex({ k: 1 }, { unique: true });
    await inTransaction(async (session) => {
      await collection.insertOne({ k: 1 }, { session });
      const outside = errorCode(() => collection.insertOne({ k: 1 }));
      await session.commitTransaction();
      expect(Number(await outside)).toBe(11000);
    });
  });
  it('an updateMany that waits for a unique value in its middle repeats nothing', async () => {
    const collection = await server.collectionOf([
      { _id: 1, n: 0, k: 1 },
      { _id: 2, n: 0, k: 2 },
      { _id: 3, n: 0, k: 3 },
    ]);
    await collection.createIndex({ u: 1 }, { unique: true, sparse: true });
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 9 as never, u: 102, n: 50, k: 0 }, { session });
      const outside = collection.updateMany({ k: { $gt: 0 } }, [
        { $set: { n: { $add: ['$n', 1] }, u: { $add: ['$k', 100] } } },
      ]);
      await session.abortTransaction();
      expect(plain(await outside)).toMatchObject({ matchedCount: 3, modifiedCount: 3 });
      expect(plain(await collection.find().sort({ _id: 1 }).toArray())).toMatchObject([
        { n: 1 },
        { n: 1 },
        { n: 1 },
      ]);
    });
  });
});

describe('the end of a transaction', () => {
  it('abort undoes everything', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.insertOne({ n: 2 }, { session });
      await collection.deleteOne({ _id: 1 as never }, { session });
      await session.abortTransaction();
    });
    expect(plain(await collection.find().toArray())).toEqual([{ _id: 1, n: 1 }]);
  });
  it('commit writes everything, and again is harmless', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.insertOne({ n: 2 }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
    });
    expect(await count(collection)).toBe(2);
  });
  it('two documents may swap a unique value', async () => {
    const collection = await server.collectionOf([
      { _id: 1, k: 'a' },
      { _id: 2, k: 'b' },
    ]);
    await collection.createIndex({ k: 1 }, { unique: true });
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 1 as never }, { $set: { k: 'c' } }, { session });
      await collection.updateOne({ _id: 2 as never }, { $set: { k: 'a' } }, { session });
      await collection.updateOne({ _id: 1 as never }, { $set: { k: 'b' } }, { session });
      await session.commitTransaction();
    });
    expect(plain(await collection.find({ k: 'a' }).toArray())).toEqual([{ _id: 2, k: 'a' }]);
    expect(plain(await collection.find({ k: 'b' }).toArray())).toEqual([{ _id: 1, k: 'b' }]);
  });
  it('what is changed twice is found by its last values only, through every index', async () => {
    const collection = await server.collectionOf([
      { _id: 1, farm: { _id: 'a', at: new Date(1) }, tags: ['x'], n: 1 },
    ]);
    await collection.createIndex({ 'farm._id': 1, n: 1 });
    await collection.createIndex({ 'farm.at': 1 });
    await collection.createIndex({ tags: 1, n: 1 });
    await inTransaction(async (session) => {
      await collection.updateOne({}, { $set: { 'farm._id': 'b', tags: ['y', 'z'] } }, { session });
      await collection.updateOne({}, { $set: { 'farm._id': 'c', n: 2 } }, { session });
      await collection.insertOne(
        { _id: 2 as never, farm: { _id: 'd', at: new Date(2) }, tags: [], n: 3 },
        { session },
      );
      await collection.updateOne({ n: 3 }, { $set: { 'farm.at': new Date(3) } }, { session });
      await session.commitTransaction();
    });
    const found = async (filter: Document, hint: Document) =>
      plain(
        await collection
          .find(filter)
          .hint(hint)
          .map(({ _id }) => _id)
          .toArray(),
      );
    const ofFarm = { 'farm._id': 1, n: 1 };
    for (const id of ['a', 'b']) expect(await found({ 'farm._id': id }, ofFarm)).toEqual([]);
    expect(await found({ 'farm._id': 'c', n: 2 }, ofFarm)).toEqual([1]);
    expect(await found({ 'farm._id': 'd' }, ofFarm)).toEqual([2]);
    expect(await found({ 'farm.at': new Date(1) }, { 'farm.at': 1 })).toEqual([1]);
    expect(await found({ 'farm.at': new Date(2) }, { 'farm.at': 1 })).toEqual([]);
    expect(await found({ 'farm.at': new Date(3) }, { 'farm.at': 1 })).toEqual([2]);
    expect(await found({ tags: 'x' }, { tags: 1, n: 1 })).toEqual([]);
    expect(await found({ tags: 'z', n: 2 }, { tags: 1, n: 1 })).toEqual([1]);
  });

  it('a document inserted and deleted is gone after the commit', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 2 as never }, { session });
      await collection.deleteOne({ _id: 2 as never }, { session });
      await session.commitTransaction();
    });
    expect(await count(collection)).toBe(1);
  });
  it('a duplicate key aborts', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 2 as never }, { session });
      expect(
        Number(await errorCode(() => collection.insertOne({ _id: 1 as never }, { session }))),
      ).toBe(11000);
      expect(Number(await errorCode(() => session.commitTransaction()))).toBe(251);
    });
    expect(await count(collection)).toBe(1);
  });
  it('a collection made inside goes with an abort', async () => {
    await inTransaction(async (session) => {
      await server.db.collection('inside-aborted').insertOne({ a: 1 }, { session });
      await session.abortTransaction();
    });
    expect(await server.db.listCollections({ name: 'inside-aborted' }).toArray()).toHaveLength(0);
  });
  it('a collection made inside comes with a commit', async () => {
    const collection = server.db.collection<Document>('inside-committed');
    await inTransaction(async (session) => {
      await collection.insertOne({ a: 1 }, { session });
      expect(await server.db.listCollections({ name: 'inside-committed' }).toArray()).toHaveLength(
        0,
      );
      await session.commitTransaction();
    });
    expect(await count(collection)).toBe(1);
  });
  it('dropping a collection waits for a transaction that uses it', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 1 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({}, { $inc: { n: 1 } }, { session });
      const dropped = collection.drop();
      await session.commitTransaction();
      await dropped;
    });
    expect(await count(collection)).toBe(0);
  });
});

/** A session that the driver knows nothing of. */
const newSessionId = () => ({ id: new UUID() });

describe('the rules of sessions', () => {
  const transactionFields = (lsid: Document, number: number, start = false) => ({
    lsid,
    txnNumber: Long.fromNumber(number),
    autocommit: false,
    ...(start ? { startTransaction: true } : {}),
  });
  const raw = async (command: Document) => {
    const { ok, code } = await connection.command({ ...command, $db: 'admin' });
    return ok ? 'no error' : code;
  };

  it.each([
    ['commit of an unknown transaction', { commitTransaction: 1 }, 251],
    ['abort of an unknown transaction', { abortTransaction: 1 }, 251],
    ['a statement of an unknown transaction', { find: 'x' }, 251],
  ])('%s', async (_title, command, code) => {
    const lsid = newSessionId();
    expect(await raw({ ...command, ...transactionFields(lsid, 7) })).toBe(code);
  });
  it('a lower number than before is too old', async () => {
    const lsid = newSessionId();
    await raw({ find: 'x', ...transactionFields(lsid, 5, true) });
    expect(await raw({ find: 'x', ...transactionFields(lsid, 4, true) })).toBe(225);
  });
  it('abort after commit is an error', async () => {
    const lsid = newSessionId();
    await raw({ find: 'x', ...transactionFields(lsid, 1, true) });
    await raw({ commitTransaction: 1, ...transactionFields(lsid, 1) });
    expect(await raw({ abortTransaction: 1, ...transactionFields(lsid, 1) })).toBe(256);
  });
  it('some commands are not allowed', async () => {
    const lsid = newSessionId();
    expect(await raw({ listCollections: 1, ...transactionFields(lsid, 1, true) })).toBe(263);
  });
});

describe('retryable writes', () => {
  const send = async (command: Document): Promise<unknown> => {
    const { code, ...reply } = await connection.command({
      ...command,
      $db: server.db.databaseName,
    });
    return code ?? reply;
  };
  it('an update sent twice is done once', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 0 }]);
    const lsid = newSessionId();
    const command = {
      update: collection.collectionName,
      updates: [{ q: {}, u: { $inc: { n: 1 } } }],
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    expect(await send(command)).toMatchObject({ n: 1, nModified: 1 });
    expect(await send(command)).toMatchObject({
      n: 1,
      nModified: 1,
      retriedStmtIds: [0],
    });
    expect(plain(await collection.findOne({}))).toEqual({ _id: 1, n: 1 });
  });
  it('an insert sent twice is done once', async () => {
    const collection = await server.collectionOf([]);
    const lsid = newSessionId();
    const command = {
      insert: collection.collectionName,
      documents: [{ a: 1 }, { a: 2 }],
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    await send(command);
    expect(await send(command)).toMatchObject({ n: 2, retriedStmtIds: [0, 1] });
    expect(await count(collection)).toBe(2);
  });
  it('findAndModify sent twice gives the same answer', async () => {
    const collection = await server.collectionOf([{ _id: 1, n: 0 }]);
    const lsid = newSessionId();
    const command = {
      findAndModify: collection.collectionName,
      query: {},
      update: { $inc: { n: 1 } },
      new: true,
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    expect(await send(command)).toMatchObject({ value: { n: 1 } });
    expect(await send(command)).toMatchObject({ value: { n: 1 } });
  });
  it('an update of many is not retryable', async () => {
    const collection = await server.collectionOf([{ n: 0 }]);
    const lsid = newSessionId();
    const command = {
      update: collection.collectionName,
      updates: [{ q: {}, u: { $inc: { n: 1 } }, multi: true }],
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    expect(await send(command)).toBe(72);
    expect(plain(await collection.findOne({}))).toMatchObject({ n: 0 });
  });
});
