import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, ObjectId } from 'mongodb';
import {
  type ContractServer,
  documentsOf,
  errorCode,
  MISSING,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const codeOf = async (action: () => Promise<unknown>) => Number(await errorCode(action));

/** Title, index key and options, valid documents, one more document, whether it collides. */
const UNIQUE: [
  title: string,
  key: Document,
  options: Document,
  inside: Document[],
  more: Document,
  collides: boolean,
][] = [
  ['the same value', { a: 1 }, {}, [{ a: 1 }], { a: 1 }, true],
  ['another value', { a: 1 }, {}, [{ a: 1 }], { a: 2 }, false],
  ['the same number of another type', { a: 1 }, {}, [{ a: 1 }], { a: 1.0 }, true],
  ['a second missing field', { a: 1 }, {}, [{}], {}, true],
  ['missing after null', { a: 1 }, {}, [{ a: null }], {}, true],
  ['a second missing field in a sparse index', { a: 1 }, { sparse: true }, [{}], {}, false],
  ['null in a sparse index', { a: 1 }, { sparse: true }, [{ a: null }], { a: null }, true],
  [
    'outside the partial filter',
    { a: 1 },
    { partialFilterExpression: { on: true } },
    [{ a: 1, on: true }],
    { a: 1 },
    false,
  ],
  [
    'inside the partial filter',
    { a: 1 },
    { partialFilterExpression: { on: true } },
    [{ a: 1, on: true }],
    { a: 1, on: true },
    true,
  ],
  [
    'a partial filter on existence',
    { a: 1 },
    { partialFilterExpression: { a: { $exists: true } } },
    [{}],
    {},
    false,
  ],
  [
    'a compound key with one equal part',
    { a: 1, b: 1 },
    {},
    [{ a: 1, b: 1 }],
    { a: 1, b: 2 },
    false,
  ],
  ['a compound key', { a: 1, b: 1 }, {}, [{ a: 1, b: 1 }], { a: 1, b: 1 }, true],
  ['a descending key', { a: -1 }, {}, [{ a: 'x' }], { a: 'x' }, true],
  ['one element of an array', { a: 1 }, {}, [{ a: [1, 2] }], { a: [2, 3] }, true],
  ['the same element twice in one document', { a: 1 }, {}, [], { a: [1, 1] }, false],
  ['a path', { 'a.b': 1 }, {}, [{ a: { b: 1 } }], { a: { b: 1, c: 2 } }, true],
  [
    'a path in an array of documents',
    { 'a.b': 1 },
    {},
    [{ a: [{ b: 1 }, { b: 2 }] }],
    { a: [{ b: 2 }] },
    true,
  ],
  ['a very long value', { a: 1 }, {}, [{ a: 'x'.repeat(5000) }], { a: 'x'.repeat(5000) }, true],
  [
    'long values that differ at the end',
    { a: 1 },
    {},
    [{ a: `${'x'.repeat(5000)}1` }],
    { a: `${'x'.repeat(5000)}2` },
    false,
  ],
  ['strings of different case', { a: 1 }, {}, [{ a: 'A' }], { a: 'a' }, false],
];

describe('unique indexes', () => {
  it.each(UNIQUE)('%s', async (_title, key, options, inside, more, collides) => {
    const collection = await server.collectionOf(inside);
    await collection.createIndex(key as Record<string, 1>, { ...options, unique: true });
    expect(await errorCode(() => collection.insertOne({ ...more }))).toEqual(
      collides ? expect.anything() : 'no error',
    );
    if (collides) expect(await codeOf(() => collection.insertOne({ ...more }))).toBe(11000);
  });
  it('name the collection, the index and the value', async () => {
    const collection = await server.collectionOf([{ a: 'x' }]);
    await collection.createIndex({ a: 1 }, { unique: true, name: 'byA' });
    const error = await collection.insertOne({ a: 'x' }).catch((e) => e);
    expect(error.message).toBe(
      `E11000 duplicate key error collection: ${collection.namespace} index: byA dup key: { a: "x" }`,
    );
    expect(plain([error.errorResponse.keyPattern, error.errorResponse.keyValue])).toEqual([
      { a: 1 },
      { a: 'x' },
    ]);
  });
  it('_id is unique', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    expect(await codeOf(() => collection.insertOne({ _id: 1 as never }))).toBe(11000);
  });
  it('an update may not collide', async () => {
    const collection = await server.collectionOf([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await codeOf(() => collection.updateOne({ _id: 1 as never }, { $set: { a: 2 } }))).toBe(
      11000,
    );
  });
  it('a value is free again after a delete', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.deleteOne({ a: 1 });
    expect(await errorCode(() => collection.insertOne({ a: 1 }))).toBe('no error');
  });
  it('a value is free again after an update', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.updateOne({ a: 1 }, { $set: { a: 2 } });
    expect(await errorCode(() => collection.insertOne({ a: 1 }))).toBe('no error');
  });
  it('cannot be made over duplicates', async () => {
    const collection = await server.collectionOf([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(() => collection.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
  });
});

describe('bulk inserts', () => {
  it('ordered stop at the first error', async () => {
    const collection = await server.collectionOf([{ _id: 2 }]);
    const error = await collection
      .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }] as never[])
      .catch((e) => e);
    expect([error.code, error.writeErrors[0].index].map(Number)).toEqual([11000, 1]);
    expect(plain(await collection.countDocuments({}))).toBe(2);
  });
  it('unordered go on', async () => {
    const collection = await server.collectionOf([{ _id: 2 }]);
    await collection
      .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }] as never[], { ordered: false })
      .catch(() => undefined);
    expect(plain(await collection.countDocuments({}))).toBe(3);
  });
  it('get an _id when they have none, and it comes first', async () => {
    const name = (await server.collectionOf([])).collectionName;
    await server.db.command({ insert: name, documents: [{ a: 1 }] });
    const row = await server.db.collection(name).findOne({});
    expect(row?._id).toBeInstanceOf(ObjectId);
    expect(Object.keys(row ?? {})).toEqual(['_id', 'a']);
  });
  it('refuse an array as _id', async () => {
    const collection = await server.collectionOf([]);
    expect(await codeOf(() => collection.insertOne({ _id: [1] as never }))).toBe(53);
  });
});

