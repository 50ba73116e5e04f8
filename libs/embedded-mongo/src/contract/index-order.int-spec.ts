import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Collection, Document } from 'mongodb';
import { type ContractServer, plain, startContractServer } from '../testing/contract-server.js';
import { runs } from '../testing/runs.js';

/**
 * Orders from an index with several ranges: documents selected by `$in`, a text prefix or a range, sorted by the next
 * parts of the index. The collection without indexes sorts everything in memory.
 */
let server: ContractServer;
let indexed: Collection<Document>;
let unindexed: Collection<Document>;

const COUNT = 500;
const STATUSES = ['placed', 'accepted', 'packed', 'out', 'delivered'];
const NAMES = ['ada', 'adam', 'bo', 'bob', 'dora', 'äda', ''];

/** A pseudo-random number, the same in every run. */
const mixed = (seed: number, below: number): number =>
  Math.floor(Math.abs(Math.sin(seed * 12.9898 + below) * 43758.5453) % below);

/** An order of a few farms. Some orders have no parts; each third one has two texts of its own. */
function orderOf(_id: number): Document {
  const parts = Array.from({ length: mixed(_id, 4) }, (_, at) => ({
    farm: (mixed(_id, 3) + at) % 4,
    status: STATUSES[mixed(_id * 7 + at, STATUSES.length)],
  }));
  const name = NAMES[mixed(_id * 3, NAMES.length)] ?? '';
  const own = _id % 3 === 0 ? [`code-${mixed(_id, 10_000)}-${_id}`, `code-${_id}`] : [];
  return {
    _id,
    parts,
    search: [`${name} ${mixed(_id * 5, 40)}`, name, ...own],
    at: new Date(mixed(_id * 11, 300)),
    region: ['n', 's', null, 2, -1.5][mixed(_id * 13, 5)],
    price: mixed(_id * 17, 500) / 4 - 20,
    // only the needed fields of a long document are decoded
    notes: _id % 2 === 0 ? 'x'.repeat(600) : '',
  };
}

const INDEXES: Document[] = [
  { key: { 'parts.farm': 1, 'parts.status': 1, at: -1, _id: -1 }, name: 'farm-status' },
  { key: { 'parts.status': 1, at: -1, _id: -1 }, name: 'status' },
  { key: { search: 1, at: -1, _id: -1 }, name: 'search' },
  { key: { region: -1, price: 1, at: 1, _id: 1 }, name: 'region' },
];

beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
  const orders = Array.from({ length: COUNT }, (_, _id) => orderOf(_id));
  [indexed, unindexed] = await server.pairOf(orders, INDEXES);
});
afterAll(() => server.stop());

const statuses = fc.subarray(STATUSES, { minLength: 1 }).map(($in) => ({ $in }));
const farm = fc.nat(4);
const filter: fc.Arbitrary<Document> = fc.oneof(
  statuses.map((status) => ({ 'parts.status': status })),
  fc
    .tuple(farm, statuses)
    .map(([one, status]) => ({ parts: { $elemMatch: { farm: one, status } }, 'parts.farm': one })),
  fc
    .tuple(fc.uniqueArray(farm, { minLength: 1 }), statuses)
    .map(([some, status]) => ({ parts: { $elemMatch: { farm: { $in: some }, status } } })),
  fc
    .constantFrom('a', 'ad', 'ada', 'ada ', 'adam', 'b', 'ä', 'code-1', 'code', '.', '')
    .map((text) => ({ search: { $regex: `^${text.replace('.', '\\.')}` } })),
  fc
    .subarray([/^ada/, /^adam/, /^b/, /^code-1/, /^ä/, /^x/], { minLength: 1 })
    .map(($in) => ({ search: { $in } })),
  fc
    .subarray([/^ada/, /^do|^b/, /^bo*/, 'ada', ''], { minLength: 1 })
    .map(($in) => ({ search: { $in } })),
  fc.constantFrom('a', 'code-5').map(($gte) => ({ search: { $gte } })),
  fc
    .tuple(fc.constantFrom<unknown>('n', 's', null, 2, -1.5), fc.nat(100))
    .map(([region, $lt]) => ({ region, price: { $lt } })),
  fc.subarray(['n', 's', 2]).map(($in) => ({ region: { $in }, price: { $gte: 3, $lt: 4 } })),
  fc.tuple(farm, fc.nat(100)).map(([one, $gt]) => ({
    $or: [{ 'parts.farm': one, price: { $gt } }, { 'parts.0.status': 'out' }],
    $nor: [{ notes: { $exists: false } }],
  })),
);
const filters = fc.array(filter, { minLength: 1, maxLength: 3 });
const span = fc.option(
  fc.tuple(fc.nat(300), fc.nat(300)).map(([a, b]) => ({
    at: { $gte: new Date(Math.min(a, b)), $lt: new Date(Math.max(a, b)) },
  })),
);
const sort = fc.constantFrom<Document>(
  { at: -1, _id: -1 },
  { at: 1, _id: 1 },
  { price: 1, at: 1, _id: 1 },
  { region: -1, price: 1, at: 1, _id: 1 },
);

