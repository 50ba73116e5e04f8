import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, Long, MongoClient, UUID } from 'mongodb';
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
  it('drops the connection', async () => {
    const data = { failCommands: ['count'], closeConnection: true };
    await client.db('admin').command(failing(data, { times: 1 }));
    const counting = client.db('test').collection('things').estimatedDocumentCount();
    await expect(counting).rejects.toMatchObject({ name: 'MongoNetworkError' });
  });
  describe('onPrimaryTransactionalWrite', () => {
    const configure = (data: Document) =>
      client.db('admin').command({
        configureFailPoint: 'onPrimaryTransactionalWrite',
        mode: { times: 1 },
        data,
      });
    let retrying: MongoClient;
    beforeAll(async () => {
      retrying = await MongoClient.connect(running.at(-1)?.server.uri ?? '');
    });
    afterAll(() => retrying.close());
    const things = () => retrying.db('test').collection('retried');

    it.each([
      ['whose answer is lost', {}],
      [
        'that fails before it is done',
        { failBeforeCommitExceptionCode: 91, closeConnection: false },
      ],
    ])('a write %s is done once', async (_title, data) => {
      await things().deleteMany({});
      await configure(data);
      await things().insertOne({ a: 1 });
      expect(await things().countDocuments()).toBe(1);
    });
    it('does nothing to a write that is not retried', async () => {
      await configure({});
      expect(await codeOf(client.db('test').collection('plain').insertOne({ a: 1 }))).toBe(
        'no error',
      );
      await things().insertOne({ a: 2 });
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
  ])('refuses %s', async (_title, command, code) => {
    expect(await codeOf(client.db('admin').command(command))).toBe(code);
  });
});
