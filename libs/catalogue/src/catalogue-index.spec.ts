import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  type Category,
  categorySchema,
  type FarmCalendar,
  fold,
  type ProductsQuery,
  productSortSchema,
  type SlotDto,
  toCents,
} from '#libs/contracts';
import { CatalogueIndex, type HiddenFarm } from './catalogue-index.js';
import type { CatalogueProduct, HiddenProduct } from './catalogue-product.js';
import type { CatalogueFarm } from './text-search.js';

const idOf = (n: number) => n.toString(16).padStart(24, '0');
const productIds = [1, 2, 3, 4, 5, 6].map(idOf);
const farmIds = [101, 102].map(idOf);
const names = ['Red Tomatoes', 'Tomato', 'Brócoli', 'Peas', 'Oak Farm Pear'];

const productOf = (id: string) =>
  fc
    .record({
      name: fc.constantFrom(...names),
      category: fc.constantFrom<Category>('vegetables', 'fruit'),
      farmId: fc.constantFrom(...farmIds),
      organic: fc.boolean(),
      price: fc.constantFrom(100, 250),
      dimension: fc.constantFrom(0, 1, 2),
      comparablePrice: fc.constantFrom(1, 2),
      stock: fc.constantFrom<CatalogueProduct['stock']>('in_stock', 'low', 'sold_out'),
      rating: fc.constantFrom(null, 2, 4.5),
      reviewCount: fc.constantFrom(0, 3),
      harvestedAt: fc.constantFrom(null, 1_000, 2_000),
    })
    .map((rest) => ({ id, version: 1, sortName: fold(rest.name), words: '', ...rest }));
const farmOf = (id: string) =>
  fc.constantFrom('Oak Farm', 'Pear Hill').map((name) => ({
    id,
    version: 1,
    slug: 's',
    name,
    image: '/i.svg',
    city: '',
    state: '',
    certification: null,
    holidayUntil: null,
  }));

type State = CatalogueProduct | HiddenProduct | CatalogueFarm | HiddenFarm;
/** The successive states of a product or farm. */
const lifeOf = (id: string, shown: fc.Arbitrary<State>) =>
  fc
    .array(fc.option(shown, { nil: { id, version: 1, hidden: true as const } }), { maxLength: 4 })
    .map((states) => states.map((state, n) => ({ ...state, version: n + 1 }) as State));
const lives = fc.tuple(
  ...productIds.map((id) => lifeOf(id, productOf(id))),
  ...farmIds.map((id) => lifeOf(id, farmOf(id))),
);

function fed(states: readonly State[]): CatalogueIndex {
  const index = new CatalogueIndex();
  for (const state of states) put(index, state);
  return index;
}
function put(index: CatalogueIndex, state: State): void {
  if (farmIds.includes(state.id)) index.putFarm(state as CatalogueFarm | HiddenFarm);
  else index.put(state as CatalogueProduct | HiddenProduct);
}

const query = (rest: Partial<ProductsQuery> = {}): ProductsQuery => ({ limit: 24, ...rest });
/** The observable state of an index as one text, because a thousand runs of deep comparisons take a minute. */
const seen = (index: CatalogueIndex) =>
  JSON.stringify([
    ...['', 'tomato', 'oak', 'pear', 'fruit', 'organic brocolli'].map((q, n) =>
      index.search(query({ q, sort: productSortSchema.options[n] })),
    ),
    ...['p', 'tom', 'vegetable', 'oak'].map((q) => index.suggest(q, 3)),
    index.pick(() => true, 3, farmIds[0]),
    [...index.productIds()].toSorted(),
    [...index.farmIds()].toSorted(),
  ]);

