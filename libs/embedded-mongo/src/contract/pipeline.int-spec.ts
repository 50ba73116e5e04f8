import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Double, Long, Timestamp } from 'mongodb';
import {
  type ContractServer,
  canonical,
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

const dbl = (n: number) => new Double(n);

/** Title, documents, pipeline, result. */
type Case = [title: string, documents: Document[], pipeline: Document[], result: Document[]];

const SALES: Document[] = [
  { _id: 1, farm: 'A', kind: 'apple', qty: 2, price: 10 },
  { _id: 2, farm: 'A', kind: 'pear', qty: 1, price: 20 },
  { _id: 3, farm: 'B', kind: 'apple', qty: 5, price: 8 },
];
const BY_ID = { $sort: { _id: 1 } };

const STAGES: Case[] = [
  [
    '$match',
    SALES,
    [{ $match: { qty: { $gt: 1 }, farm: 'A' } }, { $project: { _id: 1 } }],
    [{ _id: 1 }],
  ],
  [
    '$match after another stage',
    SALES,
    [{ $project: { total: { $multiply: ['$qty', '$price'] } } }, { $match: { total: 40 } }],
    [{ _id: 3, total: 40 }],
  ],
  ['$match with $expr', SALES, [{ $match: { $expr: { $gt: ['$qty', '$price'] } } }], []],
  [
    '$sort, $skip and $limit',
    SALES,
    [{ $sort: { price: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 1 } }],
    [{ _id: 1 }],
  ],
  [
    '$limit before $skip',
    SALES,
    [BY_ID, { $limit: 2 }, { $skip: 1 }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ],
  [
    '$sort by a computed field',
    SALES,
    [
      { $set: { v: { $multiply: ['$qty', '$price'] } } },
      { $sort: { v: 1, _id: -1 } },
      { $project: { v: 1 } },
    ],
    [
      { _id: 2, v: 20 },
      { _id: 1, v: 20 },
      { _id: 3, v: 40 },
    ],
  ],
  ['$project includes', SALES.slice(0, 1), [{ $project: { farm: 1 } }], [{ _id: 1, farm: 'A' }]],
  [
    '$project excludes',
    SALES.slice(0, 1),
    [{ $project: { qty: 0, price: 0 } }],
    [{ _id: 1, farm: 'A', kind: 'apple' }],
  ],
  [
    '$project computes',
    SALES.slice(0, 1),
    [{ $project: { _id: 0, label: { $concat: ['$farm', ':', '$kind'] } } }],
    [{ label: 'A:apple' }],
  ],
  [
    '$project renames',
    SALES.slice(0, 1),
    [{ $project: { _id: 0, from: '$farm' } }],
    [{ from: 'A' }],
  ],
  [
    '$project in nested documents',
    [{ _id: 1, a: { x: 1, y: 2 } }],
    [{ $project: { a: { x: 1 } } }],
    [{ _id: 1, a: { x: 1 } }],
  ],
  [
    '$project computes inside arrays',
    [{ _id: 1, n: 5, a: [{ x: 1 }, { x: 2 }] }],
    [{ $project: { 'a.y': '$n' } }],
    [{ _id: 1, a: [{ y: 5 }, { y: 5 }] }],
  ],
  [
    '$addFields adds and replaces',
    [{ _id: 1, a: 1 }],
    [{ $addFields: { a: 2, b: '$a' } }],
    [{ _id: 1, a: 2, b: 1 }],
  ],
  [
    '$addFields with a path',
    [{ _id: 1, a: { x: 1 } }],
    [{ $addFields: { 'a.y': 2 } }],
    [{ _id: 1, a: { x: 1, y: 2 } }],
  ],
  [
    '$addFields replaces a scalar by a document',
    [{ _id: 1, a: 1 }],
    [{ $addFields: { 'a.y': 2 } }],
    [{ _id: 1, a: { y: 2 } }],
  ],
  [
    '$set with $$REMOVE removes',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $set: { a: '$$REMOVE' } }],
    [{ _id: 1, b: 2 }],
  ],
  [
    '$unset',
    [{ _id: 1, a: 1, b: { c: 1, d: 2 } }],
    [{ $unset: ['a', 'b.c'] }],
    [{ _id: 1, b: { d: 2 } }],
  ],
  ['$replaceRoot', [{ _id: 1, a: { x: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }], [{ x: 1 }]],
  [
    '$replaceWith',
    [{ _id: 1, a: { x: 1 } }],
    [{ $replaceWith: { $mergeObjects: [{ y: 2 }, '$a'] } }],
    [{ y: 2, x: 1 }],
  ],
  ['$count', SALES, [{ $match: { farm: 'A' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing gives no document', SALES, [{ $match: { farm: 'Z' } }, { $count: 'n' }], []],
  [
    '$sortByCount',
    SALES,
    [{ $sortByCount: '$kind' }],
    [
      { _id: 'apple', count: 2 },
      { _id: 'pear', count: 1 },
    ],
  ],
  [
    '$unwind',
    [{ _id: 1, a: [1, 2] }],
    [{ $unwind: '$a' }],
    [
      { _id: 1, a: 1 },
      { _id: 1, a: 2 },
    ],
  ],
  [
    '$unwind drops empty, null and missing',
    documentsOf([[], null, MISSING, [1]]),
    [{ $unwind: '$a' }],
    [{ _id: 3, a: 1 }],
  ],
  ['$unwind keeps a scalar', documentsOf([7]), [{ $unwind: '$a' }], [{ _id: 0, a: 7 }]],
  [
    '$unwind can keep what has no element',
    documentsOf([[], null, MISSING]),
    [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }, BY_ID],
    [{ _id: 0 }, { _id: 1, a: null }, { _id: 2 }],
  ],
  [
    '$unwind with the position',
    [{ _id: 1, a: ['x'] }],
    [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }],
    [{ _id: 1, a: 'x', i: Long.fromNumber(0) }],
  ],
  [
    '$unwind of a path',
    [{ _id: 1, a: { b: [1, 2], c: 0 } }],
    [{ $unwind: '$a.b' }],
    [
      { _id: 1, a: { b: 1, c: 0 } },
      { _id: 1, a: { b: 2, c: 0 } },
    ],
  ],
  [
    '$facet',
    SALES,
    [
      {
        $facet: {
          n: [{ $count: 'n' }],
          max: [{ $sort: { price: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
        },
      },
    ],
    [{ n: [{ n: 3 }], max: [{ _id: 2 }] }],
  ],
  [
    '$bucket',
    SALES,
    [{ $bucket: { groupBy: '$price', boundaries: [0, 10, 50] } }],
    [
      { _id: 0, count: 1 },
      { _id: 10, count: 2 },
    ],
  ],
  [
    '$bucket with a default',
    SALES,
    [
      {
        $bucket: {
          groupBy: '$price',
          boundaries: [0, 10],
          default: 'other',
          output: { q: { $sum: '$qty' } },
        },
      },
    ],
    [
      { _id: 0, q: 5 },
      { _id: 'other', q: 3 },
    ],
  ],
  [
    '$sample of more than there is gives all',
    SALES,
    [{ $sample: { size: 10 } }, { $count: 'n' }],
    [{ n: 3 }],
  ],
];

const GROUPS: Case[] = [
  [
    '$sum',
    SALES,
    [{ $group: { _id: '$farm', q: { $sum: '$qty' } } }, BY_ID],
    [
      { _id: 'A', q: 3 },
      { _id: 'B', q: 5 },
    ],
  ],
  ['$sum of 1 counts', SALES, [{ $group: { _id: null, n: { $sum: 1 } } }], [{ _id: null, n: 3 }]],
  [
    '$sum ignores what is not a number',
    documentsOf([1, 'x', MISSING, 2]),
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: 3 }],
  ],
  [
    '$sum of decimals is exact',
    documentsOf([Decimal128.fromString('0.10'), Decimal128.fromString('0.20')]),
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: Decimal128.fromString('0.30') }],
  ],
  [
    '$sum grows into int64',
    documentsOf([2147483647, 1]),
    [{ $group: { _id: null, s: { $sum: '$a' } } }],
    [{ _id: null, s: Long.fromNumber(2147483648) }],
  ],
  [
    '$count',
    SALES,
    [{ $group: { _id: '$farm', n: { $count: {} } } }, BY_ID],
    [
      { _id: 'A', n: 2 },
      { _id: 'B', n: 1 },
    ],
  ],
  ['$avg', SALES, [{ $group: { _id: null, a: { $avg: '$price' } } }], [{ _id: null, a: 38 / 3 }]],
  [
    '$avg of nothing is null',
    documentsOf(['x']),
    [{ $group: { _id: null, a: { $avg: '$a' } } }],
    [{ _id: null, a: null }],
  ],
  [
    '$min and $max',
    SALES,
    [{ $group: { _id: null, lo: { $min: '$price' }, hi: { $max: '$price' } } }],
    [{ _id: null, lo: 8, hi: 20 }],
  ],
  [
    '$min ignores null and missing',
    documentsOf([null, 3, MISSING]),
    [{ $group: { _id: null, m: { $min: '$a' } } }],
    [{ _id: null, m: 3 }],
  ],
  [
    '$first and $last',
    SALES,
    [BY_ID, { $group: { _id: null, f: { $first: '$kind' }, l: { $last: '$farm' } } }],
    [{ _id: null, f: 'apple', l: 'B' }],
  ],
  [
    '$push',
    SALES,
    [BY_ID, { $group: { _id: '$farm', k: { $push: '$kind' } } }, BY_ID],
    [
      { _id: 'A', k: ['apple', 'pear'] },
      { _id: 'B', k: ['apple'] },
    ],
  ],
  [
    '$push of documents',
    SALES.slice(0, 1),
    [{ $group: { _id: 1, k: { $push: { k: '$kind', q: '$qty' } } } }],
    [{ _id: 1, k: [{ k: 'apple', q: 2 }] }],
  ],
  [
    '$addToSet',
    documentsOf(['x', 'x', 'x']),
    [{ $group: { _id: null, s: { $addToSet: '$a' } } }],
    [{ _id: null, s: ['x'] }],
  ],
  [
    '$mergeObjects',
    documentsOf([{ x: 1 }, { y: 2 }]),
    [BY_ID, { $group: { _id: null, m: { $mergeObjects: '$a' } } }],
    [{ _id: null, m: { x: 1, y: 2 } }],
  ],
  [
    '$topN',
    SALES,
    [{ $group: { _id: null, t: { $topN: { n: 2, sortBy: { price: -1 }, output: '$_id' } } } }],
    [{ _id: null, t: [2, 1] }],
  ],
  [
    '$bottom',
    SALES,
    [{ $group: { _id: null, t: { $bottom: { sortBy: { price: -1 }, output: '$_id' } } } }],
    [{ _id: null, t: 3 }],
  ],
  [
    '$firstN',
    SALES,
    [BY_ID, { $group: { _id: null, t: { $firstN: { n: 2, input: '$_id' } } } }],
    [{ _id: null, t: [1, 2] }],
  ],
  [
    '$maxN',
    SALES,
    [{ $group: { _id: null, t: { $maxN: { n: 2, input: '$price' } } } }],
    [{ _id: null, t: [20, 10] }],
  ],
  [
    '$stdDevPop',
    documentsOf([2, 4]),
    [{ $group: { _id: null, s: { $stdDevPop: '$a' } } }],
    [{ _id: null, s: dbl(1) }],
  ],
  [
    'groups by a document',
    SALES,
    [
      { $group: { _id: { f: '$farm', k: '$kind' }, n: { $sum: 1 } } },
      { $sort: { '_id.f': 1, '_id.k': 1 } },
    ],
    [
      { _id: { f: 'A', k: 'apple' }, n: 1 },
      { _id: { f: 'A', k: 'pear' }, n: 1 },
      { _id: { f: 'B', k: 'apple' }, n: 1 },
    ],
  ],
  [
    'missing and null are one group',
    documentsOf([null, MISSING, 1]),
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, BY_ID],
    [
      { _id: null, n: 2 },
      { _id: 1, n: 1 },
    ],
  ],
  [
    'equal numbers of different types are one group',
    documentsOf([1, dbl(1), Long.fromNumber(1)]),
    [{ $group: { _id: null, n: { $sum: 1 } } }],
    [{ _id: null, n: 3 }],
  ],
];

describe.each([
  ['stages', STAGES],
  ['$group', GROUPS],
])('aggregation: %s', (_group, cases) => {
  it.each(cases)('%s', async (_title, documents, pipeline, result) => {
    const collection = await server.collectionOf(documents);
    expect(canonical(await collection.aggregate(pipeline).toArray())).toEqual(canonical(result));
  });
});

describe('$lookup and $unionWith', () => {
  /** Title, the stage (`from` is filled in), the joined ids per document. */
  const JOINS: [title: string, stage: Document, joined: number[][]][] = [
    ['joins equal values', { localField: 'k', foreignField: 'k' }, [[10], [11, 12], [13]]],
    [
      'joins a missing field with null and missing',
      { localField: 'absent', foreignField: 'k' },
      [[13], [13], [13]],
    ],
    [
      'joins the elements of an array',
      { localField: 'ks', foreignField: 'k' },
      [[10, 11, 12], [], [13]],
    ],
    [
      'runs a pipeline on what it joins',
      { localField: 'k', foreignField: 'k', pipeline: [{ $match: { v: { $gt: 1 } } }] },
      [[], [12], [13]],
    ],
    [
      'joins by an expression on variables',
      { let: { key: '$k' }, pipeline: [{ $match: { $expr: { $eq: ['$k', '$$key'] } } }] },
      [[10], [11, 12], [13]],
    ],
    [
      'joins by an inequality',
      { let: { key: '$k' }, pipeline: [{ $match: { $expr: { $lt: ['$$key', '$v'] } } }] },
      [[12, 13], [13], [10, 11, 12, 13]],
    ],
    ['joins without a condition', { pipeline: [{ $limit: 1 }] }, [[10], [10], [10]]],
  ];
  const outer = [{ _id: 0, k: 1, ks: [1, 2] }, { _id: 1, k: 2, ks: [] }, { _id: 2 }];
  const inner = [
    { _id: 10, k: 1, v: 1 },
    { _id: 11, k: 2, v: 1 },
    { _id: 12, k: 2, v: 2 },
    { _id: 13, v: 3 },
  ];
  it.each(JOINS)('$lookup %s', async (_title, stage, joined) => {
    const from = await server.collectionOf(inner);
    await from.createIndex({ k: 1 });
    const collection = await server.collectionOf(outer);
    const rows = await collection
      .aggregate([BY_ID, { $lookup: { from: from.collectionName, as: 'found', ...stage } }])
      .toArray();
    expect(rows.map((row) => row.found.map((one: Document) => Number(one._id)))).toEqual(joined);
  });
  it('$lookup of a collection that is not there gives an empty array', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const rows = await collection
      .aggregate([{ $lookup: { from: 'nowhere', localField: 'a', foreignField: 'b', as: 'f' } }])
      .toArray();
    expect(plain(rows)).toEqual([{ _id: 1, f: [] }]);
  });
  it('$unionWith adds the documents of another collection', async () => {
    const other = await server.collectionOf([
      { _id: 7, a: 1 },
      { _id: 8, a: 2 },
    ]);
    const collection = await server.collectionOf([{ _id: 1 }]);
    const stage = { $unionWith: { coll: other.collectionName, pipeline: [{ $match: { a: 2 } }] } };
    expect(plain(await collection.aggregate([stage]).toArray())).toEqual([
      { _id: 1 },
      { _id: 8, a: 2 },
    ]);
  });
  it('$unionWith after a query, and of counts, answers what is stored', async () => {
    const stored = [
      { _id: 1, a: 1, b: dbl(2) },
      { _id: 2, a: 1, b: [{ c: null }] },
      { _id: 3, a: 2 },
    ];
    const collection = await server.collectionOf(stored);
    const coll = collection.collectionName;
    const ones = { $match: { a: 1 } };
    const pipeline = [{ $sort: { _id: -1 } }, { $limit: 2 }];
    const counted = [ones, { $limit: 1 }, { $count: 'n' }];
    expect(
      canonical(
        await collection
          .aggregate([ones, BY_ID, { $unionWith: { coll, pipeline } }], { promoteValues: false })
          .toArray(),
      ),
    ).toEqual(canonical([stored[0], stored[1], stored[2], stored[1]]));
    const batches = collection.aggregate(
      [{ $match: { a: 2 } }, { $unionWith: { coll, pipeline: counted } }],
      { batchSize: 1 },
    );
    expect(plain(await batches.toArray())).toEqual([{ _id: 3, a: 2 }, { n: 1 }]);
    const nested = { $unionWith: { coll: 'nowhere', pipeline: [{ $unionWith: coll }] } };
    expect(plain(await collection.aggregate([ones, { $limit: 1 }, nested]).toArray())).toHaveLength(
      4,
    );
    const none = { $unionWith: { coll, pipeline: [{ $match: { a: 9 } }, { $count: 'n' }] } };
    expect(await collection.aggregate([{ $match: { a: 9 } }, none]).toArray()).toEqual([]);
  });
  it('a wrong condition is refused, at the beginning and in a $unionWith', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const wrong = { $match: { a: { $near: [1, 2], $nonsense: 1 } } };
    const union = { $unionWith: { coll: collection.collectionName, pipeline: [wrong] } };
    for (const stages of [[wrong], [union]])
      expect(Number(await errorCode(() => collection.aggregate(stages).toArray()))).toBe(2);
  });
});

