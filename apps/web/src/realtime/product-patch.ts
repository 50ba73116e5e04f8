import {
  type CartDto,
  type CartItem,
  cartTotals,
  type ProductDto,
  withProduct,
} from '#libs/contracts';
import type { Facts, ProductFact } from './facts';

/** The product with newer stock, price and status, if the events know any. */
export function currentProduct(product: ProductDto, facts: Facts): ProductDto {
  const fact = facts.products.get(product._id);
  if (!fact || fact.version <= product.version) return product;
  const { price, status, available, stock, version } = fact;
  const {
    rating = product.rating,
    reviewCount = product.reviewCount,
    holidayUntil = product.holidayUntil,
  } = fact;
  const now = { price, status, available, stock, rating, reviewCount, holidayUntil, version };
  return { ...product, ...now };
}

/**
 * The newest cart, its lines with the newest stock. A line carries no version of its product: against a cart
 * that came as an event the later moment on the server decides; into a cart that was fetched go only the
 * products of this batch (`news`), because an old fact may be of a product that nobody watched since.
 */
export function currentCart(cart: CartDto, facts: Facts, news: ReadonlySet<string>): CartDto {
  const told = facts.cart && facts.cart.cart.version >= cart.version ? facts.cart : null;
  const base = told && told.cart.version > cart.version ? told.cart : cart;
  let changed = false;
  const items = base.items.map((item) => {
    const fact = facts.products.get(item.productId);
    if (!fact || isTold(item, fact)) return item;
    if (told ? fact.occurredAt < told.occurredAt : !news.has(item.productId)) return item;
    changed = true;
    return withProduct(item, nowOf(fact));
  });
  return changed ? { ...base, items, ...cartTotals(items) } : base;
}

/** What a cart's line says of its product, as the server would say it after this event. */
function nowOf({ price, status, available }: ProductFact) {
  const buyable = status === 'live';
  return { price, buyable, available: buyable ? available : 0 };
}

function isTold(item: CartItem, fact: ProductFact): boolean {
  const now = nowOf(fact);
  return (
    item.price === now.price && item.buyable === now.buyable && item.available === now.available
  );
}
