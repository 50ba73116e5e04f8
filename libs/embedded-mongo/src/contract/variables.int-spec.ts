import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import {
  type ContractServer,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

/** The variables of a command (`let`), and those of `$merge`. */
let server: ContractServer;
let collection: Collection<Document>;

const ROWS = [1, 2, 3, 4].map((a) => ({ _id: a, a }));
const EQUAL = { $expr: { $eq: ['$a', '$$v'] } };
const isV = { $add: [1, 2] };

beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const run = async (command: Document): Promise<Document> => {
  collection = await server.collectionOf(ROWS);
  const [name = ''] = Object.keys(command);
  return server.db.command({ ...command, [name]: collection.collectionName });
};
const left = async () =>
  plain(await collection.find().sort({ _id: 1 }).project({ _id: 0, a: 1 }).toArray());

describe('a variable that is computed', () => {
  it('find', async () => {
    const { cursor } = await run({ find: '', filter: EQUAL, let: { v: isV } });
    expect(plain(cursor.firstBatch)).toEqual([{ _id: 3, a: 3 }]);
  });
  it('find, in the projection', async () => {
    const { cursor } = await run({
      find: '',
      filter: { _id: 1 },
      projection: { _id: 0, b: '$$v' },
      let: { v: isV },
    });
    expect(plain(cursor.firstBatch)).toEqual([{ b: 3 }]);
  });
  it('find of a collection that does not exist', async () => {
    const command = { find: 'nowhere', filter: EQUAL, let: { v: isV } };
    expect((await server.db.command(command)).cursor.firstBatch).toEqual([]);
  });
  it('aggregate', async () => {
    const pipeline = [{ $match: EQUAL }];
    const { cursor } = await run({ aggregate: '', pipeline, cursor: {}, let: { v: isV } });
    expect(plain(cursor.firstBatch)).toEqual([{ _id: 3, a: 3 }]);
  });
  it('update', async () => {
    const u = [{ $set: { a: { $multiply: ['$$v', 10] } } }];
    await run({ update: '', updates: [{ q: EQUAL, u }], let: { v: isV } });
    expect(await left()).toEqual([{ a: 1 }, { a: 2 }, { a: 30 }, { a: 4 }]);
  });
  it('delete', async () => {
    await run({ delete: '', deletes: [{ q: EQUAL, limit: 0 }], let: { v: isV } });
    expect(await left()).toEqual([{ a: 1 }, { a: 2 }, { a: 4 }]);
  });
  it('findAndModify', async () => {
    const { value } = await run({
      findAndModify: '',
      query: EQUAL,
      update: { $set: { b: 1 } },
      let: { v: isV },
    });
    expect(plain(value)).toEqual({ _id: 3, a: 3 });
  });
  it('uses those before it, and $$NOW', async () => {
    const variables = {
      x: 1,
      y: { $add: ['$$x', 1] },
      v: { $cond: [{ $eq: [{ $type: '$$NOW' }, 'date'] }, '$$y', 0] },
    };
    const { cursor } = await run({ find: '', filter: EQUAL, let: variables });
    expect(plain(cursor.firstBatch)).toEqual([{ _id: 2, a: 2 }]);
  });
  it('a literal stays what it is', async () => {
    const filter = { $expr: { $eq: [{ $literal: '$a' }, '$$v'] } };
    const { cursor } = await run({ find: '', filter, let: { v: { $literal: '$a' } } });
    expect(cursor.firstBatch).toHaveLength(4);
  });
});

const REFUSED: [title: string, variables: unknown, code: number][] = [
  ['that looks at a document', { v: '$a' }, 4890500],
  ['with a name in capitals', { V: 1 }, 16867],
  ['that uses one that does not exist', { v: '$$w' }, 17276],
  ['of an unknown operator', { v: { $frobnicate: 1 } }, 168],
  ['in a let that is no document', 5, 14],
];

describe('a variable is refused', () => {
  it.each(REFUSED)('%s', async (_title, variables, code) => {
    const action = () => run({ find: '', filter: {}, let: variables });
    expect(Number(await errorCode(action))).toBe(code);
  });
});

describe('$merge', () => {
  const merge = async (stage: Document, options: Document = {}) => {
    const target = await server.collectionOf([{ _id: 1, n: 10 }]);
    collection = await server.collectionOf([{ _id: 1, n: 5 }]);
    await collection
      .aggregate([{ $merge: { into: target.collectionName, ...stage } }], options)
      .toArray();
    return plain(await target.find().sort({ _id: 1 }).toArray());
  };
  it('computes its variables from the document', async () => {
    const whenMatched = [{ $set: { n: { $add: ['$n', '$$more'] } } }];
    expect(await merge({ let: { more: { $multiply: ['$n', 2] } }, whenMatched })).toEqual([
      { _id: 1, n: 20 },
    ]);
  });
  it('has the document as $$new', async () => {
    const whenMatched = [{ $set: { n: { $add: ['$n', '$$new.n'] } } }];
    expect(await merge({ whenMatched })).toEqual([{ _id: 1, n: 15 }]);
  });
  it('sees the variables of the command', async () => {
    const whenMatched = [{ $set: { n: '$$v' } }];
    expect(await merge({ whenMatched }, { let: { v: isV } })).toEqual([{ _id: 1, n: 3 }]);
  });
  it('has no variables without a pipeline', async () => {
    const action = () => merge({ let: { x: 1 }, whenMatched: 'replace' });
    expect(Number(await errorCode(action))).toBe(51199);
  });
  it.each(['whenMatched', 'whenNotMatched'])('refuses an unknown %s', async (name) => {
    expect(Number(await errorCode(() => merge({ [name]: 'bogus' })))).toBe(2);
  });
});
