import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import {
  type ContractServer,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

/** The limit on what a stage keeps applies to its heap size, which exceeds its BSON size. */
let server: ContractServer;

beforeAll(async () => {
  server = await startContractServer(undefined);
});
afterAll(() => server.stop());

/** About 120 MB. */
const MANY: Document[] = [
  { $set: { n: { $range: [0, 10_000] } } },
  { $unwind: '$n' },
  { $set: { list: { $range: [0, 750] }, o: { n: '$n' } } },
];

const KEEPING: [title: string, stages: Document[]][] = [
  ['$sort', [{ $sort: { n: -1 } }, { $skip: 9_999 }]],
  ['$group with $push', [{ $group: { _id: null, all: { $push: '$list' } } }]],
  ['$group with $first', [{ $group: { _id: '$n', first: { $first: '$$ROOT' } } }, { $limit: 1 }]],
  ['$group with $top', [{ $group: { _id: 1, a: { $top: { sortBy: { n: 1 }, output: '$n' } } } }]],
  [
    '$group with $addToSet',
    [{ $group: { _id: null, all: { $addToSet: { l: '$list', n: '$n' } } } }],
  ],
  [
    '$bucket',
    [{ $bucket: { groupBy: '$n', boundaries: [0, 1e9], output: { a: { $push: '$list' } } } }],
  ],
  ['$facet', [{ $facet: { a: [{ $limit: 1 }] } }]],
  ['$sample', [{ $sample: { size: 10_000 } }]],
];

describe('292 ends a pipeline that would keep more than 100 MB', () => {
  it.each(KEEPING)('%s', async (_title, stages) => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const action = () => collection.aggregate([...MANY, ...stages]).toArray();
    expect(Number(await errorCode(action))).toBe(292);
  });
});

const SMALL: [title: string, stages: Document[], answer: Document[]][] = [
  [
    'groups of numbers',
    [
      { $group: { _id: '$n', m: { $max: '$n' }, l: { $last: '$list' } } },
      { $match: { _id: { $lt: 2 } } },
      { $project: { m: 1 } },
    ],
    [
      { _id: 0, m: 0 },
      { _id: 1, m: 1 },
    ],
  ],
  [
    'the last of many documents',
    [{ $group: { _id: null, l: { $last: '$$ROOT' } } }, { $project: { n: '$l.n' } }],
    [{ _id: null, n: 999 }],
  ],
];

describe('what is kept only for a while does not count', () => {
  it.each(SMALL)('%s', async (_title, stages, answer) => {
    const collection = await server.collectionOf([{ _id: 1 }]);
    const fewer = [{ $set: { n: { $range: [0, 1_000] } } }, ...MANY.slice(1), ...stages];
    expect(plain(await collection.aggregate(fewer).toArray())).toEqual(answer);
  });
});

it('a document of more than 16 MB is not answered', async () => {
  const collection = await server.collectionOf([{ _id: 1, text: 'x'.repeat(10_000_000) }]);
  const pipeline = [{ $project: { a: '$text', b: '$text' } }];
  expect(Number(await errorCode(() => collection.aggregate(pipeline).toArray()))).toBe(10334);
});