describe('the index of the catalogue', () => {
  it('ends the same as a fresh one, however late, often and mixed up the changes arrive', () => {
    const shuffled = lives.chain((all) => {
      const changes = all.flat();
      return fc.record({
        all: fc.constant(all),
        one: fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 }),
        two: fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 }),
      });
    });
    fc.assert(
      fc.property(shuffled, ({ all, one, two }) => {
        const fresh = seen(fed(all.flatMap((life) => life.slice(-1))));
        expect(seen(fed(one))).toBe(fresh);
        expect(seen(fed(two))).toBe(fresh);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 120) },
    );
  });

  it('that is queried between all changes answers as one that is queried for the first time', () => {
    fc.assert(
      fc.property(lives, (all) => {
        // Each state twice, the second time with a newer version only.
        const states = all.flatMap((life) =>
          life.flatMap((state) => [
            { ...state, version: state.version * 2 },
            { ...state, version: state.version * 2 + 1 },
          ]),
        );
        const asked = new CatalogueIndex();
        for (const [n, state] of states.entries()) {
          put(asked, state);
          expect(seen(asked)).toBe(seen(fed(states.slice(0, n + 1))));
        }
      }),
      { numRuns: 20 },
    );
  });

  const catalogue = fc.tuple(...productIds.map((id) => fc.option(productOf(id), { nil: null })));
  const filter = fc.record(
    {
      category: fc.subarray(['vegetables', 'fruit'] as Category[], { minLength: 1 }),
      farm: fc.subarray(farmIds, { minLength: 1 }),
      organic: fc.boolean(),
      inStock: fc.boolean(),
      minPrice: fc.constantFrom(0, 1.01, 2.5),
      maxPrice: fc.constantFrom(1, 2.49, 5),
      rating: fc.constantFrom(2, 4, 5),
      sort: fc.constantFrom(...productSortSchema.options),
    },
    { requiredKeys: [] },
  );
  const present = (products: readonly (CatalogueProduct | null)[]) =>
    products.filter((product) => product !== null);
  /** A plain implementation of the filters, each by its name in the query. */
  const fits = (product: CatalogueProduct, asked: Partial<ProductsQuery>) =>
    (!asked.category || asked.category.includes(product.category)) &&
    (!asked.farm || asked.farm.includes(product.farmId)) &&
    (asked.organic === undefined || asked.organic === product.organic) &&
    (!asked.inStock || product.stock !== 'sold_out') &&
    (asked.minPrice === undefined || product.price >= toCents(asked.minPrice)) &&
    (asked.maxPrice === undefined || product.price <= toCents(asked.maxPrice)) &&
    (asked.rating === undefined || (product.rating ?? 0) >= asked.rating);

  it('counts for each choice what choosing it would show', () => {
    fc.assert(
      fc.property(catalogue, filter, (products, asked) => {
        const all = present(products);
        const index = fed(all);
        const { total, facets } = index.search(query(asked));
        const totalOf = (change: Partial<ProductsQuery>) =>
          all.filter((product) => fits(product, { ...asked, ...change })).length;
        const { minPrice: _, maxPrice: __, ...rest } = asked;
        const prices = all.filter((product) => fits(product, rest)).map(({ price }) => price / 100);
        const counted = {
          total,
          category: Object.fromEntries(facets?.category.map((one) => [one.value, one.count]) ?? []),
          farm: Object.fromEntries(facets?.farm.map((one) => [one.value, one.count]) ?? []),
          organic: facets?.organic,
          inStock: facets?.inStock,
          rating: facets?.rating.map(({ count }) => count),
          price: facets?.price,
        };
        const some = (counts: [string, number][]) =>
          Object.fromEntries(counts.filter(([, count]) => count > 0));
        expect(counted).toEqual({
          total: totalOf({}),
          category: some(categorySchema.options.map((one) => [one, totalOf({ category: [one] })])),
          farm: some(farmIds.map((one) => [one, totalOf({ farm: [one] })])),
          organic: totalOf({ organic: true }),
          inStock: totalOf({ inStock: true }),
          rating: [4, 3, 2, 1].map((rating) => totalOf({ rating })),
          price: prices.length ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
        });
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 120) },
    );
  });

  it('shows on its pages everything that stays, once and in order, whatever else comes and goes', () => {
    const sort = fc.constantFrom(...productSortSchema.options);
    const q = fc.constantFrom('', 'tomato', 'p', 'oak');
    const churn = fc.array(fc.tuple(fc.constantFrom(...productIds.slice(3)), fc.boolean()), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        catalogue,
        churn,
        sort,
        q,
        fc.integer({ min: 1, max: 3 }),
        (products, churned, by, text, limit) => {
          const all = present(products);
          const index = fed(all);
          const staying = all.filter(({ id }) => productIds.slice(0, 3).includes(id));
          const expected = fed(staying).search(query({ q: text, sort: by })).ids;
          const shown: string[] = [];
          const coming = [...churned];
          let version = 2;
          let cursor: string | undefined;
          do {
            const page = index.search(
              query({ q: text, sort: by, limit, ...(cursor && { cursor }) }),
            );
            expect(page.ids.length).toBeLessThanOrEqual(limit);
            shown.push(...page.ids);
            cursor = page.nextCursor ?? undefined;
            const change = coming.pop();
            const other = all.find(({ id }) => id === change?.[0]);
            if (other && change)
              index.put(
                change[1]
                  ? { ...other, name: 'Tomato', sortName: 'tomato', price: 1, version: version++ }
                  : { id: other.id, version: version++, hidden: true },
              );
          } while (cursor);
          expect(shown.filter((id) => staying.some((product) => product.id === id))).toEqual(
            expected,
          );
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 120) },
    );
  });

  const plain: CatalogueProduct = {
    id: idOf(1),
    version: 1,
    name: 'Tomatoes',
    sortName: 'tomatoes',
    words: '',
    category: 'vegetables',
    farmId: idOf(101),
    organic: false,
    price: 100,
    dimension: 0,
    comparablePrice: 1,
    stock: 'in_stock',
    rating: null,
    reviewCount: 0,
    harvestedAt: null,
  };
  const stall = (...wishes: Partial<CatalogueProduct>[]) =>
    fed([
      ...wishes.map((wish, n) => ({
        ...plain,
        id: idOf(n + 1),
        ...wish,
        sortName: fold(wish.name ?? plain.name),
      })),
      {
        id: idOf(101),
        version: 1,
        slug: 'oak',
        name: 'Oak Tomato Farm',
        image: '/i.svg',
        city: '',
        certification: null,
        holidayUntil: null,
        state: '',
      },
    ]);
  const found = (index: CatalogueIndex, q: string, more: Partial<ProductsQuery> = {}) =>
    index.search(query({ q, ...more })).ids.map((id) => Number.parseInt(id, 16));

  it('puts the plain name before the long one, names before categories and farms, what is in stock before what is sold out', () => {
    const index = stall(
      { name: 'Vegetable soup', farmId: idOf(102) },
      { name: 'Leeks' },
      { name: 'Yellow heirloom tomato', farmId: idOf(102) },
      { name: 'Tomato', stock: 'sold_out', farmId: idOf(102) },
      { name: 'Tomatoes', farmId: idOf(102) },
      { name: 'Honey', category: 'pantry', farmId: idOf(102) },
    );
    expect(found(index, 'tomato')).toEqual([5, 3, 4, 2]);
    expect(found(index, 'vegetables')).toEqual([1, 2, 5, 3, 4]);
    expect(found(index, 'tomato yellow')).toEqual([3]);
    expect(found(index, 'yelow tomatos')).toEqual([3]);
    expect(found(index, 'oak leek')).toEqual([2]);
    expect(found(index, '.*')).toEqual([]);
  });

  it('does not take a word that exists for a typo of another one', () => {
    const index = stall({ name: 'Pears', farmId: idOf(102) }, { name: 'Peas', farmId: idOf(102) });
    expect(found(index, 'pears')).toEqual([1]);
    expect(found(index, 'peers')).toEqual([1]);
  });

  it('finds words of descriptions after all else, and forgets them with the description', () => {
    const index = stall(
      { name: 'Beets', words: 'goat cheese', farmId: idOf(102) },
      { name: 'Goat cheese', farmId: idOf(102) },
    );
    expect(found(index, 'cheese')).toEqual([2, 1]);
    expect(found(index, 'chee')).toEqual([2]);
    index.put({ ...plain, name: 'Beets', sortName: 'beets', farmId: idOf(102), version: 2 });
    expect(found(index, 'goats cheese')).toEqual([2]);
  });

  it('finds what is called otherwise, and what is one before what is made of one', () => {
    const index = stall(
      { name: 'Apple butter', farmId: idOf(102) },
      { name: 'Cultured sweet butter', farmId: idOf(102) },
      { name: 'Apples', stock: 'sold_out', farmId: idOf(102) },
      { name: 'Green eggplant', farmId: idOf(102) },
      { name: 'Scallions', farmId: idOf(102) },
    );
    expect(found(index, 'jam')).toEqual([1]);
    expect(found(index, 'butter')).toEqual([2, 1]);
    expect(found(index, 'appel')).toEqual([3, 1]);
    expect(found(index, 'aubergines')).toEqual([4]);
    expect(found(index, 'green onion')).toEqual([5]);
    expect(found(index, 'green onions apple')).toEqual([]);
  });

  it('says which of products, farms and categories was meant', () => {
    const index = stall({ name: 'Leeks' }, { name: 'Oak leaf lettuce', category: 'greens' });
    expect(index.suggest('oak tomato', 4).first).toBe('farms');
    expect(index.suggest('oak', 4).first).toBe('products');
    expect(index.suggest('greens', 4).first).toBe('categories');
  });

  it('compares prices per gram, millilitre and piece, each kind apart', () => {
    const index = stall(
      { dimension: 2, comparablePrice: 0.01 },
      { dimension: 0, comparablePrice: 3, price: 1 },
      { dimension: 0, comparablePrice: 0.5, price: 900 },
      { dimension: 1, comparablePrice: 2 },
      { dimension: 2, comparablePrice: 1_000 },
    );
    expect(found(index, '', { sort: 'price' })).toEqual([3, 2, 4, 1, 5]);
    expect(found(index, '', { sort: '-price' })).toEqual([2, 3, 4, 5, 1]);
  });

  it('searches again once more than a version has changed', () => {
    const index = stall({});
    const [first, { changes }] = [index.search(query()), index];
    index.put({ ...plain, version: 2 });
    index.put({ id: idOf(2), version: 1, hidden: true });
    expect(index.search(query())).toBe(first);
    expect(index.changes).toBe(changes + 2);
    index.put({ ...plain, version: 3, stock: 'low' });
    expect(index.search(query())).not.toBe(first);
  });

  it('suggests a farm only while it has something to show', () => {
    const index = stall({ name: 'Leeks' });
    expect(index.suggest('oak', 4).farms.map(({ slug }) => slug)).toEqual(['oak']);
    index.put({ id: idOf(1), version: 2, hidden: true });
    expect(index.suggest('oak', 4)).toEqual({
      products: [],
      farms: [],
      categories: [],
      first: 'products',
    });
  });
});