describe('a read concern of snapshot', () => {
  it('gives all batches of an aggregation and of a query the state of their beginning', async () => {
    const collection = await server.collectionOf([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const options = { batchSize: 1, readConcern: { level: 'snapshot' as const } };
    const union = { $unionWith: { coll: collection.collectionName, pipeline: [BY_ID] } };
    const cursors = [
      collection.aggregate([BY_ID, union], options),
      collection.find({}, { ...options, sort: { _id: 1 } }),
    ];
    for (const cursor of cursors) expect(plain(await cursor.next())).toEqual({ _id: 1 });
    await collection.deleteMany({});
    const [aggregated, found] = await Promise.all(cursors.map((cursor) => cursor.toArray()));
    const rest = [{ _id: 2 }, { _id: 3 }];
    expect(plain(aggregated)).toEqual([...rest, { _id: 1 }, ...rest]);
    expect(plain(found)).toEqual(rest);
  });
  it('says of which moment an answer is', async () => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const database = server.client.db(collection.dbName);
    const command = { find: collection.collectionName, readConcern: { level: 'snapshot' } };
    const { cursor } = await database.command(command);
    expect(cursor).toMatchObject({ atClusterTime: expect.any(Timestamp) });
    const plainRead = await database.command({ find: collection.collectionName });
    expect(plainRead.cursor).not.toHaveProperty('atClusterTime');
  });
});

describe('$out and $merge', () => {
  it('$out replaces a collection', async () => {
    const target = await server.collectionOf([{ _id: 99 }]);
    const collection = await server.collectionOf(SALES);
    await collection
      .aggregate([
        { $match: { farm: 'B' } },
        { $project: { qty: 1 } },
        { $out: target.collectionName },
      ])
      .toArray();
    expect(plain(await target.find().toArray())).toEqual([{ _id: 3, qty: 5 }]);
  });
  it('$merge updates and inserts', async () => {
    const target = await server.collectionOf([{ _id: 'A', old: true }]);
    const collection = await server.collectionOf(SALES);
    await collection
      .aggregate([
        { $group: { _id: '$farm', q: { $sum: '$qty' } } },
        { $merge: { into: target.collectionName } },
      ])
      .toArray();
    expect(plain(await target.find().sort({ _id: 1 }).toArray())).toEqual([
      { _id: 'A', old: true, q: 3 },
      { _id: 'B', q: 5 },
    ]);
  });
  it('$merge can replace', async () => {
    const target = await server.collectionOf([{ _id: 'A', old: true }]);
    const collection = await server.collectionOf(SALES.slice(0, 2));
    await collection
      .aggregate([
        { $group: { _id: '$farm' } },
        { $merge: { into: target.collectionName, whenMatched: 'replace' } },
      ])
      .toArray();
    expect(plain(await target.find().toArray())).toEqual([{ _id: 'A' }]);
  });
});

/** Title, values of field `a`, sort order, the ids in that order. */
const SORTS: [title: string, values: unknown[], sort: 1 | -1, ids: number[]][] = [
  [
    'numbers of all types',
    [3, Long.fromNumber(1), dbl(2.5), Decimal128.fromString('2')],
    1,
    [1, 3, 2, 0],
  ],
  [
    'types in BSON order',
    [true, 'x', 5, null, { x: 1 }, [9], new Date(0)],
    1,
    [3, 2, 5, 1, 4, 0, 6],
  ],
  ['missing like null', [1, MISSING, null], 1, [1, 2, 0]],
  ['strings by UTF-8 bytes', ['b', 'B', 'ä', 'a'], 1, [1, 3, 0, 2]],
  ['strings beyond the basic plane last', ['\uffee', '\u{1f34e}', 'z'], 1, [2, 0, 1]],
  ['arrays by their smallest element when ascending', [[5, 1], [3], [2, 9]], 1, [0, 2, 1]],
  ['arrays by their largest element when descending', [[5, 1], [3], [2, 9]], -1, [2, 0, 1]],
  ['an empty array before null', [null, [], 1], 1, [1, 0, 2]],
  [
    'large int64 exactly',
    [Long.fromString('9007199254740993'), Long.fromString('9007199254740992')],
    1,
    [1, 0],
  ],
  ['documents field by field', [{ x: 2 }, { x: 1, y: 1 }, { x: 1 }], 1, [2, 1, 0]],
  ['equal values keep the order of _id', [1, 1, 0, 1], 1, [2, 0, 1, 3]],
];

describe('sorting', () => {
  it.each(SORTS)('%s', async (_title, values, a, ids) => {
    const collection = await server.collectionOf(documentsOf(values));
    const inMemory = await collection.find().sort({ a, _id: 1 }).toArray();
    expect(inMemory.map((row) => Number(row._id))).toEqual(ids);
    await collection.createIndex({ a, _id: 1 });
    const byIndex = await collection.find().sort({ a, _id: 1 }).toArray();
    expect(byIndex.map((row) => Number(row._id))).toEqual(ids);
  });
});

/** Title, document (without `_id`), projection, filter, result. */
const PROJECTIONS: [
  title: string,
  document: Document,
  projection: Document,
  filter: Document,
  result: Document,
][] = [
  ['includes _id by default', { a: 1, b: 2 }, { a: 1 }, {}, { _id: 1, a: 1 }],
  ['leaves _id out on demand', { a: 1, b: 2 }, { a: 1, _id: 0 }, {}, { a: 1 }],
  ['excludes', { a: 1, b: 2 }, { a: 0 }, {}, { _id: 1, b: 2 }],
  ['only _id', { a: 1 }, { _id: 1 }, {}, { _id: 1 }],
  ['everything but _id', { a: 1 }, { _id: 0 }, {}, { a: 1 }],
  [
    'keeps the order of the document',
    { a: 1, b: 2, c: 3 },
    { c: 1, a: 1 },
    {},
    { _id: 1, a: 1, c: 3 },
  ],
  ['a path', { a: { x: 1, y: 2 } }, { 'a.x': 1 }, {}, { _id: 1, a: { x: 1 } }],
  [
    'a path into an array keeps its shape',
    { a: [{ x: 1, y: 1 }, { y: 2 }] },
    { 'a.x': 1 },
    {},
    { _id: 1, a: [{ x: 1 }, {}] },
  ],
  [
    'a path into an array drops scalars',
    { a: [1, { x: 2 }] },
    { 'a.x': 1 },
    {},
    { _id: 1, a: [{ x: 2 }] },
  ],
  ['a path into a scalar gives nothing', { a: 5 }, { 'a.x': 1 }, {}, { _id: 1 }],
  [
    'excludes a path in an array',
    { a: [{ x: 1, y: 1 }, 5] },
    { 'a.x': 0 },
    {},
    { _id: 1, a: [{ y: 1 }, 5] },
  ],
  ['$slice', { a: [1, 2, 3], b: 1 }, { a: { $slice: 2 } }, {}, { _id: 1, a: [1, 2], b: 1 }],
  ['$slice from the end', { a: [1, 2, 3] }, { a: { $slice: -1 } }, {}, { _id: 1, a: [3] }],
  [
    '$slice with skip and limit',
    { a: [1, 2, 3] },
    { a: { $slice: [1, 1] } },
    {},
    { _id: 1, a: [2] },
  ],
  [
    '$elemMatch takes the first that matches',
    { a: [{ x: 1 }, { x: 5 }, { x: 9 }] },
    { a: { $elemMatch: { x: { $gt: 2 } } } },
    {},
    { _id: 1, a: [{ x: 5 }] },
  ],
  [
    '$elemMatch without a match leaves the field out',
    { a: [1] },
    { a: { $elemMatch: { $gt: 2 } } },
    {},
    { _id: 1 },
  ],
  [
    '$ takes the element that the filter matched',
    { a: [1, 5, 9] },
    { 'a.$': 1 },
    { a: { $gt: 2 } },
    { _id: 1, a: [5] },
  ],
  ['an expression', { a: 2 }, { twice: { $multiply: ['$a', 2] } }, {}, { _id: 1, twice: 4 }],
];

describe('projections of find', () => {
  it.each(PROJECTIONS)('%s', async (_title, document, projection, filter, result) => {
    const collection = await server.collectionOf([{ _id: 1, ...document }]);
    const row = await collection.findOne(filter, { projection });
    expect(canonical(row)).toEqual(canonical(result));
    expect(Object.keys(row ?? {})).toEqual(Object.keys(result));
  });
});

/** Title, pipeline, error code. */
const REFUSED: [title: string, pipeline: Document[], code: number][] = [
  ['an unknown stage', [{ $frobnicate: {} }], 40324],
  ['a stage with two operators', [{ $limit: 1, $skip: 1 }], 40323],
  ['$limit 0', [{ $limit: 0 }], 15958],
  ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
  ['$group with an unknown accumulator', [{ $group: { _id: 1, n: { $frobnicate: 1 } } }], 15952],
  ['$unwind without $', [{ $unwind: 'a' }], 28818],
  ['$project of nothing', [{ $project: {} }], 51272],
  ['$project that mixes', [{ $project: { a: 1, b: 0 } }], 31254],
  ['$out in the middle', [{ $out: 'x' }, { $limit: 1 }], 40601],
  ['$facet in $facet', [{ $facet: { a: [{ $facet: {} }] } }], 40600],
  ['$count with a wrong name', [{ $count: '$n' }], 40156],
];

describe('pipelines that are refused', () => {
  it.each(REFUSED)('%s', async (_title, pipeline, code) => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    expect(Number(await errorCode(() => collection.aggregate(pipeline).toArray()))).toBe(code);
  });
});

