import type { FarmDto, Favourites, ProductDto, ProductRails } from '#libs/contracts';
import { currentFarm, farms } from '../../entities/farms';
import { currentProduct, type KnownProduct, products } from '../../entities/products';
import { newest, ONLY, only, whole } from '../../realtime/entity';
import { liveList, liveOne, liveValue } from '../../realtime/live-query';
import { mapSame, newestFirst } from '../../realtime/rows';
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
  whole: ({ published }: KnownProduct) => published,
  // a list that begins further down is the server's alone
  matches: (filter: ProductsFilter, _, key) => (key[3] === undefined ? shelfMatcher(filter) : null),
  compare: (a, b, { sort = '' }) => (shelfOrders[sort] ?? onTop)(a, b),
});
liveOne({ ...row, key: ['products', 'detail'] });
liveList({ ...list, key: ['products', 'related'] });

liveValue<ProductRails>({
  key: ['products', 'rails'],
  reads: [products],
  watched: true,
  current: (rails, live) => {
    const now = (rail: ProductRails['picked']) => {
      const rows = mapSame(rail.products, (one) =>
        currentProduct(one, live.get(products, one._id)),
      );
      return rows === rail.products ? rail : { ...rail, products: rows };
    };
    const next = {
      picked: now(rails.picked),
      inSeason: now(rails.inSeason),
      lastFew: now(rails.lastFew),
    };
    const isSame = Object.entries(next).every(
      ([name, rail]) => rail === rails[name as keyof ProductRails],
    );
    return isSame ? rails : next;
  },
});

/** Of a search only the plain finds are known here; what the server forgives in spelling comes with the next visit. */
function shelfMatcher(filter: ProductsFilter): (product: ProductDto) => boolean {
  const { q, category, farm, organic, inStock, minPrice, maxPrice, rating } = filter;
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const among = (chosen: readonly string[] | undefined, value: string) =>
    chosen === undefined || chosen.length === 0 || chosen.includes(value);
  return (product) => {
    const text = `${product.name} ${product.farmer} ${product.category}`.toLowerCase();
    return (
      product.status === 'live' &&
      words.every((word) => text.includes(word)) &&
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

/** Where a product that was just published stands. */
const shelfOrders: Record<string, Compare> = {
  newest: (a, b) => (b.harvestedAt ?? '').localeCompare(a.harvestedAt ?? ''),
  price: (a, b) => a.pricePerBase.price - b.pricePerBase.price,
  '-price': (a, b) => b.pricePerBase.price - a.pricePerBase.price,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
};
/** Where the order is the server's alone. */
const onTop: Compare = () => -1;

export const favourites = whole<Favourites>('favourites', only, newest);

/** The ids of what the customer has marked. */
liveValue<Favourites>({
  key: ['favourites'],
  reads: [favourites],
  current: (data, live) => newest(data, live.get(favourites, ONLY)),
});
liveList({ ...list, key: ['favourites', 'products'] });
liveList({
  key: ['favourites', 'farms'],
  rows: 'farms',
  entity: farms,
  current: (farm: FarmDto, known) => currentFarm(farm, known),
  compare: newestFirst,
});
