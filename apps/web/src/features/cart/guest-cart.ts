import { fromThousandths, type ProductDto, toThousandths, type Unit } from '#libs/contracts';
import { storage, storageKeys } from '../../lib/browser/storage';
import { roomFor } from './cart-math';

/** Name and unit are stored for the merge report. */
export interface GuestItem {
  productId: string;
  quantity: number;
  name?: string;
  unit?: Unit;
}

/** Checks what shop pages use, without a schema, which their first load does not have; the merge checks the rest. */
const isItem = (value: Partial<GuestItem> | null): value is GuestItem =>
  typeof value?.productId === 'string' && typeof value.quantity === 'number';

let known: { readonly text: string | null; readonly items: GuestItem[] } = {
  text: null,
  items: [],
};

/** A visitor's cart before sign-in, in localStorage. */
export const guestCart = {
  /** For `useSyncExternalStore`. */
  subscribe: storage.subscribeTo(storageKeys.guestCart),
  read(): GuestItem[] {
    const text = storage.get(storageKeys.guestCart);
    // every card of a list asks
    if (text !== known.text) known = { text, items: parse(text) };
    return known.items;
  },
  write(items: readonly GuestItem[]): void {
    if (items.length === 0) storage.remove(storageKeys.guestCart);
    else storage.set(storageKeys.guestCart, JSON.stringify(items));
  },
  quantityOf(productId: string): number {
    return guestCart.read().find((item) => item.productId === productId)?.quantity ?? 0;
  },
  /** Sets the quantity of one product; 0 removes it. */
  set({ productId, name, unit }: GuestItem, quantity: number): void {
    const others = guestCart.read().filter((item) => item.productId !== productId);
    guestCart.write(quantity > 0 ? [...others, { productId, quantity, name, unit }] : others);
  },
  /** Adds a quantity, up to what can be ordered. */
  add(product: ProductDto, quantity: number): void {
    const { _id: productId, name, unit } = product;
    const total = fromThousandths(toThousandths(guestCart.quantityOf(productId) + quantity));
    guestCart.set({ productId, quantity, name, unit }, Math.min(roomFor(product), total));
  },
};

function parse(text: string | null): GuestItem[] {
  try {
    const stored = JSON.parse(text ?? '[]') as (Partial<GuestItem> | null)[];
    return stored.filter(isItem);
  } catch {
    return [];
  }
}
