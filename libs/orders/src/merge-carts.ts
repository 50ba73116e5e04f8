import { Types } from 'mongoose';
import { fromBaseUnits, MAX_ORDER_LINES, type MergedLine, toBaseUnits } from '#libs/contracts';
import { isPublic, type Product } from '#libs/products';
import type { CartLine } from './cart.model.js';

interface GuestItem {
  readonly productId: string;
  readonly quantity: number;
}

/** A visitor's cart joins the customer's; what did not come along in full is told, line by line. */
export function mergeCarts(
  own: readonly CartLine[],
  guest: readonly GuestItem[],
  products: readonly Product[],
): { items: CartLine[]; merged: MergedLine[] } {
  const byId = new Map(products.map((product) => [product._id.toString(), product]));
  const lines = new Map(own.map((line) => [line.productId.toString(), line]));
  const merged = guest.flatMap(({ productId, quantity: asked }): MergedLine[] => {
    const product = byId.get(productId);
    const line = lines.get(productId);
    const left = (reason: MergedLine['reason']) => [{ productId, asked, got: 0, reason }];
    if (!product?.listed || product.status === 'draft') return left('unknown');
    if (!isPublic(product)) return left('not-available');
    if (!line && lines.size >= MAX_ORDER_LINES) return left('cart-full');
    const had = line?.amount ?? 0;
    const amount = mergedAmount(product, had, asked);
    const seen = line?.seen ?? { price: product.price };
    if (amount > had)
      lines.set(productId, { productId: new Types.ObjectId(productId), amount, seen });
    const wanted = toBaseUnits(asked, product.unit) ?? 0;
    if (amount - had === wanted && wanted > 0) return [];
    const reason = had + wanted > product.available ? 'stock' : 'step';
    return [{ productId, asked, got: fromBaseUnits(amount - had, product.unit), reason }];
  });
  return { items: [...lines.values()], merged };
}

/** Both amounts together, at most what is there, in whole steps; never less than the customer's own cart already had. */
export function mergedAmount(
  product: Pick<Product, 'unit' | 'step' | 'minimum' | 'available'>,
  own: number,
  guestQuantity: number,
): number {
  const guest = toBaseUnits(guestQuantity, product.unit) ?? 0;
  const capped = Math.min(own + guest, product.available);
  const whole = capped - (capped % product.step);
  return Math.max(own, whole >= product.minimum ? whole : 0);
}
