import {
  type CartDto,
  cartTotals,
  comparablePrice,
  type ProductDto,
  toCents,
  withProduct,
} from '#libs/contracts';
import type { Facts, ProductFact } from './facts';

/**
 * The product as the events know it. Its words and pictures have a version of their own, so that an edit and
 * a sale that arrive in the wrong order both stay.
 */
export function currentProduct<Row extends ProductDto>(product: Row, facts: Facts): Row {
  return withOwn(withStock(withDetails(product, facts), facts), facts);
}

function withDetails<Row extends ProductDto>(product: Row, facts: Facts): Row {
  const told = facts.details.get(product._id);
  if (!told || told.detailsVersion <= product.detailsVersion) return product;
  const newest = told.version > product.version ? told : product;
  const { price, pricePerBase, status, available, stock, version } = newest;
  const { rating, reviewCount, holidayUntil } = newest;
  const now = { price, pricePerBase, status, available, stock, rating, reviewCount, holidayUntil };
  return { ...product, ...told, ...now, version };
}

function withStock<Row extends ProductDto>(product: Row, facts: Facts): Row {
  const fact = facts.products.get(product._id);
  if (!fact || fact.version <= product.version) return product;
  const { price, status, available, stock, version } = fact;
  const {
    rating = product.rating,
    reviewCount = product.reviewCount,
    holidayUntil = product.holidayUntil,
  } = fact;
  const pricePerBase = comparablePrice(toCents(price), product.unit);
  const now = { price, pricePerBase, status, available, stock, rating, reviewCount, holidayUntil };
  return { ...product, ...now, version };
}

/** What only its farm and the admins know, where the row is one of theirs. */
function withOwn<Row extends ProductDto>(product: Row, facts: Facts): Row {
  const fact = facts.counts.get(product._id);
  if (!fact || !('onHand' in product) || fact.version < product.version) return product;
  const { productId: _, farmId: __, version: ___, ...own } = fact;
  const isKnown = Object.entries(own).every(
    ([name, value]) => (product as Record<string, unknown>)[name] === value,
  );
  return isKnown ? product : { ...product, ...own };
}

/** The newest cart, each line with the newest that is known of its product. */
export function currentCart(cart: CartDto, facts: Facts): CartDto {
  const base = facts.cart && facts.cart.version > cart.version ? facts.cart : cart;
  let changed = false;
  const items = base.items.map((item) => {
    const fact = facts.products.get(item.productId);
    if (!fact || fact.version <= item.productVersion) return item;
    changed = true;
    return withProduct(item, nowOf(fact));
  });
  return changed ? { ...base, items, ...cartTotals(items) } : base;
}

/** What a cart's line says of its product, as the server would say it after this event. */
function nowOf({ price, status, available, version }: ProductFact) {
  const buyable = status === 'live';
  return { price, buyable, available: buyable ? available : 0, productVersion: version };
}
