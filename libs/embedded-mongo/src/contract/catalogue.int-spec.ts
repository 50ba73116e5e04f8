import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, MongoWriteConcernError, ObjectId, Timestamp } from 'mongodb';
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

/** Title, command (`$c` stands for the name of a collection), error code on the embedded server. */
const NOT_SUPPORTED: [title: string, command: Document, code: number][] = [
  ['an unknown command', { mapReduce: '$c' }, 59],
  ['a collation', { find: '$c', collation: { locale: 'de', strength: 4 } }, 238],
  ['a capped collection', { create: 'capped', capped: true, size: 1000 }, 238],
  ['a view', { create: 'view', viewOn: '$c', pipeline: [] }, 238],
  ['a time series', { create: 'series', timeseries: { timeField: 't' } }, 238],
  ['a $jsonSchema validator', { create: 'schema', validator: { $jsonSchema: {} } }, 238],
  ['a hashed index', { createIndexes: '$c', indexes: [{ key: { a: 'hashed' }, name: 'x' }] }, 238],
  [
    'a geographical index',
    { createIndexes: '$c', indexes: [{ key: { a: '2dsphere' }, name: 'x' }] },
    238,
  ],
  ['a wildcard index', { createIndexes: '$c', indexes: [{ key: { '$**': 1 }, name: 'x' }] }, 238],
  [
    'an index with a collation',
    { createIndexes: '$c', indexes: [{ key: { a: 1 }, name: 'x', collation: { locale: 'de' } }] },
    238,
  ],
  ['a tailable cursor', { find: '$c', tailable: true }, 238],
  ['an upper bound of an index', { find: '$c', max: { a: 1 }, hint: { a: 1 } }, 238],
  [
    'a write past the validator',
    { insert: '$c', documents: [{ a: 1 }], bypassDocumentValidation: true },
    238,
  ],
  [
    'a hidden index',
    { createIndexes: '$c', indexes: [{ key: { a: 1 }, name: 'x', hidden: true }] },
    238,
  ],
  [
    'hiding an index',
    { collMod: '$c', index: { name: '_id_', expireAfterSeconds: 5, hidden: true } },
    238,
  ],
  ['the plan of an update', { explain: { update: '$c', updates: [{ q: {}, u: {} }] } }, 238],
  ['a stage for geography', { aggregate: '$c', pipeline: [{ $geoNear: {} }], cursor: {} }, 40324],
  [
    'window functions',
    { aggregate: '$c', pipeline: [{ $setWindowFields: {} }], cursor: {} },
    40324,
  ],
  ['$where', { find: '$c', filter: { $where: 'true' } }, 2],
  ['$near', { find: '$c', filter: { a: { $near: [0, 0] } } }, 2],
  ['a sort by text score', { find: '$c', sort: { s: { $meta: 'textScore' } } }, 238],
  ['a change stream', { aggregate: '$c', pipeline: [{ $changeStream: {} }], cursor: {} }, 40573],
];

describe('what the embedded server does not support is refused and says so', () => {
  it.each(NOT_SUPPORTED)('%s', async (_title, command, code) => {
    if (!server.embedded) return;
    const { collectionName } = await server.collectionOf([{ a: 1 }]);
    const [name = ''] = Object.keys(command);
    const filled = command[name] === '$c' ? { ...command, [name]: collectionName } : command;
    const error = await server.db.command(filled).catch((e) => e);
    expect(Number(error.code)).toBe(code);
    expect(error.message).toMatch(/not supported by the embedded server/);
  });
});

