import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, Long, MongoClient, Timestamp, UUID } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.js';
import { RawConnection } from '../testing/raw-connection.js';

let root: string;
const running: { server: EmbeddedMongo; client: MongoClient }[] = [];

async function connectTo(name: string, failPoints?: boolean) {
  const server = await startEmbeddedMongo({
    dir: join(root, name),
    port: 0,
    durability: 'none',
    ...(failPoints === undefined ? {} : { failPoints }),
  });
  const client = await MongoClient.connect(server.uri, { retryReads: false, retryWrites: false });
  running.push({ server, client });
  return client;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
});
afterAll(async () => {
  for (const { server, client } of running) {
    await client.close();
    await server.close();
  }
  await rm(root, { recursive: true, force: true });
});

const failing = (data: Document, mode: unknown = 'alwaysOn'): Document => ({
  configureFailPoint: 'failCommand',
  mode,
  data,
});
/** Documents whose `_id` the tests choose. */
type Numbered = Document & { _id: number };
const codeOf = (action: Promise<unknown>): Promise<unknown> =>
  action.then(
    () => 'no error',
    (error) => error.code,
  );

describe('a server without the switch', () => {
  it.each([
    ['of which nothing is said', undefined],
    ['that has it off', false],
  ])('%s does not know the command', async (title, failPoints) => {
    const client = await connectTo(title, failPoints);
    const admin = client.db('admin');
    const data = { failCommands: ['ping'], errorCode: 11 };
    const error = await admin.command(failing(data)).catch((e) => e);
    expect(error).toMatchObject({ code: 59, codeName: 'CommandNotFound' });
    expect(await codeOf(admin.command({ ping: 1 }))).toBe('no error');
  });
});

