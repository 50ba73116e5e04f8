import * as z from 'zod/mini';
import {
  idSchema,
  MAX_ORDER_LINES,
  type ProductDto,
  quantitySchema,
  unitSchema,
} from '#libs/contracts';
import { storage, storageKeys } from '../../lib/storage';

/** Stores name and unit for the merge report. */
const itemsSchema = z
  .array(
    z.object({
      productId: idSchema,
      quantity: quantitySchema,
      name: z.optional(z.string()),
      unit: z.optional(unitSchema),
    }),
  )
  .check(z.maxLength(MAX_ORDER_LINES));
export type GuestItem = z.infer<typeof itemsSchema>[number];

/** A visitor's cart before sign-in, in localStorage. */
export const guestCart = {
  read(): GuestItem[] {
    try {
      return itemsSchema.parse(JSON.parse(storage.get(storageKeys.guestCart) ?? '[]'));
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
