import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Collection, CountDocumentsOptions, Document } from 'mongodb';
import { type ContractServer, plain, startContractServer } from '../testing/contract-server.js';
import { runs } from '../testing/runs.js';

/**
 * Several conditions, each with its own index: one index is read, and the other conditions are tested. The collection
 * without indexes tests every document.
 */
let server: ContractServer;
let indexed: Collection<Document>;
let unindexed: Collection<Document>;

/** Enough documents that no condition selects only a few: only then is an index for the order preferred. */
const COUNT = 3_000;
const NAMES = ['ada', 'adam', 'adele', 'bo', 'bob'];
const mixed = (seed: number, below: number): number =>
  Math.floor(Math.abs(Math.sin(seed * 12.9898 + below) * 43758.5453) % below);

const orderOf = (_id: number): Document => ({
  _id,
  kind: mixed(_id, 2),
  // some have no region, and some two
  ...(_id % 7 > 0 && { region: _id % 11 === 0 ? ['n', 's'] : ['n', 's', null][mixed(_id * 3, 3)] }),
  parts: Array.from({ length: 1 + mixed(_id * 5, 3) }, (_, at) => ({
    farm: (mixed(_id * 7, 3) + at) % 3,
    status: mixed(_id * 11 + at, 3),
  })),
  search: [NAMES[mixed(_id * 13, NAMES.length)], NAMES[mixed(_id * 17, NAMES.length)], 'c'],
  at: new Date(mixed(_id * 19, 400)),
  // constant within each period of `at`, so that some ranges of `at` have many matches and others none
  season: Math.floor(mixed(_id * 19, 400) / 50) % 2,
});

const NEWEST = { at: -1, _id: -1 } as const;
const INDEXES: Document[] = [
  { kind: 1, ...NEWEST },
  { season: -1, ...NEWEST },
  { region: 1, ...NEWEST },
  { region: -1, at: 1, _id: -1 },
  { 'parts.farm': 1, 'parts.status': 1, ...NEWEST },
  { 'parts.farm': -1, ...NEWEST },
  { 'parts.status': 1, ...NEWEST },
  { search: -1, ...NEWEST },
].map((key) => ({ key, name: JSON.stringify(key) }));

beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
  const orders = Array.from({ length: COUNT }, (_, _id) => orderOf(_id));
  [indexed, unindexed] = await server.pairOf(orders, INDEXES);
});
afterAll(() => server.stop());

const few = fc.subarray([0, 1, 2], { minLength: 1 }).map(($in) => ({ $in }));
const kind: fc.Arbitrary<Document> = fc.constantFrom({ kind: 0 }, { kind: { $in: [0, 1] } });
const season: fc.Arbitrary<Document> = fc.constantFrom({ season: 0 }, { season: 1 });
const region: fc.Arbitrary<Document> = fc.constantFrom(
  { region: 'n' },
  { region: null },
  { region: { $in: ['n', 's'] } },
);
const search: fc.Arbitrary<Document> = fc.constantFrom(
  { search: /^ad/ },
  { search: { $in: [/^ada/, /^b/] } },
  { search: 'c' },
  { search: /a$/ },
);
const parts: fc.Arbitrary<Document> = fc.oneof(
  few.map((status) => ({ 'parts.status': status })),
  fc.nat(2).map((farm) => ({ 'parts.farm': farm })),
  fc
    .tuple(fc.nat(2), few)
    .map(([farm, status]) => ({ parts: { $elemMatch: { farm, status } }, 'parts.farm': farm })),
  fc.tuple(fc.nat(2), few).map(([one, status]) => ({ 'parts.farm': one, 'parts.status': status })),
);
const span: fc.Arbitrary<Document> = fc.oneof(
  fc.constant({}),
  fc.nat(400).map((n) => ({ at: { $lte: new Date(n) } })),
  fc.tuple(fc.nat(200), fc.nat(400)).map(([from, to]) => ({
    at: { $gte: new Date(from), $lt: new Date(to) },
  })),
);
const query = fc
  .tuple(kind, region, search, parts, season, span, fc.subarray([0, 1, 2, 3, 4], { minLength: 2 }))
  .map(([one, two, three, four, five, at, kept]): Document => {
    const all = [one, two, three, four, five].filter((_, n) => kept.includes(n));
    return { $and: [...all, at] };
  });
const sort = fc.constantFrom<Document>(NEWEST, { at: 1, _id: 1 }, { at: 1, _id: -1 }, { at: -1 });
const RUNS = runs(10);

describe('what several conditions have in common', () => {
  it('is what a test of every document finds', async () => {
    const page = fc.record({ skip: fc.constantFrom(0, 3), limit: fc.constantFrom(0, 1, 20, 150) });
    await fc.assert(
      fc.asyncProperty(query, sort, page, async (filter, order, { skip, limit }) => {
        const ids = async (collection: Collection<Document>) => {
          const found = collection.find(filter, { projection: { _id: 1, at: 1 } });
          return plain(await found.sort(order).skip(skip).limit(limit).toArray());
        };
        const isTotal = '_id' in order;
        const [found, wanted] = [await ids(indexed), await ids(unindexed)];
        const seen = (rows: unknown) =>
          isTotal ? rows : (rows as Document[]).map(({ at }) => at as unknown);
        expect({ filter, order, found: seen(found) }).toEqual({
          filter,
          order,
          found: seen(wanted),
        });
        const counted = (collection: Collection<Document>) =>
          collection.countDocuments(filter, limit > 0 ? { skip, limit } : { skip });
        expect(plain(await counted(indexed))).toBe(plain(await counted(unindexed)));
        const unsorted = async (collection: Collection<Document>) =>
          (await collection.find(filter).toArray())
            .map(({ _id }) => Number(_id))
            .sort((a, b) => a - b);
        expect(await unsorted(indexed)).toEqual(await unsorted(unindexed));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('is right while a transaction has changed some of it', async () => {
    const filter = { kind: 0, search: /^ad/ };
    const count = async (...more: [] | [CountDocumentsOptions]) =>
      Number(await indexed.countDocuments(filter, ...more));
    const before = await count();
    const session = server.client.startSession();
    try {
      session.startTransaction();
      const changed = await indexed.findOne(filter, { session, sort: NEWEST });
      if (!changed) throw new Error('nothing fits');
      await indexed.updateOne({ _id: changed._id }, { $set: { kind: 1 } }, { session });
      expect(await count({ session })).toBe(before - 1);
      const first = await indexed.findOne(filter, { session, sort: NEWEST });
      expect(first?._id).not.toEqual(changed._id);
      await session.abortTransaction();
      expect(await count()).toBe(before);
    } finally {
      await session.endSession();
    }
  });
});
