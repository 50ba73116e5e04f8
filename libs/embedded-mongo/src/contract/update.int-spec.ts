import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import {
  type ContractServer,
  canonical,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const dec = (text: string) => Decimal128.fromString(text);
const long = (n: number) => Long.fromNumber(n);
const dbl = (n: number) => new Double(n);

/** Title, document before (without `_id`), update, document after; an int32 is a plain number. */
type Case = [
  title: string,
  before: Document,
  update: Document | Document[],
  after: Document,
  options?: { filter?: Document; arrayFilters?: Document[] },
];

const FIELDS: Case[] = [
  ['$set replaces a value', { a: 1 }, { $set: { a: 2 } }, { a: 2 }],
  ['$set adds a field at the end', { a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  [
    'new fields are added in the order of their names',
    {},
    { $set: { b: 1, a: 2 } },
    { a: 2, b: 1 },
  ],
  ['$set of a path creates documents', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set of a position', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  [
    '$set beyond the end fills with null',
    { a: [1] },
    { $set: { 'a.3': 9 } },
    { a: [1, null, null, 9] },
  ],
  [
    '$set of a number creates a document, not an array',
    {},
    { $set: { 'a.0': 1 } },
    { a: { 0: 1 } },
  ],
  [
    '$set keeps the types of untouched fields',
    { l: long(5), d: dbl(5), m: dec('5.00'), a: 1 },
    { $set: { a: 2 } },
    { l: long(5), d: dbl(5), m: dec('5.00'), a: 2 },
  ],
  [
    '$set keeps a large double a double',
    { d: dbl(5e12), a: 1 },
    { $set: { a: 2 } },
    { d: dbl(5e12), a: 2 },
  ],
  ['$set changes a type', { a: 5 }, { $set: { a: long(5) } }, { a: long(5) }],
  ['$unset removes a field', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['$unset of a missing field changes nothing', { a: 1 }, { $unset: { 'x.y': '' } }, { a: 1 }],
  ['$unset of an element leaves null', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
  ['$rename', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
  ['$rename into a path', { a: 1 }, { $rename: { a: 'x.y' } }, { x: { y: 1 } }],
  ['$rename of a missing field changes nothing', { b: 2 }, { $rename: { a: 'c' } }, { b: 2 }],
  [
    '$setOnInsert does nothing to an existing document',
    { a: 1 },
    { $setOnInsert: { b: 1 } },
    { a: 1 },
  ],
  ['a replacement keeps only _id', { a: 1, b: 2 }, { c: 3 }, { c: 3 }],
];

const NUMBERS: Case[] = [
  ['$inc', { a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
  ['$inc of a missing field sets it', {}, { $inc: { a: 2 } }, { a: 2 }],
  ['$inc by a negative number', { a: 1 }, { $inc: { a: -3 } }, { a: -2 }],
  [
    '$inc overflows int32 into int64',
    { a: 2147483647 },
    { $inc: { a: 1 } },
    { a: long(2147483648) },
  ],
  ['$inc keeps int64', { a: long(1) }, { $inc: { a: 1 } }, { a: long(2) }],
  ['$inc keeps double', { a: dbl(1) }, { $inc: { a: 1 } }, { a: dbl(2) }],
  [
    '$inc of a decimal is exact',
    { a: dec('0.10') },
    { $inc: { a: dec('0.20') } },
    { a: dec('0.30') },
  ],
  ['$inc of a path', { a: { b: 1 } }, { $inc: { 'a.b': 1 } }, { a: { b: 2 } }],
  ['$mul', { a: 3 }, { $mul: { a: 4 } }, { a: 12 }],
  ['$mul of a missing field gives 0', {}, { $mul: { a: 4 } }, { a: 0 }],
  ['$mul by a double gives a double', { a: 3 }, { $mul: { a: 0.5 } }, { a: 1.5 }],
  ['$mul of a decimal', { a: dec('1.10') }, { $mul: { a: 2 } }, { a: dec('2.20') }],
  ['$min takes the smaller', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
  ['$min keeps the smaller', { a: 5 }, { $min: { a: 7 } }, { a: 5 }],
  ['$min of a missing field sets it', {}, { $min: { a: 7 } }, { a: 7 }],
  ['$max compares over types in BSON order', { a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
  ['$max of dates', { a: new Date(5) }, { $max: { a: new Date(9) } }, { a: new Date(9) }],
  ['$bit and', { a: 13 }, { $bit: { a: { and: 10 } } }, { a: 8 }],
  ['$bit or on int64', { a: long(3) }, { $bit: { a: { or: 4 } } }, { a: long(7) }],
  ['$bit xor', { a: 1 }, { $bit: { a: { xor: 5 } } }, { a: 4 }],
];

const ARRAYS: Case[] = [
  ['$push appends', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
  ['$push of a missing field makes an array', {}, { $push: { a: 1 } }, { a: [1] }],
  [
    '$push of an array pushes it as one element',
    { a: [1] },
    { $push: { a: [2, 3] } },
    { a: [1, [2, 3]] },
  ],
  ['$push $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  [
    '$push at a $position',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: 0 } } },
    { a: [9, 1, 2] },
  ],
  [
    '$push at a $position from the end',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 9, 2] },
  ],
  [
    '$push $slice keeps the first',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: 2 } } },
    { a: [1, 2] },
  ],
  [
    '$push $slice keeps the last',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    { a: [2, 3] },
  ],
  ['$push $slice 0 empties', { a: [1] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  [
    '$push $sort of values',
    { a: [3, 1] },
    { $push: { a: { $each: [2], $sort: 1 } } },
    { a: [1, 2, 3] },
  ],
  [
    '$push $sort of documents, then $slice',
    { a: [{ n: 1 }, { n: 3 }] },
    { $push: { a: { $each: [{ n: 2 }], $sort: { n: -1 }, $slice: 2 } } },
    { a: [{ n: 3 }, { n: 2 }] },
  ],
  ['$addToSet adds a new value', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  ['$addToSet leaves out what is there', { a: [1] }, { $addToSet: { a: 1 } }, { a: [1] }],
  ['$addToSet $each', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
  [
    '$addToSet compares documents with their field order',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  ['$pull of a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [
    '$pull of documents by their fields',
    { a: [{ x: 1, y: 1 }, { x: 2 }] },
    { $pull: { a: { x: 1 } } },
    { a: [{ x: 2 }] },
  ],
  [
    '$pull of documents by a condition on a field',
    { a: [{ x: 1 }, { x: 9 }] },
    { $pull: { a: { x: { $gt: 5 } } } },
    { a: [{ x: 1 }] },
  ],
  ['$pull with $in', { a: [1, 2, 3] }, { $pull: { a: { $in: [1, 3] } } }, { a: [2] }],
  ['$pull of a missing field changes nothing', { b: 1 }, { $pull: { a: 1 } }, { b: 1 }],
  ['$pullAll', { a: [1, 2, 1, 3] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  ['$pop takes the last', { a: [1, 2] }, { $pop: { a: 1 } }, { a: [1] }],
  ['$pop -1 takes the first', { a: [1, 2] }, { $pop: { a: -1 } }, { a: [2] }],
  ['$pop of an empty array', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
];

const POSITIONAL: Case[] = [
  [
    '$ is the element that the filter matched',
    { a: [1, 5, 9] },
    { $set: { 'a.$': 0 } },
    { a: [1, 0, 9] },
    { filter: { a: 5 } },
  ],
  [
    '$ in the documents of an array',
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 1 },
      ],
    },
    { $inc: { 'a.$.v': 1 } },
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 2 },
      ],
    },
    { filter: { 'a.k': 2 } },
  ],
  [
    '$ with $elemMatch',
    {
      a: [
        { k: 1, s: 'x' },
        { k: 1, s: 'y' },
      ],
    },
    { $set: { 'a.$.s': 'z' } },
    {
      a: [
        { k: 1, s: 'x' },
        { k: 1, s: 'z' },
      ],
    },
    { filter: { a: { $elemMatch: { k: 1, s: 'y' } } } },
  ],
  [
    '$ with a comparison',
    { a: [1, 7] },
    { $inc: { 'a.$': 1 } },
    { a: [1, 8] },
    { filter: { a: { $gt: 5 } } },
  ],
  ['$[] is every element', { a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
  [
    '$[] in documents',
    { a: [{ n: 1 }, { n: 2 }] },
    { $set: { 'a.$[].n': 0 } },
    { a: [{ n: 0 }, { n: 0 }] },
  ],
  [
    '$[id] is each element that the array filter matches',
    { a: [1, 5, 9] },
    { $set: { 'a.$[e]': 0 } },
    { a: [1, 0, 0] },
    { arrayFilters: [{ e: { $gte: 5 } }] },
  ],
  [
    '$[id] on fields of documents',
    { a: [{ k: 1 }, { k: 2 }] },
    { $set: { 'a.$[e].v': 1 } },
    { a: [{ k: 1 }, { k: 2, v: 1 }] },
    { arrayFilters: [{ 'e.k': 2 }] },
  ],
  [
    'nested $[id]',
    { a: [{ b: [1, 2] }, { b: [2] }] },
    { $set: { 'a.$[].b.$[e]': 0 } },
    { a: [{ b: [1, 0] }, { b: [0] }] },
    { arrayFilters: [{ e: 2 }] },
  ],
];

/** Updates whose first field changes what the filter or an array filter reads. */
const CHANGED_CONDITIONS: Case[] = [
  [
    '$ stays at the element that was found',
    { a: [{ s: 'open' }, { s: 'open' }] },
    { $set: { 'a.$.s': 'closed', 'a.$.t': 1 } },
    { a: [{ s: 'closed', t: 1 }, { s: 'open' }] },
    { filter: { 'a.s': 'open' } },
  ],
  [
    '$ where no element matches any more',
    { a: [{ s: 'open' }] },
    { $set: { 'a.$.s': 'closed', 'a.$.t': 1 } },
    { a: [{ s: 'closed', t: 1 }] },
    { filter: { 'a.s': 'open' } },
  ],
  [
    '$ with an $elemMatch',
    { a: [{ n: 1 }, { n: 5 }, { n: 6 }] },
    { $inc: { 'a.$.n': -5 }, $set: { 'a.$.seen': true } },
    { a: [{ n: 1 }, { n: 0, seen: true }, { n: 6 }] },
    { filter: { a: { $elemMatch: { n: { $gt: 3 } } } } },
  ],
  [
    '$ with several operators',
    { a: [{ n: 1 }, { n: 1 }] },
    { $inc: { 'a.$.n': 1 }, $push: { 'a.$.z': 1 }, $unset: { 'a.$.o': '' } },
    { a: [{ n: 2, z: [1] }, { n: 1 }] },
    { filter: { 'a.n': 1 } },
  ],
  [
    '$[id] changes all fields of an element',
    { a: [{ s: 1 }, { s: 2 }, { s: 1 }] },
    { $set: { 'a.$[e].s': 9, 'a.$[e].t': 1 } },
    {
      a: [{ s: 9, t: 1 }, { s: 2 }, { s: 9, t: 1 }],
    },
    { arrayFilters: [{ 'e.s': 1 }] },
  ],
  [
    '$[id] takes in no element that matches only afterwards',
    { a: [{ s: 1 }, { s: 2 }] },
    { $inc: { 'a.$[e].s': 1 }, $set: { 'a.$[e].t': 1 } },
    { a: [{ s: 2, t: 1 }, { s: 2 }] },
    { arrayFilters: [{ 'e.s': 1 }] },
  ],
  [
    'two identifiers that see each other’s field',
    { a: [{ x: 1, y: 1 }] },
    { $set: { 'a.$[e].x': 2, 'a.$[f].y': 2 } },
    { a: [{ x: 2, y: 2 }] },
    { arrayFilters: [{ 'e.y': 1 }, { 'f.x': 1 }] },
  ],
  [
    'nested $[id] whose outer condition is changed',
    { a: [{ k: 1, b: [{ n: 1 }] }] },
    { $set: { 'a.$[e].a': 0, 'a.$[e].k': 2, 'a.$[e].b.$[f].n': 5, 'a.$[e].b.$[f].m': 6 } },
    { a: [{ k: 2, b: [{ n: 5, m: 6 }], a: 0 }] },
    { arrayFilters: [{ 'e.k': 1 }, { 'f.n': 1 }] },
  ],
  [
    '$[] after a change of another field',
    { a: [{ n: 1 }], b: 1 },
    { $inc: { b: 1 }, $set: { 'a.$[].n': 2, 'a.$[].m': 2 } },
    { a: [{ n: 2, m: 2 }], b: 2 },
  ],
];

const PIPELINES: Case[] = [
  [
    '$set computes from the document',
    { a: 2, b: 3 },
    [{ $set: { c: { $add: ['$a', '$b'] } } }],
    { a: 2, b: 3, c: 5 },
  ],
  [
    'stages follow each other',
    { a: 1 },
    [{ $set: { b: { $add: ['$a', 1] } } }, { $set: { c: { $add: ['$b', 1] } } }],
    { a: 1, b: 2, c: 3 },
  ],
  ['$unset', { a: 1, b: 2 }, [{ $unset: 'a' }], { b: 2 }],
  ['$project keeps _id', { a: 1, b: 2 }, [{ $project: { a: 1 } }], { a: 1 }],
  ['$replaceWith keeps _id', { a: { x: 1 } }, [{ $replaceWith: '$a' }], { x: 1 }],
  ['$$NOW is a date', { a: 1 }, [{ $set: { t: { $type: '$$NOW' } } }], { a: 1, t: 'date' }],
];

describe.each([
  ['fields', FIELDS],
  ['numbers', NUMBERS],
  ['arrays', ARRAYS],
  ['positions', POSITIONAL],
  ['conditions that change', CHANGED_CONDITIONS],
  ['pipelines', PIPELINES],
])('updates: %s', (_group, cases) => {
  it.each(cases)('%s', async (_title, before, update, after, options = {}) => {
    const collection = await server.collectionOf([{ _id: 1, ...before }]);
    const { filter = {}, arrayFilters } = options;
    const replacing = !Array.isArray(update) && !Object.keys(update)[0]?.startsWith('$');
    if (replacing) await collection.replaceOne({ _id: 1 as never }, update);
    else await collection.updateOne(filter, update, arrayFilters ? { arrayFilters } : {});
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 1, ...after }));
  });
});

describe('what an update reports', () => {
  it('counts matched and modified documents apart', async () => {
    const collection = await server.collectionOf([{ a: 1 }, { a: 2 }, { a: 2 }]);
    const result = await collection.updateMany({}, { $set: { a: 2 } });
    expect(plain(result)).toMatchObject({ matchedCount: 3, modifiedCount: 1 });
  });
  it('an update of one changes one', async () => {
    const collection = await server.collectionOf([{ a: 1 }, { a: 1 }]);
    await collection.updateOne({ a: 1 }, { $set: { a: 2 } });
    expect(plain(await collection.countDocuments({ a: 2 }))).toBe(1);
  });
  it('nothing matched', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const result = await collection.updateOne({ a: 9 }, { $set: { a: 2 } });
    expect(plain(result)).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 0 });
  });
});

/** Title, filter, update, the document that is inserted (without `_id`). */
const UPSERTS: [title: string, filter: Document, update: Document | Document[], after: Document][] =
  [
    [
      'takes equalities from the filter',
      { a: 1, b: { $gt: 5 } },
      { $set: { c: 2 } },
      { a: 1, c: 2 },
    ],
    ['takes $eq', { a: { $eq: 1 } }, { $set: { c: 2 } }, { a: 1, c: 2 }],
    [
      'takes equalities inside $and',
      { $and: [{ a: 1 }, { b: 2 }] },
      { $set: { c: 3 } },
      { a: 1, b: 2, c: 3 },
    ],
    ['takes a path', { 'a.b': 1 }, { $set: { c: 2 } }, { a: { b: 1 }, c: 2 }],
    ['takes an $in of one value', { a: { $in: [7] } }, { $set: { c: 2 } }, { a: 7, c: 2 }],
    [
      'does not take an $or of several',
      { $or: [{ a: 1 }, { a: 2 }] },
      { $set: { c: 2 } },
      { c: 2 },
    ],
    [
      'applies $setOnInsert',
      { a: 1 },
      { $set: { b: 1 }, $setOnInsert: { c: 1 } },
      { a: 1, b: 1, c: 1 },
    ],
    ['applies $inc to the value of the filter', { a: 1 }, { $inc: { a: 4 } }, { a: 5 }],
    ['pushes', { a: 1 }, { $push: { list: 1 } }, { a: 1, list: [1] }],
    ['runs a pipeline', { a: 1 }, [{ $set: { b: { $add: ['$a', 1] } } }], { a: 1, b: 2 }],
  ];

describe('upserts', () => {
  it.each(UPSERTS)('%s', async (_title, filter, update, after) => {
    const collection = await server.collectionOf([]);
    const result = await collection.updateOne(filter, update, { upsert: true });
    expect(plain(result)).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    const { _id, ...rest } = (await collection.findOne({})) ?? {};
    expect(canonical(rest)).toEqual(canonical(after));
    expect(canonical(_id)).toEqual(canonical(result.upsertedId));
  });
  it('a replacement takes only _id from the filter', async () => {
    const collection = await server.collectionOf([]);
    await collection.replaceOne({ _id: 5 as never, a: 1 }, { b: 2 }, { upsert: true });
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 5, b: 2 }));
  });
  it('_id comes first', async () => {
    const collection = await server.collectionOf([]);
    await collection.updateOne({ z: 1, _id: 3 as never }, { $set: { a: 1 } }, { upsert: true });
    expect(Object.keys((await collection.findOne({})) ?? {})[0]).toBe('_id');
  });
  it('an upsert that matches updates', async () => {
    const collection = await server.collectionOf([{ a: 1 }]);
    const result = await collection.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true });
    expect(plain(result)).toMatchObject({ matchedCount: 1, upsertedCount: 0 });
  });
});

