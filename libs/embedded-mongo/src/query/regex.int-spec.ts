import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import {
  type ContractServer,
  errorCode,
  plain,
  startContractServer,
} from '../testing/contract-server.js';

/** Regular expressions that take exponential time with backtracking. */
let server: ContractServer;

beforeAll(async () => {
  server = await startContractServer(undefined);
});
afterAll(() => server.stop());

const TEXT = `${'a'.repeat(40)}!`;
const manyTexts = Array.from({ length: 300 }, (_, i) => ({ a: `${TEXT}${i}` }));

const LINEAR = ['^(a+)+$', '^(a|aa)+$', '(a*)*b', '^(?:a?){40}a{41}$'];

describe.each(LINEAR)('/%s/', (pattern) => {
  const filter = { a: { $regex: pattern } };
  it('is answered by find, update and aggregate', async () => {
    const collection = await server.collectionOf(manyTexts);
    expect(await collection.find(filter).toArray()).toEqual([]);
    expect(plain(await collection.updateMany(filter, { $set: { b: 1 } }))).toMatchObject({
      matchedCount: 0,
    });
    const pipeline = [{ $match: { $expr: { $regexMatch: { input: '$a', regex: pattern } } } }];
    expect(await collection.aggregate(pipeline).toArray()).toEqual([]);
  });
});

const BACKTRACKING = ['^(?=a)(a+)+$', '^(a)(\\1+)+$', '^(?!b)(a|a)*$'];

describe.each(BACKTRACKING)('/%s/ needs backtracking', (pattern) => {
  const filter: Document = { a: { $regex: pattern } };
  it('ends with an error, and others are answered', async () => {
    const collection = await server.collectionOf(manyTexts);
    const failing = errorCode(() => collection.find(filter).toArray());
    expect(plain(await server.db.command({ ping: 1 }))).toMatchObject({ ok: 1 });
    expect(Number(await failing)).toBe(51156);
    const writing = () => collection.updateMany(filter, { $set: { b: 1 } });
    expect(Number(await errorCode(writing))).toBe(51156);
  });
  it('matches what is found in time', async () => {
    const collection = await server.collectionOf([{ a: 'aaa' }, { a: 'b' }]);
    expect(await collection.find(filter).toArray()).toHaveLength(1);
  });
});

it('a pattern of many states on a long text ends', async () => {
  const collection = await server.collectionOf([{ a: 'ab'.repeat(2_000_000) }]);
  const filter = { a: { $regex: '([ab]{0,900}a[ab]{900}c)|([ab]*a[ab]{800}d)|x$' } };
  const ended = await errorCode(() => collection.find(filter).toArray());
  expect(['no error', '51156']).toContain(String(ended));
});
