import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, MongoWriteConcernError, Timestamp } from 'mongodb';
import {
  type ContractServer,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const _codeOf = async (action: () => Promise<unknown>) => Number(await errorCode(action));

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
