import type { CartDto, ProductDto } from '#libs/contracts';
import type { Facts } from './facts';

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
    if (!fact || fact.available === item.available) return item;
    if (told ? fact.occurredAt < told.occurredAt : !news.has(item.productId)) return item;
    changed = true;
    return { ...item, available: fact.available };
  });
  return changed ? { ...base, items } : base;
}
