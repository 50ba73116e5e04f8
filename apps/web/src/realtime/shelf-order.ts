import type { QueryKey } from '@tanstack/react-query';
import type { ProductDto } from '#libs/contracts';
import { filterOf } from './cache';

/**
 * Whether a product belongs into a list of the shop; null for lists that only the server can decide about:
 * those that begin further down, and what is not a list. Of a search only the plain finds are known here;
 * what the server would forgive in spelling comes with the next visit.
 */
export function shelfMatcher(key: QueryKey): ((product: ProductDto) => boolean) | null {
  if (key[1] !== 'list' || key[3] !== undefined) return null;
  const { q, category, farm, organic, inStock, minPrice, maxPrice, rating } = filterOf(key);
  const words = typeof q === 'string' ? q.toLowerCase().split(/\s+/).filter(Boolean) : [];
  const among = (chosen: unknown, value: string) =>
    Array.isArray(chosen) && chosen.length > 0 ? chosen.includes(value) : true;
  return (product) => {
    const said = `${product.name} ${product.farmer} ${product.category}`.toLowerCase();
    return (
      product.status === 'live' &&
      words.every((word) => said.includes(word)) &&
      among(category, product.category) &&
      among(farm, product.farmId) &&
      (organic !== true || product.organic) &&
      (inStock !== true || product.stock !== 'sold_out') &&
      (typeof minPrice !== 'number' || product.price >= minPrice) &&
      (typeof maxPrice !== 'number' || product.price <= maxPrice) &&
      (typeof rating !== 'number' || (product.rating ?? 0) >= rating)
    );
  };
}

type Compare = (a: ProductDto, b: ProductDto) => number;

const orders: Record<string, Compare> = {
  newest: (a, b) => (b.harvestedAt ?? '').localeCompare(a.harvestedAt ?? ''),
  price: (a, b) => a.pricePerBase.price - b.pricePerBase.price,
  '-price': (a, b) => b.pricePerBase.price - a.pricePerBase.price,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
};

/** Where a product that was just published stands; on top where the order is the server's alone. */
export function shelfCompare(sort: unknown): Compare {
  return orders[String(sort)] ?? (() => -1);
}