/** Title, command (`$c` stands for the name of a collection), error code, message. */
const UNKNOWN_OPTIONS: [title: string, command: Document, code: number, message: RegExp][] = [
  ['find', { find: '$c', filters: {} }, 40415, /'find\.filters' is an unknown field/],
  [
    'aggregate',
    { aggregate: '$c', pipeline: [], cursor: {}, projection: {} },
    40415,
    /'aggregate\.projection' is an unknown field/,
  ],
  [
    'the cursor of aggregate',
    { aggregate: '$c', pipeline: [], cursor: { size: 5 } },
    40415,
    /cursor\.size' is an unknown field/,
  ],
  [
    'a read concern',
    { find: '$c', readConcern: { levels: 'local' } },
    72,
    /Unrecognized option in readConcern: levels/,
  ],
  [
    'a read concern whose level does not exist',
    { find: '$c', readConcern: { level: 'best' } },
    9,
    /readConcern\.level must be/,
  ],
  [
    'a read concern whose level is no string',
    { find: '$c', readConcern: { level: 1 } },
    14,
    /"level" had the wrong type/,
  ],
  [
    'a read concern at a time without a snapshot',
    { find: '$c', readConcern: { level: 'local', atClusterTime: new Timestamp({ t: 1, i: 1 }) } },
    72,
    /atClusterTime/,
  ],
  [
    'a write concern',
    { insert: '$c', documents: [{ a: 1 }], writeConcern: { w: 1, wtimeoutMS: 5 } },
    40415,
    /'WriteConcernOptions\.wtimeoutMS' is an unknown field/,
  ],
  [
    'a write concern of a negative number of nodes',
    { insert: '$c', documents: [{ a: 1 }], writeConcern: { w: -1 } },
    9,
    /w has to be a non-negative number/,
  ],
  [
    'a write concern of no kind',
    { delete: '$c', deletes: [{ q: {}, limit: 1 }], writeConcern: { w: true } },
    9,
    /w has to be a number, string, or object/,
  ],
  ['a hint that is a number', { find: '$c', hint: 1 }, 9, /[Hh]int must be/],
  [
    'a hint in a statement that is a number',
    { update: '$c', updates: [{ q: {}, u: { $set: { a: 2 } }, hint: 1 }] },
    9,
    /[Hh]int must be/,
  ],
  [
    'a hint with a field that the index does not have',
    { find: '$c', filter: {}, hint: { _id: 1, a: 1 } },
    2,
    /hint/,
  ],
  [
    'a hint of an operator that does not exist',
    { find: '$c', filter: {}, hint: { $index: '_id_' } },
    2,
    /hint/,
  ],
  ['count', { count: '$c', filter: {} }, 40415, /'count\.filter' is an unknown field/],
  ['distinct', { distinct: '$c', key: 'a', sort: {} }, 40415, /'distinct\.sort' is an unknown/],
  ['insert', { insert: '$c', documents: [{ a: 1 }], upsert: true }, 40415, /'insert\.upsert'/],
  [
    'update',
    { update: '$c', updates: [{ q: {}, u: { $set: { a: 2 } } }], multi: true },
    40415,
    /'update\.multi' is an unknown field/,
  ],
  [
    'a statement of update',
    { update: '$c', updates: [{ q: {}, u: { $set: { a: 2 } }, many: true }] },
    40415,
    /'update\.updates\.many' is an unknown field/,
  ],
  [
    'a later statement of update',
    {
      update: '$c',
      updates: [
        { q: {}, u: { $set: { a: 2 } } },
        { q: {}, u: { $set: { a: 2 } }, fields: {} },
      ],
    },
    40415,
    /'update\.updates\.fields' is an unknown field/,
  ],
  [
    'delete',
    { delete: '$c', deletes: [{ q: {}, limit: 0 }], limit: 1 },
    40415,
    /'delete\.limit' is an unknown field/,
  ],
  [
    'a statement of delete',
    { delete: '$c', deletes: [{ q: {}, limit: 0, sort: {} }] },
    40415,
    /'delete\.deletes\.sort' is an unknown field/,
  ],
  [
    'findAndModify',
    { findAndModify: '$c', remove: true, returnDocument: 'after' },
    40415,
    /'findAndModify\.returnDocument' is an unknown field/,
  ],
  ['create', { create: 'other', unlimited: true }, 40415, /'create\.unlimited' is an unknown/],
  ['collMod', { collMod: '$c', validators: {} }, 40415, /'collMod\.validators' is an unknown/],
  [
    'createIndexes',
    { createIndexes: '$c', indexes: [{ key: { a: 1 }, name: 'x' }], unique: true },
    40415,
    /'createIndexes\.unique' is an unknown field/,
  ],
  [
    'the specification of an index',
    { createIndexes: '$c', indexes: [{ key: { a: 1 }, name: 'x', uniq: true }] },
    197,
    /The field 'uniq' is not valid for an index specification/,
  ],
  ['drop', { drop: '$c', force: true }, 40415, /'drop\.force' is an unknown field/],
  [
    'the command inside explain',
    { explain: { find: '$c', filters: {} } },
    40415,
    /'find\.filters' is an unknown field/,
  ],
];