const RUNS = runs(25);

describe('an order within ranges', () => {
  it('is that of a sort in memory, whatever page is asked for', async () => {
    const page = fc.record({
      skip: fc.constantFrom(0, 0, 3),
      limit: fc.constantFrom(0, 1, 20, 150),
    });
    await fc.assert(
      fc.asyncProperty(filters, span, sort, page, async (all, at, order, { skip, limit }) => {
        const query = { $and: [...all, at ?? {}] };
        const ids = async (collection: Collection<Document>) => {
          const found = collection.find(query, { projection: { _id: 1 } });
          const rows = await found.sort(order).skip(skip).limit(limit).toArray();
          return rows.map((row) => Number(row._id));
        };
        const [found, wanted] = [await ids(indexed), await ids(unindexed)];
        expect({ query, order, found }).toEqual({ query, order, found: wanted });
        const counted = (collection: Collection<Document>) =>
          collection.countDocuments(query, { skip, ...(limit > 0 && { limit }) });
        expect(plain(await counted(indexed))).toBe(plain(await counted(unindexed)));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});

describe('more different values than are merged', () => {
  let many: Collection<Document>;
  let plainly: Collection<Document>;
  beforeAll(async () => {
    const rows = Array.from({ length: 230 }, (_, _id) => ({
      ...orderOf(_id),
      search: Array.from(
        { length: 10 },
        (_unused, n) => `code-${mixed(_id * 23 + n, 10)}-${_id}-${n}`,
      ),
    }));
    many = await server.collectionOf(rows);
    await server.db.command({ createIndexes: many.collectionName, indexes: INDEXES });
    plainly = await server.collectionOf(rows);
  });
  it.each<[string, Document]>([
    ['are sorted by their keys', { search: /^code-/ }],
    ['are sorted by their keys and tested', { search: /^code-/, price: { $gt: 60 } }],
    ['behind a limit too', { search: { $gt: 'b' } }],
  ])('%s', async (_title, query) => {
    for (const at of [1, -1] as const)
      for (const limit of [1, 20, 0]) {
        const page = async (collection: Collection<Document>) =>
          plain(await collection.find(query).sort({ at, _id: at }).limit(limit).toArray());
        expect(await page(many)).toEqual(await page(plainly));
      }
  });
});

/** The stages of a plan from the outside in. */
async function stagesOf(command: Document): Promise<string[]> {
  const explained = await server.db.command({ explain: command, verbosity: 'queryPlanner' });
  const stages: string[] = [];
  let plan: Document | undefined = explained.queryPlanner.winningPlan;
  for (; plan; plan = plan.inputStage) stages.push(plan.stage);
  return stages;
}

const newest = { at: -1, _id: -1 };
const OPEN = { parts: { $elemMatch: { farm: 1, status: { $in: ['placed', 'accepted'] } } } };

describe('the plan', () => {
  it.each<[string, Document, string[]]>([
    ['merges the ranges of $in', OPEN, ['FETCH', 'SORT_MERGE', 'IXSCAN']],
    ['merges what begins alike', { search: /^ada/ }, ['FETCH', 'SORT_MERGE', 'IXSCAN']],
    ['reads one range as it is', { 'parts.status': 'out' }, ['FETCH', 'IXSCAN']],
    [
      'sorts in memory by what an index does not have behind',
      { region: { $in: ['n', 's'] } },
      ['SORT', 'FETCH', 'IXSCAN'],
    ],
  ])('%s', async (_title, query, stages) => {
    if (!server.embedded) return;
    expect(await stagesOf({ find: indexed.collectionName, filter: query, sort: newest })).toEqual(
      stages,
    );
  });

  it.each<[string, Document]>([
    ['of one element', OPEN],
    ['of one element, said twice', { $and: [{ 'parts.farm': 1 }, OPEN] }],
    ['of a beginning', { search: /^ada/ }],
    ['of several values', { 'parts.status': { $in: STATUSES } }],
    ['between two moments', { ...OPEN, at: { $gte: new Date(5), $lt: new Date(50) } }],
  ])('counts %s by keys alone', async (_title, query) => {
    if (!server.embedded) return;
    const pipeline = [{ $match: query }, { $limit: 10 }, { $group: { _id: 1, n: { $sum: 1 } } }];
    expect(await stagesOf({ aggregate: indexed.collectionName, pipeline, cursor: {} })).toEqual([
      'COUNT',
      'IXSCAN',
    ]);
  });
});

describe('of two indexes', () => {
  it('the one that selects fewer documents is read', async () => {
    if (!server.embedded) return;
    const rows = Array.from({ length: 3_000 }, (_, _id) => ({
      _id,
      status: 'out',
      of: _id % 40,
      half: _id % 2,
      at: _id,
    }));
    const collection = await server.collectionOf(rows);
    await collection.createIndex({ status: 1, at: -1 });
    await collection.createIndex({ of: 1, at: -1 });
    await collection.createIndex({ half: 1, at: -1 });
    const indexOf = async (query: Document) => {
      const plan = await collection.find(query).sort({ at: -1 }).explain('queryPlanner');
      return plan.queryPlanner.winningPlan.inputStage.indexName;
    };
    expect(await indexOf({ status: 'out', of: 7 })).toBe('of_1_at_-1');
    expect(await indexOf({ status: 'none', of: 7 })).toBe('status_1_at_-1');
    expect(await indexOf({ status: 'out', half: 1 })).toBe('half_1_at_-1');
    expect(await indexOf({ status: 'out' })).toBe('status_1_at_-1');
  });
});

describe('$elemMatch asks for an array', () => {
  it('also where the index has the same entry of a document outside of one', async () => {
    const part = { farm: 1, status: 'placed' };
    const collection = await server.collectionOf([
      { _id: 0, parts: [part] },
      { _id: 1, parts: part },
    ]);
    await collection.createIndex({ 'parts.farm': 1, 'parts.status': 1 });
    const query = { parts: { $elemMatch: part } };
    expect(plain(await collection.find(query).toArray())).toEqual([{ _id: 0, parts: [part] }]);
    expect(plain(await collection.countDocuments(query))).toBe(1);
    await collection.deleteOne({ 'parts.0.farm': 1 });
    expect(plain(await collection.countDocuments(query, { limit: 5 }))).toBe(0);
  });
});

describe('two conditions on one path', () => {
  it.each<[string, Document[], number[]]>([
    ['the tighter limit holds', [{ n: { $lt: 5 } }, { n: { $lt: 3 } }], [0, 1, 2]],
    ['an open end is tighter', [{ n: { $lte: 3 } }, { n: { $lt: 3 } }], [0, 1, 2]],
    ['limits from both sides', [{ n: { $gt: 3 } }, { n: { $lte: 5 } }, { n: { $gt: 2 } }], [4, 5]],
    ['limits of different types', [{ n: { $gt: 3 } }, { n: { $lt: 'x' } }], []],
    ['a value and another', [{ n: 3 }, { n: { $in: [2, 4] } }], []],
    ['a value and a list', [{ n: { $eq: 3, $in: [2, 3] } }], [3]],
  ])('%s', async (_title, $and, ids) => {
    const collection = await server.collectionOf(
      Array.from({ length: 10 }, (_, n) => ({ _id: n, n })),
    );
    await collection.createIndex({ n: 1 });
    const rows = await collection.find({ $and }).toArray();
    expect(rows.map((row) => Number(row._id))).toEqual(ids);
    expect(plain(await collection.countDocuments({ $and }))).toBe(ids.length);
  });
});