describe('indexes', () => {
  it('are listed', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1, b: -1 }, { sparse: true });
    expect(plain(await collection.indexes())).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1', sparse: true },
    ]);
  });
  it('made twice are made once', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 });
    await collection.createIndex({ a: 1 });
    expect(await collection.indexes()).toHaveLength(2);
  });
  it('with the same name and another key contradict', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { name: 'x' });
    expect(await codeOf(() => collection.createIndex({ b: 1 }, { name: 'x' }))).toBe(86);
  });
  it('with the same key and another name contradict', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { name: 'x' });
    expect(await codeOf(() => collection.createIndex({ a: 1 }, { name: 'y' }))).toBe(85);
  });
  it('are dropped by name', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 });
    await collection.dropIndex('a_1');
    expect(await collection.indexes()).toHaveLength(1);
  });
  it('that are not there cannot be dropped', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    expect(await codeOf(() => collection.dropIndex('nope'))).toBe(27);
  });
  it('the one on _id cannot be dropped', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    expect(await codeOf(() => collection.dropIndex('_id_'))).toBe(72);
  });
  it('over two parallel arrays are refused', async () => {
    const collection = await server.collectionOf([]);
    await collection.createIndex({ a: 1, b: 1 });
    expect(await codeOf(() => collection.insertOne({ a: [1], b: [2] }))).toBe(171);
  });
  it('over two fields of one array are fine', async () => {
    const collection = await server.collectionOf([]);
    await collection.createIndex({ 'a.x': 1, 'a.y': 1 });
    await collection.insertOne({
      a: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    });
    expect(await collection.find({ 'a.x': 1, 'a.y': 2 }).toArray()).toHaveLength(1);
  });
  it('a hint on a missing index is an error', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    expect(await codeOf(() => collection.find({ a: 1 }).hint('nope').toArray())).toBe(2);
  });
  it('a hint of $natural scans the collection, backwards if asked to', async () => {
    const collection = await server.collectionOf(documentsOf([1, 1, 1]));
    await collection.createIndex({ a: 1 });
    const idsOf = async (hint: Document) =>
      plain((await collection.find({ a: 1 }).hint(hint).toArray()).map(({ _id }) => _id));
    expect([await idsOf({ $natural: 1 }), await idsOf({ $natural: -1 })]).toEqual([
      [0, 1, 2],
      [2, 1, 0],
    ]);
  });
  it('a sparse index does not lose documents that it does not hold', async () => {
    const collection = await server.collectionOf(documentsOf([1, MISSING, null]));
    await collection.createIndex({ a: 1 }, { sparse: true });
    expect(await collection.find({ a: null }).toArray()).toHaveLength(2);
    expect(await collection.find().sort({ a: 1 }).toArray()).toHaveLength(3);
  });
  it('a partial index does not lose documents outside its filter', async () => {
    const collection = await server.collectionOf([{ a: 1, on: true }, { a: 1 }]);
    await collection.createIndex({ a: 1 }, { partialFilterExpression: { on: true } });
    expect(await collection.find({ a: 1 }).toArray()).toHaveLength(2);
    expect(await collection.find({ a: 1, on: true }).toArray()).toHaveLength(1);
  });
  it('a document found by several entries comes once', async () => {
    const collection = await server.collectionOf([{ a: [1, 2, 3] }]);
    await collection.createIndex({ a: 1 });
    expect(await collection.find({ a: { $gte: 1 } }).toArray()).toHaveLength(1);
    expect(plain(await collection.countDocuments({ a: { $gte: 1 } }))).toBe(1);
  });
});

