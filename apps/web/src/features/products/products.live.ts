import type { OwnProductDto } from '#libs/contracts';
import {
  currentProduct,
  type KnownProduct,
  products,
  putOwnProduct,
} from '../../entities/products';
import { liveList, liveOne } from '../../realtime/live-query';
import type { AllProductsFilter } from './product-lists';

/** A product that the server answered to its farm or to an admin. */
export const putProduct = putOwnProduct;

const row = {
  entity: products,
  current: (product: OwnProductDto, known: KnownProduct | undefined) =>
    currentProduct(product, known),
  learn: (own: OwnProductDto): KnownProduct => ({ own }),
  watched: true,
} as const;

const list = {
  ...row,
  rows: 'products',
  whole: ({ own }: KnownProduct) => own,
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

/** Whether a product belongs into a list, as the server filters it; `farm` undefined is every farm's. */
function matches({ q = '', status }: AllProductsFilter, farm: string | null | undefined) {
  const words = q.toLowerCase();
  return (product: OwnProductDto) =>
    (farm === undefined || farm === product.farmId) &&
    (status ?? product.status) === product.status &&
    product.name.toLowerCase().includes(words);
}

/** The order in which the server lists them. */
function byName(a: OwnProductDto, b: OwnProductDto): number {
  if (a.name === b.name) return a._id < b._id ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
