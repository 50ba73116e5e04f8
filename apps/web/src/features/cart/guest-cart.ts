import {
  isId,
  MAX_ORDER_LINES,
  type ProductDto,
  toBaseUnits,
  UNITS,
  type Unit,
} from '#libs/contracts';
import { storage, storageKeys } from '../../lib/storage';

/** Name and unit are stored for the merge report. */
export interface GuestItem {
  productId: string;
  quantity: number;
  name?: string;
  unit?: Unit;
}

/** Checks without a schema: this code is in the first load of every shop page, which has no schemas. */
function isGuestItem(value: unknown): value is GuestItem {
  const { productId, quantity, name, unit } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof productId === 'string' &&
    isId(productId) &&
    typeof quantity === 'number' &&
    quantity > 0 &&
    quantity <= QUANTITY_MAX &&
    toBaseUnits(quantity, 'kg') !== null &&
    (name === undefined || typeof name === 'string') &&
    (unit === undefined || (typeof unit === 'string' && Object.hasOwn(UNITS, unit)))
  );
}
const QUANTITY_MAX = 100_000;

function isGuestCart(value: unknown): value is GuestItem[] {
  return Array.isArray(value) && value.length <= MAX_ORDER_LINES && value.every(isGuestItem);
}

/** A visitor's cart before sign-in, in localStorage. */
export const guestCart = {
  read(): GuestItem[] {
    try {
      const stored: unknown = JSON.parse(storage.get(storageKeys.guestCart) ?? '[]');
      return isGuestCart(stored) ? stored : [];
    } catch {
      return [];
    }
  },
  write(items: readonly GuestItem[]): void {
    if (items.length === 0) storage.remove(storageKeys.guestCart);
    else storage.set(storageKeys.guestCart, JSON.stringify(items));
  },
  /** Adds a quantity, up to the available stock. */
  add({ _id: productId, name, unit, available }: ProductDto, quantity: number): void {
    const items = guestCart.read();
    const inCart = items.find((item) => item.productId === productId)?.quantity ?? 0;
    const total = Math.round((inCart + quantity) * 1000) / 1000;
    const line = { productId, quantity: Math.min(available, total), name, unit };
    guestCart.write([...items.filter((item) => item.productId !== productId), line]);
  },
};
