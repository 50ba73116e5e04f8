import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Binary, Code, type Collection, DBRef, type Document, Long, ReadConcern } from 'mongodb';
import {
  type ContractServer,
  canonical,
  documentsOf,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';
import { RawConnection } from '../testing/raw-connection.js';

let server: ContractServer;

beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const codeOf = async (action: () => Promise<unknown>) => Number(await errorCode(action));
const nested = (levels: number): Document =>
  Array.from({ length: levels - 1 }).reduce<Document>((inner) => ({ a: inner }), {});

const bytes = (...values: number[]) => new Binary(Buffer.from(values));

/** Title, values of field `a`, condition, which of them match. */
const BITS: [title: string, values: unknown[], condition: Document, found: number[]][] = [
  [
    'a long above 2^53',
    [Long.fromString('9007199254740993'), Long.fromString('9007199254740992')],
    { $bitsAllSet: [0, 53] },
    [0],
  ],
  ['a negative number has its sign at every higher position', [-1, 1], { $bitsAllSet: [200] }, [0]],
  ['a negative number', [-2, 1], { $bitsAllClear: [0] }, [0]],
  ['bytes', [bytes(0b101), bytes(0b1)], { $bitsAllSet: [0, 2] }, [0]],
  ['bytes are little-endian', [bytes(0, 1), bytes(1, 0)], { $bitsAllSet: [8] }, [0]],
  ['bytes are clear behind their end', [bytes(255)], { $bitsAllClear: [8, 100] }, [0]],
  ['a mask of bytes', [3, 1, bytes(3)], { $bitsAllSet: bytes(0b11) }, [0, 2]],
  ['a long mask', [Long.MAX_VALUE, 5], { $bitsAllSet: Long.MAX_VALUE }, [0]],
  ['$bitsAnyClear of bytes', [bytes(255), bytes(254)], { $bitsAnyClear: [0] }, [1]],
  ['no integers', [1.5, 'x', null], { $bitsAnyClear: [0, 1, 2] }, []],
];

describe('bits', () => {
  it.each(BITS)('%s', async (_title, values, condition, found) => {
    const collection = await server.collectionOf(documentsOf(values));
    const rows = await collection.find({ a: condition }).sort({ _id: 1 }).toArray();
    expect(rows.map(({ _id }) => Number(_id))).toEqual(found);
  });
  it('a position far away costs nothing', async () => {
    const collection = await server.collectionOf(documentsOf([-1, 1]));
    const rows = await collection.find({ a: { $bitsAllSet: [2147483647] } }).toArray();
    expect(rows).toHaveLength(1);
  });
  it.each([[[-1]], [-1], [1.5], ['x']])('refuses %j', async (operand) => {
    const collection = await server.collectionOf([]);
    expect(await codeOf(() => collection.find({ a: { $bitsAllSet: operand } }).toArray())).toBe(2);
  });
});

describe('a hint on a sparse index', () => {
  const sparse = async () => {
    const collection = await server.collectionOf([{ _id: 0 }, { _id: 1, a: 2 }, { _id: 2, a: 1 }]);
    await collection.createIndex({ a: 1 }, { sparse: true });
    return collection;
  };
  it('finds what is in the index', async () => {
    const rows = await (await sparse()).find().hint({ a: 1 }).toArray();
    expect(rows.map(({ _id }) => Number(_id))).toEqual([2, 1]);
  });
  it('counts what is in the index', async () => {
    const collection = await sparse();
    expect(plain(await collection.countDocuments({}, { hint: 'a_1' }))).toBe(2);
    expect(plain(await collection.countDocuments({}))).toBe(3);
  });
  it('sorts what is in the index', async () => {
    const rows = await (await sparse()).find().sort({ a: -1 }).hint('a_1').toArray();
    expect(rows.map(({ _id }) => Number(_id))).toEqual([1, 2]);
  });
  it('a partial index likewise', async () => {
    const collection = await server.collectionOf(documentsOf([1, 5, 9]));
    await collection.createIndex({ a: 1 }, { partialFilterExpression: { a: { $gt: 4 } } });
    const rows = await collection
      .find({ a: { $lt: 9 } })
      .hint({ a: 1 })
      .toArray();
    expect(rows.map(({ _id }) => Number(_id))).toEqual([1]);
  });
});

describe('DBRefs', () => {
  const refs = () =>
    server.collectionOf([
      { _id: 0, r: new DBRef('farms', 1 as never), list: [new DBRef('farms', 1 as never)] },
      { _id: 1, r: new DBRef('farms', 2 as never), list: [] },
    ]);
  const FILTERS: [title: string, filter: Document][] = [
    ['as a whole', { r: new DBRef('farms', 1 as never) }],
    ['in $in', { r: { $in: [new DBRef('farms', 1 as never)] } }],
    ['in an array', { list: new DBRef('farms', 1 as never) }],
    ['by $id', { 'r.$id': 1 }],
    ['by $id in an $elemMatch', { list: { $elemMatch: { $id: 1 } } }],
    ['by $ref and $id', { 'r.$ref': 'farms', 'r.$id': { $lt: 2 } }],
  ];
  it.each(FILTERS)('are found %s', async (_title, filter) => {
    const rows = await (await refs()).find(filter).toArray();
    expect(rows.map(({ _id }) => Number(_id))).toEqual([0]);
  });
  it('a $ref alone is no reference', async () => {
    const collection = await refs();
    expect(await codeOf(() => collection.find({ r: { $ref: 'farms' } }).toArray())).toBe(2);
  });
  it('a part of one is changed', async () => {
    const collection = await refs();
    await collection.updateOne({ _id: 0 as never }, { $set: { 'r.$id': 7 } });
    expect(plain(await collection.countDocuments({ 'r.$id': 7 }))).toBe(1);
  });
});

describe('names that begin with a dollar sign', () => {
  it('are found and changed below the top level', async () => {
    const collection = await server.collectionOf([{ _id: 1, p: { $x: 1, y: 2 } }]);
    await collection.updateOne({ 'p.$x': 1 }, { $inc: { 'p.$x': 4 }, $unset: { 'p.y': '' } });
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 1, p: { $x: 5 } }));
  });
  it('are inserted by an upsert, which checks them as an insert', async () => {
    const collection = await server.collectionOf([]);
    await collection.updateOne({ a: 1 }, { $set: { $x: 2 } }, { upsert: true });
    await collection.replaceOne({ a: 3 }, { a: 3, $x: 4 }, { upsert: true });
    const found = await collection
      .find({}, { projection: { _id: 0 } })
      .sort({ a: 1 })
      .toArray();
    expect(canonical(found)).toEqual(
      canonical([
        { a: 1, $x: 2 },
        { a: 3, $x: 4 },
      ]),
    );
  });
  it.each<[title: string, change: (collection: Collection) => Promise<unknown>]>([
    ['an update', (c) => c.updateOne({ a: 1 }, { $set: { $x: 2 } }, { upsert: true })],
    ['a replacement', (c) => c.replaceOne({ a: 1 }, { a: 1, $x: 2 }, { upsert: true })],
  ])('are refused on top of a stored document, also by an upsert: %s', async (_title, change) => {
    const collection = await server.collectionOf([{ _id: 1, a: 1 }]);
    expect(await codeOf(() => change(collection))).toBe(52);
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 1, a: 1 }));
  });
  it('are no error where nothing is changed', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const { matchedCount } = await collection.updateOne({ _id: 2 as never }, { $set: { $x: 2 } });
    expect(plain(matchedCount)).toBe(0);
  });
  it('are no positions on top of a document', async () => {
    const collection = await server.collectionOf([{ _id: 1, a: [1] }]);
    for (const name of ['$', '$[]'])
      expect(await codeOf(() => collection.updateOne({ a: 1 }, { $set: { [name]: 2 } }))).toBe(2);
  });
  it('are refused in _id', async () => {
    const collection = await server.collectionOf([]);
    expect(await codeOf(() => collection.insertOne({ _id: { $a: 1 } as never }))).toBe(52);
    const upsert = () =>
      collection.replaceOne({ a: 1 }, { _id: { $a: 1 } as never }, { upsert: true });
    expect(await codeOf(upsert)).toBe(52);
  });
});