describe('an unknown option is an error and nothing is done', () => {
  it.each(UNKNOWN_OPTIONS)('%s', async (_title, command, code, message) => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const filled = JSON.parse(JSON.stringify(command).replace('$c', collection.collectionName));
    const error = await server.db.command(filled).catch((e) => e);
    expect(Number(error.code)).toBe(code);
    expect(error.message).toMatch(message);
    expect(plain(await collection.find({}, { projection: { _id: 0 } }).toArray())).toEqual([
      { a: 1 },
    ]);
    expect(await collection.indexes()).toHaveLength(1);
  });
});

const UNMET: [title: string, w: number | string, code: number, message: RegExp][] = [
  ['two nodes', 2, 100, /Not enough data-bearing nodes/],
  ['a mode that nobody set up', 'everywhere', 79, /No write concern mode named 'everywhere'/],
];

describe('a write concern that one node cannot meet is said beside the result', () => {
  it.each(UNMET)('%s', async (_title, w, code, message) => {
    const collection = await server.collectionOf([]);
    const insert = { insert: collection.collectionName, documents: [{ a: 1 }] };
    const error = await server.db.command({ ...insert, writeConcern: { w } }).catch((e) => e);
    expect(error).toBeInstanceOf(MongoWriteConcernError);
    expect([Number(error.code), error.message]).toEqual([code, expect.stringMatching(message)]);
    expect(Number(await collection.countDocuments({ a: 1 }))).toBe(1);
  });
});

/** Options that change no result, for every kind of command. */
const HARMLESS: [title: string, command: Document][] = [
  ['find', { find: '$c', comment: 'x', maxTimeMS: 60_000, allowDiskUse: true, returnKey: false }],
  ['find of a reader', { find: '$c', allowPartialResults: true, readConcern: { level: 'local' } }],
  ['aggregate', { aggregate: '$c', pipeline: [], cursor: {}, allowDiskUse: true, comment: 'x' }],
  ['count', { count: '$c', comment: { by: 'x' }, maxTimeMS: 60_000 }],
  ['insert', { insert: '$c', documents: [{ a: 2 }], ordered: false, writeConcern: { w: 1 } }],
  [
    'update',
    {
      update: '$c',
      updates: [{ q: {}, u: { $set: { a: 2 } }, collation: { locale: 'simple' } }],
      bypassDocumentValidation: false,
      comment: 'x',
    },
  ],
  ['delete', { delete: '$c', deletes: [{ q: {}, limit: 1 }], comment: 'x', let: {} }],
  ['listCollections', { listCollections: 1, authorizedCollections: true, nameOnly: true }],
  ['createIndexes', { createIndexes: '$c', indexes: [{ key: { a: 1 }, name: 'x', v: 2 }] }],
];

describe('an option that changes no result is accepted', () => {
  it.each(HARMLESS)('%s', async (_title, command) => {
    const { collectionName } = await server.collectionOf([{ a: 1 }]);
    const [name = ''] = Object.keys(command);
    const filled = command[name] === '$c' ? { ...command, [name]: collectionName } : command;
    expect(plain((await server.db.command(filled)).ok)).toBe(1);
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
