import { Types } from 'mongoose';
import {
  fromThousandths,
  MAX_ORDER_LINES,
  type MergedLine,
  toThousandths,
  wholeSteps,
} from '#libs/contracts';
import { isPublic, type Product } from '#libs/products';
import type { CartLine } from './cart.model.js';

interface GuestItem {
  readonly productId: string;
  readonly quantity: number;
}

/** Adds a visitor's cart to the customer's. `merged` lists the lines that were not added in full. */
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
    const skipped = (reason: MergedLine['reason']) => [{ productId, asked, got: 0, reason }];
    if (!product?.listed || product.status === 'draft') return skipped('unknown');
    if (!isPublic(product)) return skipped('not-available');
    if (!line && lines.size >= MAX_ORDER_LINES) return skipped('cart-full');
    const before = line?.amount ?? 0;
    const amount = mergedAmount(product, before, asked);
    const seen = line?.seen ?? { price: product.price };
    if (amount > before)
      lines.set(productId, { productId: new Types.ObjectId(productId), amount, seen });
    const wanted = toThousandths(asked);
    if (amount - before === wanted) return [];
    const reason = before + wanted > product.available ? 'stock' : 'step';
    return [{ productId, asked, got: fromThousandths(amount - before), reason }];
  });
  return { items: [...lines.values()], merged };
}

/** The sum of both amounts in thousandths, in whole steps, at most the available amount but never less than `own`. */
export function mergedAmount(
  product: Pick<Product, 'step' | 'minimum' | 'available'>,
  own: number,
  guestQuantity: number,
): number {
  const guest = toThousandths(guestQuantity);
  const whole = wholeSteps(Math.min(own + guest, product.available), product.step);
  return Math.max(own, whole >= product.minimum ? whole : 0);
}
