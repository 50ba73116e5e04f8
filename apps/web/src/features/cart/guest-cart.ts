import { type MergeCart, mergeCartSchema, type ProductDto } from '#libs/contracts';
import { storage, storageKeys } from '../../lib/storage';

type GuestItems = MergeCart['items'];

/** What a visitor picked before signing in; kept in this browser only. */
export const guestCart = {
  read(): GuestItems {
    try {
      const items: unknown = JSON.parse(storage.get(storageKeys.guestCart) ?? '[]');
      return mergeCartSchema.parse({ items }).items;
    } catch {
      return [];
    }
  },
  write(items: GuestItems): void {
    if (items.length === 0) storage.remove(storageKeys.guestCart);
    else storage.set(storageKeys.guestCart, JSON.stringify(items));
  },
  /** Adds an amount, never more than there is. */
  add(product: ProductDto, quantity: number): void {
    const items = guestCart.read();
    const had = items.find((item) => item.productId === product._id)?.quantity ?? 0;
    const wanted = Math.round((had + quantity) * 1000) / 1000;
    const line = { productId: product._id, quantity: Math.min(product.available, wanted) };
    guestCart.write([...items.filter((item) => item.productId !== product._id), line]);
  },
};
