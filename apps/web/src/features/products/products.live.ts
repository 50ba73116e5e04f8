import { hasWords, type OwnProductDto } from '#libs/contracts';
import {
  currentProduct,
  type KnownProduct,
  products,
  putOwnProduct,
} from '../../entities/products';
import { liveList, liveOne } from '../../realtime/live-query';
import type { AllProductsFilter } from './product-queries';

/** A store update with a product as its farm or an admin sees it. */
export const putProduct = putOwnProduct;

const row = {
  entity: products,
  current: (product: OwnProductDto, known: KnownProduct | undefined) =>
    currentProduct(product, known),
  facetsOf: (own: OwnProductDto): KnownProduct => ({ own }),
  watched: true,
} as const;

const list = {
  ...row,
  rows: 'products',
  toRow: ({ own }: KnownProduct) => own,
  compare: byName,
} as const;

liveList({
  ...list,
  key: ['own-products', 'list'],
  matches: (filter: AllProductsFilter, { viewer }) => matches(filter, viewer?.farmId ?? null),
});

liveOne({ ...row, key: ['own-products', 'detail'] });

liveList({
  ...list,
  key: ['all-products', 'list'],
  matches: (filter: AllProductsFilter) => matches(filter, filter.farm),
});

/** Whether a product matches a list's filter, as on the server; `farm` undefined matches all farms. */
function matches({ q = '', status, stock }: AllProductsFilter, farm: string | null | undefined) {
  return (product: OwnProductDto) =>
    (farm === undefined || farm === product.farmId) &&
    (status ?? product.status) === product.status &&
    (stock ?? product.stock) === product.stock &&
    hasWords(product.name, q);
}

/** The server's sort order. */
function byName(a: OwnProductDto, b: OwnProductDto): number {
  if (a.name === b.name) return a._id < b._id ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