/** Title, document, update. */
const RENAMES: [title: string, before: Document, update: Document][] = [
  ['from an element', { a: [1] }, { $rename: { 'a.0': 'b' } }],
  ['from a field of an element', { a: [{ x: 1 }] }, { $rename: { 'a.0.x': 'b' } }],
  ['into an element', { a: [1], b: 2 }, { $rename: { b: 'a.0' } }],
  ['into a field of an element', { a: [{ x: 1 }], b: 2 }, { $rename: { b: 'a.0.x' } }],
  ['from a position', { a: [{ x: 1 }] }, { $rename: { 'a.$[].x': 'b' } }],
];

describe('$rename is refused', () => {
  it.each(RENAMES)('%s', async (_title, before, update) => {
    const collection = await server.collectionOf([{ _id: 1, ...before }]);
    expect(await codeOf(() => collection.updateOne({}, update))).toBe(2);
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 1, ...before }));
  });
});

describe('nesting', () => {
  it('of 150 levels is stored', async () => {
    const collection = await server.collectionOf([nested(150)]);
    expect(plain(await collection.countDocuments())).toBe(1);
  });
  it('of 400 levels is refused', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    expect(await codeOf(() => collection.insertOne(nested(400)))).toBe(15);
    expect(await codeOf(() => collection.insertMany([nested(400)]))).toBe(15);
    expect(await codeOf(() => collection.updateOne({}, { $set: { b: nested(400) } }))).toBe(15);
    const wrapped = [{ $set: { b: nested(190) } }];
    expect(await codeOf(() => collection.updateOne({}, wrapped))).toBe(15);
    expect(plain(await collection.countDocuments())).toBe(1);
  });
});