describe('a server with the switch', () => {
  let client: MongoClient;
  beforeAll(async () => {
    client = await connectTo('on', true);
  });
  afterEach(() => client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }));

  it('fails the named command as often as configured', async () => {
    const data = { failCommands: ['find'], errorCode: 11, errorLabels: ['Mine'] };
    await client.db('admin').command(failing(data, { times: 1 }));
    const things = client.db('test').collection('things');
    expect(await codeOf(client.db('test').command({ ping: 1 }))).toBe('no error');
    const error = await things.findOne({}).catch((e) => e);
    expect([error.code, error.hasErrorLabel('Mine')]).toEqual([11, true]);
    expect(await things.findOne({})).toBeNull();
  });
  it('adds a write concern error', async () => {
    const data = { failCommands: ['insert'], writeConcernError: { code: 100, errmsg: 'x' } };
    await client.db('admin').command(failing(data, { times: 1 }));
    const reply = await client
      .db('test')
      .command({ insert: 'things', documents: [{ a: 1 }] })
      .catch((error) => error);
    expect(reply.writeConcernError ?? reply.result?.writeConcernError).toMatchObject({ code: 100 });
  });
  it.each([
    [11601, 'Interrupted'],
    [10107, 'NotWritablePrimary'],
  ])('gives the code %i its name', async (errorCode, codeName) => {
    await client.db('admin').command(failing({ failCommands: ['find'], errorCode }, { times: 1 }));
    const error = await client
      .db('test')
      .collection('things')
      .findOne({})
      .catch((e) => e);
    expect(error).toMatchObject({ code: errorCode, codeName });
  });
  it('lets pass as many as it is to skip', async () => {
    const data = { failCommands: ['find'], errorCode: 11 };
    await client.db('admin').command(failing(data, { skip: 1 }));
    const find = () => codeOf(client.db('test').collection('things').findOne({}));
    expect([await find(), await find(), await find()]).toEqual(['no error', 11, 11]);
  });
  it('fails the commands of one application only', async () => {
    const uri = running.at(-1)?.server.uri ?? '';
    const named = await MongoClient.connect(uri, { appName: 'one', retryReads: false });
    const data = { failCommands: ['find'], appName: 'one', errorCode: 11 };
    await client.db('admin').command(failing(data));
    const find = (by: MongoClient) => codeOf(by.db('test').collection('things').findOne({}));
    const codes = [await find(client), await find(named)];
    await named.close();
    expect(codes).toEqual(['no error', 11]);
  });
  it('tells the time with an error too, as a session must read no older data after it', async () => {
    const { operationTime, $clusterTime } = await client
      .db('admin')
      .command({ bogus: 1 })
      .catch((error) => error.errorResponse);
    expect(operationTime).toBeInstanceOf(Timestamp);
    expect($clusterTime.clusterTime).toEqual(operationTime);
  });
  it('drops the connection', async () => {
    const data = { failCommands: ['count'], closeConnection: true };
    await client.db('admin').command(failing(data, { times: 1 }));
    const counting = client.db('test').collection('things').estimatedDocumentCount();
    await expect(counting).rejects.toMatchObject({ name: 'MongoNetworkError' });
  });
  it('ends no transaction by dropping the connection of a client that is there', async () => {
    const things = client.db('test').collection<Numbered>('held');
    await things.insertMany([{ _id: 1 }, { _id: 2 }]);
    const hold = async (_id: number) => {
      const connection = await RawConnection.to(client);
      const updates = [{ q: { _id }, u: { $set: { b: 1 } } }];
      const begun = { lsid: { id: new UUID() }, txnNumber: Long.ONE, autocommit: false };
      const inTest = { startTransaction: true, ...begun, $db: 'test' };
      await connection.command({ update: 'held', updates, ...inTest });
      return { connection, commit: { commitTransaction: 1, ...begun, $db: 'admin' } };
    };
    const dropped = await hold(1);
    const data = { failCommands: ['commitTransaction'], closeConnection: true };
    await client.db('admin').command(failing(data, { times: 1 }));
    dropped.connection.send(dropped.commit);
    const closed = await hold(2);
    closed.connection.close();
    // once the second connection's documents are released, the first one has been closed for even longer
    await things.updateOne({ _id: 2 }, { $set: { b: 2 } });
    const again = await RawConnection.to(client);
    expect(await again.command(dropped.commit)).toMatchObject({ ok: 1 });
    again.close();
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1, b: 1 });
  });
  describe('onPrimaryTransactionalWrite', () => {
    const configure = (data: Document, mode: Document = { times: 1 }) =>
      client.db('admin').command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode, data });
    let retrying: MongoClient;
    beforeAll(async () => {
      retrying = await MongoClient.connect(running.at(-1)?.server.uri ?? '');
    });
    afterAll(() => retrying.close());
    const things = () => retrying.db('test').collection<Numbered>('retried');

    it.each([
      ['whose answer is lost', {}],
      [
        'that fails before it is done',
        { failBeforeCommitExceptionCode: 91, closeConnection: false },
      ],
      ['whose connection is lost before it is done', { failBeforeCommitExceptionCode: 1 }],
    ])('a write %s is done once', async (_title, data) => {
      await things().deleteMany({});
      await configure(data);
      await things().insertOne({ _id: 1 });
      expect(await things().countDocuments()).toBe(1);
    });
    it('counts statements that are done, and no answers that are given again', async () => {
      await things().deleteMany({});
      await configure({}, { times: 3 });
      await things().bulkWrite([
        { insertOne: { document: { _id: 1, n: 0 } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
        { deleteOne: { filter: { _id: 2 } } },
      ]);
      await configure({ failBeforeCommitExceptionCode: 1 }, { skip: 1 });
      const inc = { filter: { _id: 1 }, update: { $inc: { n: 1 } } };
      const bulk = things().bulkWrite([{ updateOne: inc }, { updateOne: inc }]);
      await expect(bulk).rejects.toMatchObject({ name: 'MongoBulkWriteError' });
      await client
        .db('admin')
        .command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode: 'off' });
      expect(await things().find().toArray()).toEqual([{ _id: 1, n: 2 }]);
    });
    it('does nothing to a write that is not retried', async () => {
      await configure({});
      expect(await codeOf(client.db('test').collection('plain').insertOne({ a: 1 }))).toBe(
        'no error',
      );
      await things().insertOne({ _id: 2 });
    });
  });

  /** Title, what fails, its code, the labels. */
  const LABELLED: [title: string, failing: string, code: number, labels: string[]][] = [
    ['a retryable write', 'insert', 91, ['RetryableWriteError']],
    ['an error of another kind', 'insert', 11, []],
    ['a read', 'find', 91, []],
    ['a write in a transaction', 'update', 91, ['TransientTransactionError']],
    ['a conflict in a transaction', 'update', 112, ['TransientTransactionError']],
    ['a commit', 'commitTransaction', 91, ['RetryableWriteError']],
    ['a commit of nothing', 'commitTransaction', 251, ['TransientTransactionError']],
  ];
  it.each(LABELLED)('labels %s', async (_title, name, errorCode, labels) => {
    await client.db('admin').command(failing({ failCommands: [name], errorCode }));
    const connection = await RawConnection.to(client);
    const lsid = { id: new UUID() };
    const inTransaction = name !== 'insert' && name !== 'find';
    const reply = await connection.command({
      [name]: inTransaction && name !== 'update' ? 1 : 'things',
      ...(name === 'insert' && { documents: [{ a: 1 }] }),
      ...(name === 'update' && { updates: [{ q: {}, u: { $set: { a: 1 } } }] }),
      lsid,
      ...(name !== 'find' && { txnNumber: Long.ONE }),
      ...(inTransaction && { autocommit: false }),
      $db: inTransaction && name !== 'update' ? 'admin' : 'test',
    });
    connection.close();
    expect(reply).toMatchObject({ ok: 0, code: errorCode });
    expect(reply.errorLabels ?? []).toEqual(labels);
  });
  it('leaves a transaction open whose abort failed; killAllSessions with an empty list aborts it', async () => {
    const collection = client.db('test').collection('unaborted');
    await collection.insertOne({ a: 1 });
    const session = client.startSession();
    session.startTransaction();
    await collection.updateOne({ a: 1 }, { $set: { a: 2 } }, { session });
    await client
      .db('admin')
      .command(failing({ failCommands: ['abortTransaction'], errorCode: 11601 }));
    await session.abortTransaction();
    const change = () => collection.findOneAndUpdate({}, { $set: { a: 3 } }, { maxTimeMS: 50 });
    await client.db('admin').command({ killAllSessions: [{ user: 'somebody', db: 'test' }] });
    expect(await codeOf(change())).toBe(50);
    await client.db('admin').command({ killAllSessions: [] });
    expect(await codeOf(change())).toBe('no error');
    await session.endSession();
  });
  it('labels a write concern error', async () => {
    const writeConcernError = { code: 91, errmsg: 'x' };
    await client.db('admin').command(failing({ failCommands: ['insert'], writeConcernError }));
    const connection = await RawConnection.to(client);
    const command = { insert: 'things', documents: [{ b: 1 }], $db: 'test' };
    const retried = { ...command, lsid: { id: new UUID() }, txnNumber: Long.ONE };
    expect(await connection.command(command)).not.toHaveProperty('errorLabels');
    expect(await connection.command(retried)).toMatchObject({
      ok: 1,
      errorLabels: ['RetryableWriteError'],
    });
    connection.close();
  });
  it.each([
    ['another fail point', { configureFailPoint: 'hangBeforeCommit', mode: 'off' }, 238],
    ['an unknown field', { configureFailPoint: 'failCommand', mode: 'off', times: 1 }, 40415],
    ['data that it does not know', failing({ failCommands: ['find'], threadName: 'a' }), 238],
    ['a mode that it does not know', failing({}, { activationProbability: 0.5 }), 2],
  ])('refuses %s', async (_title, command, code) => {
    expect(await codeOf(client.db('admin').command(command))).toBe(code);
  });
});