describe('the days in the index', () => {
  const MONDAY = Date.parse('2026-11-30T12:00:00.000Z');
  const [oak, pear] = farmIds as [string, string];
  const slotOf = (n: number, more: Partial<SlotDto> = {}): SlotDto => ({
    _id: idOf(200 + n),
    scheduleId: idOf(300),
    farmId: oak,
    name: 'At the barn',
    method: 'pickup',
    place: 'The barn',
    areas: [],
    date: '2026-12-04',
    startAt: '2026-12-04T21:00:00.000Z',
    endAt: '2026-12-05T00:00:00.000Z',
    cutOffAt: '2026-12-03T01:00:00.000Z',
    left: 3,
    state: 'open',
    version: 1,
    ...more,
  });
  const friday = slotOf(1);
  const saturday = slotOf(2, {
    ...{ method: 'delivery', place: null, areas: ['125'] },
    ...{ date: '2026-12-05', startAt: '2026-12-05T14:00:00.000Z' },
    ...{ endAt: '2026-12-05T17:00:00.000Z', cutOffAt: '2026-12-04T01:00:00.000Z' },
  });
  const calendarOf = (slots: SlotDto[], version = 1, farmId = oak): FarmCalendar => ({
    farmId,
    scheduled: ['delivery', 'pickup'],
    slots,
    version,
  });
  const farm = (id: string, more: Partial<CatalogueFarm> = {}): CatalogueFarm => ({
    ...{ id, version: 1, slug: id, name: id, image: '/i.svg', city: '', state: '' },
    ...{ certification: null, holidayUntil: null, ...more },
  });
  const product = (n: number, farmId: string, more: Partial<CatalogueProduct> = {}) => ({
    ...{ id: idOf(n), version: 1, name: 'Tomato', sortName: 'tomato', words: '', farmId },
    ...{ category: 'vegetables' as const, organic: false, price: 100, dimension: 0 },
    ...{ comparablePrice: 1, stock: 'in_stock' as const, rating: null, reviewCount: 0 },
    ...{ harvestedAt: null, ...more },
  });
  /** Two products of Oak, which has days, and one of Pear, which has none. */
  function stall(): CatalogueIndex {
    const index = new CatalogueIndex();
    for (const id of [oak, pear]) index.putFarm(farm(id));
    index.put(product(1, oak));
    index.put(product(2, oak, { organic: true }));
    index.put(product(3, pear));
    return index;
  }
  const shown = (index: CatalogueIndex, more: Partial<ProductsQuery> = {}, now = MONDAY) =>
    index.search(query(more), now).ids.map((id) => Number.parseInt(id, 16));
  const counts = (index: CatalogueIndex, more: Partial<ProductsQuery> = {}, now = MONDAY) =>
    index.search(query(more), now).facets?.day;
  const onFriday = { day: friday.date };

  it('are those of the farms with a free slot, and counted beside the other choices', () => {
    const index = stall();
    expect([counts(index), shown(index, onFriday)]).toEqual([[], []]);
    index.putCalendar(calendarOf([friday, saturday]));
    const both = [
      { value: '2026-12-04', count: 2 },
      { value: '2026-12-05', count: 2 },
    ];
    expect(counts(index)).toEqual(both);
    expect(shown(index)).toEqual([3, 2, 1]);
    expect(shown(index, onFriday)).toEqual([2, 1]);
    // as if this choice were not made
    expect(counts(index, onFriday)).toEqual(both);
    expect(counts(index, { organic: true })?.map(({ count }) => count)).toEqual([1, 1]);
    expect(index.search(query(onFriday), MONDAY).facets?.farm).toHaveLength(1);
    for (const day of ['2020-01-01', '2026-12-06', '2099-12-31'])
      expect(shown(index, { day })).toEqual([]);
  });

  it('leave out deliveries that do not reach a ZIP code', () => {
    const index = stall();
    index.putCalendar(calendarOf([friday, saturday]));
    expect(shown(index, { day: saturday.date })).toEqual([2, 1]);
    expect(shown(index, { day: saturday.date, zip: '12534' })).toEqual([2, 1]);
    expect(shown(index, { day: saturday.date, zip: '10001' })).toEqual([]);
    // a pickup needs no delivery
    expect(counts(index, { zip: '10001' })).toEqual([{ value: '2026-12-04', count: 2 }]);
  });

  it('end at their cut-off by the clock, without an event', () => {
    const index = stall();
    index.putCalendar(calendarOf([friday, saturday]));
    const cutOff = Date.parse(friday.cutOffAt);
    expect(shown(index, onFriday, cutOff - 1)).toEqual([2, 1]);
    expect(index.search(query(), cutOff - 2)).toBe(index.search(query(), cutOff - 1));
    expect(shown(index, onFriday, cutOff)).toEqual([]);
    expect(counts(index, {}, cutOff)).toEqual([{ value: '2026-12-05', count: 2 }]);
  });

  it('are gone while all places are taken, and nothing is searched again for other orders', () => {
    const index = stall();
    index.putCalendar(calendarOf([friday]));
    const [first, { changes }] = [index.search(query(onFriday), MONDAY), index];
    index.putSlot({ ...friday, left: 2, version: 2 });
    expect(index.search(query(onFriday), MONDAY)).toBe(first);
    expect(index.changes).toBe(changes);
    index.putSlot({ ...friday, left: 0, version: 3 });
    expect([shown(index, onFriday), counts(index)]).toEqual([[], []]);
    expect(index.changes).toBe(changes + 1);
    index.putSlot({ ...friday, left: 1, version: 4 });
    expect(shown(index, onFriday)).toEqual([2, 1]);
    index.putSlot({ ...friday, state: 'closed', version: 5 });
    expect(shown(index, onFriday)).toEqual([]);
  });

  it('are gone while the farm is on holiday', () => {
    const index = stall();
    index.putCalendar(calendarOf([friday]));
    const holidayUntil = MONDAY + 1_000;
    index.putFarm(farm(oak, { version: 2, holidayUntil }));
    expect([shown(index, onFriday), counts(index)]).toEqual([[], []]);
    expect(shown(index, onFriday, holidayUntil)).toEqual([2, 1]);
  });

  it('are at most fourteen, soonest first', () => {
    const index = stall();
    const dates = Array.from({ length: 20 }, (_, n) => addDays('2026-12-04', n));
    const slots = dates.map((date, n) => slotOf(n, { date }));
    index.putCalendar(calendarOf(slots.toReversed()));
    expect(counts(index)?.map(({ value }) => value)).toEqual(dates.slice(0, 14));
  });

  it('are the same, however late, often and mixed up the changes arrive', () => {
    const changes: ((index: CatalogueIndex) => void)[] = [
      (index) => index.putCalendar(calendarOf([friday], 1)),
      (index) => index.putSlot({ ...friday, left: 0, version: 2 }),
      (index) => index.putSlot({ ...friday, left: 1, version: 3 }),
      (index) => index.putCalendar(calendarOf([{ ...friday, left: 1, version: 3 }, saturday], 2)),
      (index) => index.putSlot({ ...saturday, state: 'closed', version: 2 }),
      (index) => index.putSlot({ ...friday, left: 2, version: 4 }),
    ];
    const order = fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 });
    fc.assert(
      fc.property(order, (mixed) => {
        const index = stall();
        for (const change of mixed) {
          change(index);
          // fills the caches, so that a change has to empty them
          counts(index);
        }
        expect(counts(index)).toEqual([{ value: '2026-12-04', count: 2 }]);
      }),
    );
  });
});