describe('what 7.0 does not know', () => {
  it('update with a sort', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const updates = [{ q: {}, u: { $set: { a: 2 } }, sort: { a: 1 } }];
    const action = () => server.db.command({ update: collection.collectionName, updates });
    expect(await codeOf(action)).toBe(40415);
  });
});

describe('pipelines that are never run are checked', () => {
  const WRONG: [title: string, pipeline: Document[], code: number][] = [
    ['in $lookup', [{ $lookup: { from: 'x', as: 'y', pipeline: [{ $frobnicate: 1 }] } }], 40324],
    ['in $unionWith', [{ $unionWith: { coll: 'x', pipeline: [{ $limit: 0 }] } }], 15958],
    [
      'a filter in $lookup',
      [{ $lookup: { from: 'x', as: 'y', pipeline: [{ $match: { a: { $frobnicate: 1 } } }] } }],
      2,
    ],
    ['a later stage', [{ $skip: 1 }, { $project: {} }], 51272],
    ['a $merge', [{ $merge: { into: 'x', whenMatched: 'bogus' } }], 2],
  ];
  it.each(WRONG)('%s', async (_title, pipeline, code) => {
    const collection = await server.collectionOf([]);
    expect(await codeOf(() => collection.aggregate(pipeline).toArray())).toBe(code);
    expect(await codeOf(() => collection.aggregate(pipeline).explain())).toBe(code);
  });
  it('a variable of $lookup is known in its pipeline', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const pipeline = [{ $match: { $expr: { $eq: ['$_id', '$$id'] } } }];
    const stage = { from: collection.collectionName, let: { id: '$_id' }, pipeline, as: 'same' };
    expect(await collection.aggregate([{ $lookup: stage }]).toArray()).toHaveLength(1);
  });
});

