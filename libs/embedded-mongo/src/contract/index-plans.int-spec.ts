import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Collection, Decimal128, type Document, Double, Long } from 'mongodb';
import { type ContractServer, startContractServer } from '../testing/contract-server.js';
import { runs } from '../testing/runs.js';

/**
 * A query must return the same rows with and without an index. The collection without indexes is the simple, slow
 * model: it tests every document.
 */
let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const scalar = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 6 }) },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    'a',
    'ab',
    'b',
    'ä',
    'a\u0000b',
    2.5,
    Number.NaN,
    new Double(3),
    Long.fromNumber(4),
    Decimal128.fromString('2.50'),
    new Date(0),
    new Date(5),
  ),
);
const element = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] });
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: element },
  { weight: 1, arbitrary: fc.array(fc.oneof(element, scalar), { maxLength: 3 }) },
);
/** Only one of `a` and `b` may be an array: an index on both refuses a document with two arrays. */
const document = fc.oneof(
  fc.record({ a: value, b: scalar, c: scalar }, { requiredKeys: [] }),
  fc.record({ a: scalar, b: value, c: scalar }, { requiredKeys: [] }),
);

const comparison = fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte', '$ne');
const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  {
    weight: 3,
    arbitrary: fc.tuple(comparison, scalar).map(([op, operand]) => ({ [op]: operand })),
  },
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lte: high })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gt: low, $lt: high })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $in: list })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $nin: list })),
  fc.array(scalar, { minLength: 1, maxLength: 2 }).map((list) => ({ $all: list })),
  fc.array(scalar, { maxLength: 2 }),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.constantFrom('number', 'string', 'array', 'null').map((type) => ({ $type: type })),
  scalar.map((operand) => ({ $not: { $gt: operand } })),
  fc.tuple(scalar, scalar).map(([x, y]) => ({ $elemMatch: { x, y } })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $elemMatch: { x: { $in: list } } })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $elemMatch: { $gte: low, $lte: high } })),
  fc.constantFrom(...['^a', '^ab?', '^ä', '^a\\b', 'b$'].map(($regex) => ({ $regex }))),
);
const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'b.x');
const simple = fc
  .uniqueArray(fc.tuple(path, condition), { selector: ([name]) => name, maxLength: 3 })
  .map((entries): Document => Object.fromEntries(entries));
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 6, arbitrary: simple },
  fc.tuple(simple, simple).map((both) => ({ $or: both })),
  fc.tuple(simple, simple).map((both) => ({ $and: both })),
  fc.tuple(path, scalar, simple).map(([name, v, more]) => ({ [name]: v, $nor: [more] })),
);
const sort = fc.option(
  fc
    .uniqueArray(fc.tuple(path, fc.constantFrom(1 as const, -1 as const)), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 2,
    })
    .chain((entries) =>
      fc.constantFrom(1, -1).map((last) => Object.fromEntries([...entries, ['_id', last]])),
    ),
);

const RUNS = runs(20);

const INDEXES: Document[] = [
  { key: { a: 1 }, name: 'a' },
  { key: { a: -1, c: 1 }, name: 'a-c' },
  { key: { c: 1, a: 1 }, name: 'ca' },
  // These provide an order, even if `a` is an array.
  { key: { a: 1, c: 1, _id: 1 }, name: 'a-c-id' },
  { key: { 'a.x': 1, c: -1, _id: 1 }, name: 'ax-c-id' },
  { key: { b: -1, a: 1, c: 1, _id: -1 }, name: 'b-a-c-id' },
  { key: { b: 1, c: -1 }, name: 'b-c' },
  { key: { 'a.x': 1, 'a.y': -1 }, name: 'axy' },
  { key: { 'b.x': -1 }, name: 'bx' },
  { key: { c: -1 }, name: 'c' },
  { key: { c: 1 }, name: 'sparse', sparse: true },
  { key: { b: 1 }, name: 'partial', partialFilterExpression: { c: { $gt: 0 } } },
];

const identify = (rows: Document[]) => rows.map((row) => Number(row._id));

async function pairOf(documents: Document[], indexes: Document[]) {
  const rows = documents.map((one, _id) => ({ _id, ...one }));
  const indexed = await server.collectionOf(rows);
  if (indexes.length > 0) {
    await server.db.command({ createIndexes: indexed.collectionName, indexes });
  }
  return { plainOne: await server.collectionOf(rows), indexed };
}

const drop = (...collections: Collection<Document>[]) =>
  Promise.all(collections.map((one) => one.drop()));

describe('index plans', () => {
  it('find the same documents as a scan, in the same order when sorted', async () => {
    const setting = fc.tuple(
      fc.array(document, { minLength: 1, maxLength: 25 }),
      fc.subarray(INDEXES, { minLength: 1 }),
      fc.array(fc.tuple(filter, sort), { minLength: 12, maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(setting, async ([documents, indexes, queries]) => {
        const { plainOne, indexed } = await pairOf(documents, indexes);
        for (const [query, order] of queries) {
          const [wanted, found] = await Promise.all(
            [plainOne, indexed].map(async (collection) =>
              identify(
                await collection
                  .find(query)
                  .sort(order ?? {})
                  .toArray(),
              ),
            ),
          );
          const normal = (ids: number[] = []) => (order ? ids : [...ids].sort((x, y) => x - y));
          expect({ query, order, ids: normal(found) }).toEqual({
            query,
            order,
            ids: normal(wanted),
          });
          const total = wanted?.length ?? 0;
          // a limit in about every second query
          const window = order ? { skip: 1, limit: 3 } : {};
          expect(Number(await indexed.countDocuments(query, window))).toBe(
            order ? Math.min(3, Math.max(0, total - 1)) : total,
          );
        }
        await drop(plainOne, indexed);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);

  it('stay right while documents are changed and deleted', async () => {
    const change = fc.oneof(
      fc
        .tuple(filter, path, scalar)
        .map(([query, name, v]) => ({ query, update: { $set: { [name]: v } } })),
      filter.map((query) => ({ query, update: undefined })),
    );
    const setting = fc.tuple(
      fc.array(document, { minLength: 5, maxLength: 25 }),
      fc.subarray(INDEXES, { minLength: 1 }),
      fc.array(change, { minLength: 4, maxLength: 4 }),
      fc.array(filter, { minLength: 6, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(setting, async ([documents, indexes, changes, queries]) => {
        const { plainOne, indexed } = await pairOf(documents, indexes);
        for (const { query, update } of changes) {
          const outcomes = await Promise.all(
            [plainOne, indexed].map((collection) =>
              (update ? collection.updateMany(query, update) : collection.deleteMany(query)).then(
                () => 'done',
                (error) => Number(error.code),
              ),
            ),
          );
          expect(outcomes).toEqual([outcomes[0], outcomes[0]]);
          if (outcomes[0] === 'done') continue;
          // the plan decides which documents were changed before the error, so make the collections equal again
          await indexed.deleteMany({});
          const rows = await plainOne.find().toArray();
          if (rows.length > 0) await indexed.insertMany(rows);
        }
        for (const query of queries) {
          const [wanted, found] = await Promise.all(
            [plainOne, indexed].map(async (collection) =>
              identify(await collection.find(query).toArray()).sort((x, y) => x - y),
            ),
          );
          expect({ query, ids: found }).toEqual({ query, ids: wanted });
        }
        await drop(plainOne, indexed);
      }),
      { numRuns: RUNS / 2 },
    );
  }, 600_000);
});
