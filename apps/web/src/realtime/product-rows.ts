import type { QueryKey } from '@tanstack/react-query';
import type { OwnProductDto, ProductDto } from '#libs/contracts';
import { filterOf, mapPages } from './cache';
import type { Facts, Viewer } from './facts';
import { currentProduct } from './product-patch';
import { isRow, mapped, mapSame, reconcileRows } from './rows';
import { shelfCompare, shelfMatcher } from './shelf-order';

interface Known {
  readonly facts: Facts;
  readonly viewer: Viewer;
}

/** What shoppers have on screen: pages, rails and single products. What was just published joins the pages. */
export function reconcileShelf(key: QueryKey, data: unknown, { facts }: Known): unknown {
  const current = (product: ProductDto) => currentProduct(product, facts);
  if (isRow<ProductDto>(data)) return current(data);
  if (Array.isArray(data))
    return mapSame(data, (row) => (isRow<ProductDto>(row) ? current(row) : row));
  const matches = shelfMatcher(key);
  return mapPages<ProductDto>(data, 'products', (pages) =>
    reconcileRows(pages, {
      current,
      matches: matches ?? (() => true),
      known: matches ? mapped(facts.published.values(), current) : [],
      compare: shelfCompare(filterOf(key).sort),
    }),
  );
}

/** What a farm and the admins have: their lists take in what was made, or has changed into their status. */
export function reconcileOwnProducts(
  key: QueryKey,
  data: unknown,
  { facts, viewer }: Known,
): unknown {
  const current = (product: OwnProductDto) => currentProduct(product, facts);
  if (isRow<OwnProductDto>(data)) return current(data);
  const matches = ownMatcher(key, viewer?.farmId ?? null);
  return mapPages<OwnProductDto>(data, 'products', (pages) =>
    reconcileRows(pages, {
      current,
      matches,
      known: mapped(facts.ownProducts.values(), current),
      compare: byName,
    }),
  );
}

/** Whether a product belongs into a list of a farm's own or of the admins, as the server filters it. */
export function ownMatcher(
  key: QueryKey,
  farmId: string | null,
): (product: OwnProductDto) => boolean {
  const { q, status, farm } = filterOf(key);
  const words = typeof q === 'string' ? q.toLowerCase() : '';
  const of = key[0] === 'own-products' ? farmId : (farm ?? undefined);
  return (product) =>
    (of === undefined || of === product.farmId) &&
    (status ?? product.status) === product.status &&
    product.name.toLowerCase().includes(words);
}

/** The order in which the server lists a farm's own and everybody's. */
export function byName(a: ProductDto, b: ProductDto): number {
  if (a.name === b.name) return a._id < b._id ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