describe('collections and databases', () => {
  it('are made by the first insert', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const listed = await server.db.listCollections({ name: collection.collectionName }).toArray();
    expect(listed).toHaveLength(1);
  });
  it('can be made and dropped', async () => {
    await server.db.createCollection('made');
    expect(await server.db.listCollections({ name: 'made' }).toArray()).toHaveLength(1);
    await server.db.dropCollection('made');
    expect(await server.db.listCollections({ name: 'made' }).toArray()).toHaveLength(0);
  });
  it('dropped and made again are empty', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.drop();
    await collection.insertOne({ b: 1 });
    expect(await collection.find().toArray()).toHaveLength(1);
  });
  it('can be renamed', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 });
    const renamed = await collection.rename(`${collection.collectionName}-new`);
    expect(await renamed.find({ a: 1 }).toArray()).toHaveLength(1);
    expect(await renamed.indexes()).toHaveLength(2);
  });
  it('cannot be renamed over another without dropTarget', async () => {
    const [a, b] = [await server.collectionOf([{}]), await server.collectionOf([{}])];
    expect(await codeOf(() => a.rename(b.collectionName))).toBe(48);
  });
  it('have validators', async () => {
    await server.db.createCollection('checked', { validator: { n: { $gte: 0 } } });
    const collection = server.db.collection('checked');
    await collection.insertOne({ _id: 1 as never, n: 1 });
    expect(await codeOf(() => collection.insertOne({ n: -1 }))).toBe(121);
    const refused = await collection
      .insertOne({ _id: 'bad' as never, n: -1 })
      .catch((error) => error);
    expect(refused.errInfo).toMatchObject({ failingDocumentId: 'bad', details: expect.anything() });
    expect(await codeOf(() => collection.updateOne({}, { $set: { n: -1 } }))).toBe(121);
  });
  it('collMod changes a validator', async () => {
    const collection = await server.collectionOf([{ n: 1 }]);
    await server.db.command({ collMod: collection.collectionName, validator: { n: { $lt: 5 } } });
    expect(await codeOf(() => collection.insertOne({ n: 9 }))).toBe(121);
  });
  it('listDatabases returns only names with nameOnly', async () => {
    await server.collectionOf([{ a: 1 }]);
    const { databaseName: name } = server.db;
    const reply = await server.client
      .db('admin')
      .command({ listDatabases: 1, filter: { name }, nameOnly: true });
    expect(reply.databases).toEqual([{ name }]);
  });
  it('collMod changes when documents expire', async () => {
    const collection = await server.collectionOf([{ n: 1 }]);
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 1000 });
    await server.db.command({
      collMod: collection.collectionName,
      index: { name: 'at_1', expireAfterSeconds: 5 },
    });
    expect(plain(await collection.indexes())).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 5 },
    ]);
  });
  it('databases are listed', async () => {
    const { databases } = await server.client.db('admin').admin().listDatabases();
    expect(databases.map(({ name }) => name)).toContain(server.db.databaseName);
  });
  it.each(['killSessions', 'killAllSessions'])('%s needs a list', async (name) => {
    expect(await codeOf(() => server.client.db('admin').command({ [name]: 1 }))).toBe(14);
  });
  it('names with a dollar are refused', async () => {
    expect(await codeOf(() => server.db.collection('a$b').insertOne({ a: 1 }))).toBe(73);
  });
});

describe('explain', () => {
  it('shows a scan of the collection', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const plan = await collection.find({ a: 1 }).explain('queryPlanner');
    expect(plan.queryPlanner.winningPlan.stage).toBe('COLLSCAN');
  });
  it('refuses an unknown verbosity, and a write concern of a pipeline', async () => {
    const explain = (command: Document, verbosity: string) =>
      server.db.command({ explain: command, verbosity });
    const pipeline = { aggregate: 'x', pipeline: [{ $out: 'y' }], cursor: {} };
    const writing = { ...pipeline, writeConcern: { w: 1 } };
    expect((await explain({ find: 'x' }, 'executionStats')).ok).toBe(1);
    expect((await explain(pipeline, 'queryPlanner')).ok).toBe(1);
    expect(await codeOf(() => explain({ find: 'x' }, 'invalid'))).toBe(2);
    expect(await codeOf(() => explain(writing, 'queryPlanner'))).toBe(9);
  });
  it('shows the index', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    await collection.createIndex({ a: 1 });
    const plan = await collection.find({ a: 1 }).explain('queryPlanner');
    expect(plan.queryPlanner.winningPlan).toMatchObject({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'a_1' },
    });
  });
});