/** Title, document before, update, error code. */
const REFUSED: [
  title: string,
  before: Document,
  update: Document,
  code: number,
  arrayFilters?: Document[],
][] = [
  ['an unknown operator', {}, { $frobnicate: { a: 1 } }, 9],
  ['the same path twice', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['a path and a path inside it', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['a change of _id', {}, { $set: { _id: 2 } }, 66],
  ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', { a: 1 }, { $inc: { a: 'x' } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$mul of a string', { a: 'x' }, { $mul: { a: 1 } }, 14],
  ['a path through a scalar', { a: 5 }, { $set: { 'a.b': 1 } }, 28],
  ['a field of an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
  ['$push to a scalar', { a: 5 }, { $push: { a: 1 } }, 2],
  ['$addToSet to a scalar', { a: 5 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a scalar', { a: 5 }, { $pull: { a: 1 } }, 2],
  ['$pop of a scalar', { a: 5 }, { $pop: { a: 1 } }, 14],
  ['$pop by 2', { a: [1] }, { $pop: { a: 2 } }, 9],
  ['$rename to itself', { a: 1 }, { $rename: { a: 'a' } }, 2],
  ['$ without a match in the filter', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ['$[] of a missing array', {}, { $set: { 'a.$[]': 1 } }, 2],
  ['$[id] without an array filter', { a: [1] }, { $set: { 'a.$[e]': 1 } }, 2],
  ['$[] and a position inside it', { a: [1] }, { $set: { 'a.$[]': 1, 'a.0': 2 } }, 40],
  [
    'two identifiers that meet',
    { a: [{ n: 1 }] },
    { $set: { 'a.$[e]': 1, 'a.$[f].n': 2 } },
    40,
    [{ 'e.n': 1 }, { 'f.n': 1 }],
  ],
  ['an array filter that is not used', { a: [1] }, { $set: { b: 1 } }, 9, [{ e: 1 }]],
  ['an empty field name', {}, { $set: { 'a..b': 1 } }, 56],
  ['a field name that begins with $', {}, { $set: { $a: 1 } }, 52],
  ['$bit of a double', { a: 1.5 }, { $bit: { a: { and: 1 } } }, 2],
];

describe('updates that are refused', () => {
  it.each(REFUSED)('%s', async (_title, before, update, code, ...[arrayFilters]) => {
    const collection = await server.collectionOf([{ _id: 1, ...before }]);
    const action = () =>
      collection.updateOne({ _id: 1 as never }, update, arrayFilters ? { arrayFilters } : {});
    expect(Number(await errorCode(action))).toBe(code);
    expect(canonical(await collection.findOne({}))).toEqual(canonical({ _id: 1, ...before }));
  });
});

describe('findAndModify', () => {
  const stocked = () =>
    server.collectionOf([
      { _id: 1, n: 5 },
      { _id: 2, n: 9 },
    ]);
  it('returns the document before', async () => {
    const row = await (await stocked()).findOneAndUpdate({ n: 5 }, { $inc: { n: -1 } });
    expect(canonical(row)).toEqual(canonical({ _id: 1, n: 5 }));
  });
  it('returns the document after', async () => {
    const row = await (await stocked()).findOneAndUpdate(
      { n: 5 },
      { $inc: { n: -1 } },
      { returnDocument: 'after' },
    );
    expect(canonical(row)).toEqual(canonical({ _id: 1, n: 4 }));
  });
  it('takes the first in the order of the sort', async () => {
    const row = await (await stocked()).findOneAndUpdate(
      {},
      { $set: { seen: true } },
      { sort: { n: -1 } },
    );
    expect(canonical(row)).toEqual(canonical({ _id: 2, n: 9 }));
  });
  it('projects', async () => {
    const row = await (await stocked()).findOneAndUpdate(
      { n: 5 },
      { $inc: { n: 1 } },
      { projection: { _id: 0, n: 1 }, returnDocument: 'after' },
    );
    expect(canonical(row)).toEqual(canonical({ n: 6 }));
  });
  it('returns null when nothing matches', async () => {
    expect(await (await stocked()).findOneAndUpdate({ n: 0 }, { $inc: { n: 1 } })).toBeNull();
  });
  it('deletes and returns the document', async () => {
    const collection = await stocked();
    expect(canonical(await collection.findOneAndDelete({ n: 5 }))).toEqual(
      canonical({ _id: 1, n: 5 }),
    );
    expect(plain(await collection.countDocuments({}))).toBe(1);
  });
  it('upserts', async () => {
    const collection = await stocked();
    const row = await collection.findOneAndUpdate(
      { n: 77 },
      { $set: { x: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(row?.n).toEqual(new Int32(77));
  });
  it('replaces', async () => {
    const row = await (await stocked()).findOneAndReplace(
      { n: 5 },
      { m: 1 },
      { returnDocument: 'after' },
    );
    expect(canonical(row)).toEqual(canonical({ _id: 1, m: 1 }));
  });
});

describe('deletes', () => {
  it('deleteOne deletes one', async () => {
    const collection = await server.collectionOf([{ a: 1 }, { a: 1 }]);
    expect(plain(await collection.deleteOne({ a: 1 }))).toMatchObject({ deletedCount: 1 });
  });
  it('deleteMany deletes all that match', async () => {
    const collection = await server.collectionOf([{ a: 1 }, { a: 1 }, { a: 2 }]);
    expect(plain(await collection.deleteMany({ a: 1 }))).toMatchObject({ deletedCount: 2 });
    expect(plain(await collection.countDocuments({}))).toBe(1);
  });
});
