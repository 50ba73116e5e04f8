import {
  COMPARED_PER,
  type FarmDto,
  type Favourites,
  hasWords,
  type ProductDto,
  type ProductRails,
  UNITS,
} from '#libs/contracts';
import { currentFarm, farms } from '../../entities/farms';
import { currentProduct, type KnownProduct, products } from '../../entities/products';
import { newest, SINGLETON_ID, simpleEntity, singletonId } from '../../realtime/entity';
import { liveList, liveOne, liveValue } from '../../realtime/live-query';
import { mapShared, newestFirst } from '../../realtime/rows';
import type { ProductsFilter } from './products';

const row = {
  entity: products,
  current: (product: ProductDto, known: KnownProduct | undefined) => currentProduct(product, known),
  watched: true,
} as const;
const list = { ...row, rows: 'products', compare: newestFirst } as const;

liveList({
  ...list,
  key: ['products', 'list'],
  toRow: ({ published }: KnownProduct) => published,
  // Only the server knows the rows of a list that starts at a cursor, which is not the first page, and of one day:
  // a card whose farm has no place left then says so, where it would vanish under the finger.
  matches: (filter: ProductsFilter, _, key) =>
    key[3] === undefined && filter.day === undefined ? filterMatcher(filter) : null,
  compare: (a, b, { sort = '' }) => (compareBySort[sort] ?? alwaysFirst)(a, b),
});
liveOne({ ...row, key: ['products', 'detail'] });
liveList({ ...list, key: ['products', 'related'] });

liveValue<ProductRails>({
  key: ['products', 'rails'],
  reads: [products],
  watched: true,
  current: (rails, view) => {
    const merged = (rail: ProductRails['picked']) => {
      const rows = mapShared(rail.products, (one) =>
        currentProduct(one, view.get(products, one._id)),
      );
      return rows === rail.products ? rail : { ...rail, products: rows };
    };
    const next = {
      picked: merged(rails.picked),
      inSeason: merged(rails.inSeason),
      lastFew: merged(rails.lastFew),
    };
    const isSame = Object.entries(next).every(
      ([name, rail]) => rail === rails[name as keyof ProductRails],
    );
    return isSame ? rails : next;
  },
});

/** Matches a search by its exact words; the server's fuzzy matches are added by the next fetch. */
function filterMatcher(filter: ProductsFilter): (product: ProductDto) => boolean {
  const { q, category, farm, organic, inStock, minPrice, maxPrice, rating } = filter;
  const among = (chosen: readonly string[] | undefined, value: string) =>
    chosen === undefined || chosen.length === 0 || chosen.includes(value);
  return (product) => {
    const text = `${product.name} ${product.farmer} ${product.category}`;
    return (
      product.status === 'live' &&
      hasWords(text, q ?? '') &&
      among(category, product.category) &&
      among(farm, product.farmId) &&
      (organic !== true || product.organic) &&
      (inStock !== true || product.stock !== 'sold_out') &&
      (minPrice === undefined || product.price >= minPrice) &&
      (maxPrice === undefined || product.price <= maxPrice) &&
      (rating === undefined || (product.rating ?? 0) >= rating)
    );
  };
}

type Compare = (a: ProductDto, b: ProductDto) => number;

/** Weights come first, then volumes, then pieces. */
const comparedPer = ({ comparablePrice: { per } }: ProductDto) => COMPARED_PER.indexOf(per);
/** Not rounded, as the server compares. */
const comparable = ({ price, unit }: ProductDto) => price / UNITS[unit].size;

/** Where a newly published product is inserted. */
const compareBySort: Record<string, Compare> = {
  newest: (a, b) => (b.harvestedAt ?? '').localeCompare(a.harvestedAt ?? ''),
  price: (a, b) => comparedPer(a) - comparedPer(b) || comparable(a) - comparable(b),
  '-price': (a, b) => comparedPer(a) - comparedPer(b) || comparable(b) - comparable(a),
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
};
/** For sort orders that only the server knows. */
const alwaysFirst: Compare = () => -1;

export const favourites = simpleEntity<Favourites>('favourites', singletonId, newest);

/** The ids of the customer's favourites. */
liveValue<Favourites>({
  key: ['favourites'],
  reads: [favourites],
  current: (data, view) => newest(data, view.get(favourites, SINGLETON_ID)),
});
liveList({ ...list, key: ['favourites', 'products'] });
liveList({
  key: ['favourites', 'farms'],
  rows: 'farms',
  entity: farms,
  current: (farm: FarmDto, known) => currentFarm(farm, known),
  compare: newestFirst,
});