describe('count, distinct and cursors', () => {
  it('counts with skip and limit', async () => {
    const collection = await server.collectionOf(documentsOf([1, 2, 3, 4]));
    expect(plain(await collection.countDocuments({ a: { $gt: 1 } }, { skip: 1, limit: 1 }))).toBe(
      1,
    );
  });
  it('distinct enters arrays and sorts', async () => {
    const collection = await server.collectionOf(documentsOf([[2, 3], 1, 2, MISSING]));
    expect(plain(await collection.distinct('a'))).toEqual([1, 2, 3]);
  });
  it('distinct with a filter', async () => {
    const collection = await server.collectionOf(documentsOf([1, 2, 2]));
    expect(plain(await collection.distinct('a', { a: { $gt: 1 } }))).toEqual([2]);
  });
  it('a cursor gives every document once, in batches', async () => {
    const collection = await server.collectionOf(
      documentsOf(Array.from({ length: 500 }, (_, i) => i)),
    );
    const seen = new Set<number>();
    for await (const row of collection.find().batchSize(7)) seen.add(Number(row._id));
    expect(seen.size).toBe(500);
  });
  it('a limit ends the cursor', async () => {
    const collection = await server.collectionOf(documentsOf([1, 2, 3]));
    expect(await collection.find().limit(2).batchSize(1).toArray()).toHaveLength(2);
  });
  it('skip beyond the end gives nothing', async () => {
    const collection = await server.collectionOf(documentsOf([1]));
    expect(await collection.find().skip(5).toArray()).toEqual([]);
  });
  it('an unknown cursor is an error', async () => {
    const action = () => server.db.command({ getMore: Long.fromNumber(12345), collection: 'x' });
    expect(Number(await errorCode(action))).toBe(43);
  });
});