describe('$out', () => {
  it.each(['$out', '$merge'])('%s is refused with readConcern linearizable', async (stage) => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const options = { readConcern: new ReadConcern('linearizable') };
    const action = () => collection.aggregate([{ [stage]: 'x' }], options).toArray();
    expect(await codeOf(action)).toBe(72);
  });
  it('removes what it has written where it fails', async () => {
    const collection = await server.collectionOf([{ _id: 1 }, { _id: 2 }]);
    const pipeline = [{ $set: { _id: 1 } }, { $out: 'out_target' }];
    expect(await codeOf(() => collection.aggregate(pipeline).toArray())).toBe(11000);
    const names = (await server.db.listCollections().toArray()).map(({ name }) => name);
    expect(names.filter((name) => name.includes('tmp') || name === 'out_target')).toEqual([]);
  });
});

describe('one connection', () => {
  it('answers in the order of the commands, one without an answer included', async () => {
    const connection = await RawConnection.to(server.client);
    const $db = server.db.databaseName;
    const collection = await server.collectionOf([{ _id: 0, n: 0 }]);
    const { collectionName } = collection;
    for (let round = 1; round <= 20; round++) {
      connection.send({
        update: collectionName,
        updates: [{ q: {}, u: { $inc: { n: 1 } } }],
        writeConcern: { w: 0 },
        $db,
      });
      const { cursor } = await connection.command({ find: collectionName, $db });
      expect(plain(cursor.firstBatch)).toEqual([{ _id: 0, n: round }]);
    }
    connection.close();
  });
  it('stays open after a type that is not supported', async () => {
    const connection = await RawConnection.to(server.client);
    const $db = server.db.databaseName;
    const code = new Code('f()', { x: 1 });
    if (server.embedded) {
      const reply = await connection.command({ find: 'x', filter: { a: code }, $db });
      expect(reply).toMatchObject({ ok: 0, code: 22 });
      const insert = await connection.command({ insert: 'x', documents: [{ a: code }], $db });
      expect(insert.writeErrors).toMatchObject([{ code: 22 }]);
    }
    expect(await connection.command({ ping: 1, $db })).toMatchObject({ ok: 1 });
    connection.close();
  });
});

it.each([
  ['a section', [1, 0, 0, 0, 0]],
  ['a document of a section', [1, 17, 0, 0, 0, ...Buffer.from('updates\0'), 0, 0, 0, 0, 0]],
])('%s of 0 bytes closes its connection, and no other', async (_what, section) => {
  const connection = await RawConnection.to(server.client);
  await connection.sendInvalid(Buffer.from(section));
  expect(await server.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
});

describe('a name that every object of JavaScript has', () => {
  const aggregate = (...stages: Document[]) =>
    codeOf(async () => (await server.collectionOf([{ a: 1 }])).aggregate(stages).toArray());

  it.each(['constructor', 'toString', '__proto__'])('is no stage: %s', async (name) => {
    expect(await aggregate(JSON.parse(`{ "${name}": 1 }`))).toBe(40324);
  });
  it('is no accumulator and no type', async () => {
    expect(await aggregate({ $group: { _id: null, a: { constructor: '$a' } } })).toBe(15952);
    expect(
      await aggregate({ $project: { b: { $convert: { input: '$a', to: 'toString' } } } }),
    ).toBe(2);
  });
});

it('two functions are different values of a unique index', async () => {
  const collection = await server.collectionOf([]);
  await collection.createIndex({ a: 1 }, { unique: true });
  await collection.insertMany([{ a: new Code('f()') }, { a: new Code('g()') }]);
  expect(await collection.find({ a: new Code('g()') }).toArray()).toHaveLength(1);
  expect(await codeOf(() => collection.insertOne({ a: new Code('f()') }))).toBe(11000);
});
