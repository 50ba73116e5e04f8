import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollationOptions, Collection, Document } from 'mongodb';
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

const NAMES = ['ada', 'Ada', 'àda', 'bo', 'Bo', 'item 10', 'item 9'];
const rows = NAMES.map((name, _id): Document => ({ _id, name, tags: [name], at: { name } }));
const collected = async (): Promise<Collection<Document>> => {
  const collection = await server.collectionOf(rows);
  await collection.createIndex({ name: 1 });
  return collection;
};
const strength = (n: 1 | 2 | 3): CollationOptions => ({ locale: 'en_US', strength: n });

describe('a filter', () => {
  it.each<[string, Document, CollationOptions, number[]]>([
    ['of strength 1 ignores case and accents', { name: 'ADA' }, strength(1), [0, 1, 2]],
    ['of strength 2 ignores case', { name: 'ADA' }, strength(2), [0, 1]],
    ['of strength 3 ignores nothing', { name: 'ADA' }, strength(3), []],
    ['of the simple collation neither', { name: 'ada' }, { locale: 'simple' }, [0]],
    ['finds one of several', { name: { $in: ['ADA', 'BO'] } }, strength(2), [0, 1, 3, 4]],
    ['finds none of several', { name: { $nin: ['ADA', 'BO'] } }, strength(1), [5, 6]],
    ['finds what is unlike', { name: { $ne: 'ADA' } }, strength(2), [2, 3, 4, 5, 6]],
    ['compares', { name: { $gte: 'B', $lt: 'C' } }, strength(1), [3, 4]],
    ['finds elements', { tags: 'BO' }, strength(2), [3, 4]],
    ['finds all elements', { tags: { $all: ['BO'] } }, strength(2), [3, 4]],
    ['finds documents', { at: { name: 'BO' } }, strength(2), [3, 4]],
    ['keeps regular expressions as they are', { name: /^b/ }, strength(1), [3]],
    ['and clauses', { $or: [{ name: 'BO' }, { _id: 0 }] }, strength(2), [0, 3, 4]],
  ])('%s', async (_title, filter, collation, ids) => {
    const collection = await collected();
    const found = await collection.find(filter, { collation }).sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(ids);
    expect(plain(await collection.countDocuments(filter, { collation }))).toBe(ids.length);
    const piped = collection.aggregate([{ $match: filter }, { $sort: { _id: 1 } }], { collation });
    expect((await piped.toArray()).map(({ _id }) => Number(_id))).toEqual(ids);
  });
});

describe('an order', () => {
  it.each<[string, CollationOptions, number[]]>([
    ['is that of the language', strength(3), [0, 1, 2, 3, 4, 5, 6]],
    ['has large letters first', { ...strength(3), caseFirst: 'upper' }, [1, 0, 2, 4, 3, 5, 6]],
    ['is that of numbers', { ...strength(3), numericOrdering: true }, [0, 1, 2, 3, 4, 6, 5]],
  ])('%s', async (_title, collation, ids) => {
    const collection = await collected();
    const found = await collection.find({}, { collation }).sort({ name: 1 }).toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(ids);
  });
});

describe('a write', () => {
  const collation = strength(2);
  it('finds by it what it changes', async () => {
    const collection = await collected();
    const updated = await collection.updateMany({ name: 'BO' }, { $set: { n: 1 } }, { collation });
    expect(plain(updated)).toMatchObject({ matchedCount: 2, modifiedCount: 2 });
    const first = await collection.findOneAndDelete(
      { name: { $in: ['ADA', 'BO'] } },
      { collation, sort: { name: -1, _id: -1 } },
    );
    expect(plain(first?._id)).toBe(4);
    expect(plain(await collection.deleteMany({ name: 'BO' }, { collation }))).toMatchObject({
      deletedCount: 1,
    });
    const replaced = await collection.replaceOne({ name: 'ÀDA' }, { name: 'x' }, { collation });
    expect(plain(replaced)).toMatchObject({ matchedCount: 1 });
  });
});

it('distinct values are those that it distinguishes', async () => {
  const collection = await collected();
  const values = await collection.distinct('name', {}, { collation: strength(1) });
  expect(values).toEqual(['ada', 'bo', 'item 10', 'item 9']);
});

describe('what is refused', () => {
  const filter = { name: 'ADA' };
  it.each<[string, (on: Collection<Document>) => Promise<unknown>, number]>([
    ['an unknown language', (on) => on.findOne(filter, { collation: { locale: 'x!' } }), 2],
    [
      'a strength that Intl does not have',
      (on) => on.findOne(filter, { collation: { locale: 'en', strength: 4 } }),
      238,
    ],
    [
      'other stages',
      (on) => on.aggregate([{ $group: { _id: '$name' } }], { collation: strength(1) }).toArray(),
      238,
    ],
    [
      'updates that compare',
      (on) => on.updateOne(filter, { $addToSet: { tags: 'A' } }, { collation: strength(1) }),
      238,
    ],
    [
      'expressions',
      (on) => on.findOne({ $expr: { $eq: ['$name', 'ADA'] } }, { collation: strength(1) }),
      238,
    ],
    ['an index of one', (on) => on.createIndex({ at: 1 }, { collation: strength(1) }), 238],
  ])('%s', async (_title, action, code) => {
    if (!server.embedded) return;
    const collection = await collected();
    expect(Number(await errorCode(() => action(collection)))).toBe(code);
  });
});
