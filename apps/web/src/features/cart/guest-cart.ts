import * as z from 'zod/mini';
import {
  idSchema,
  MAX_ORDER_LINES,
  type ProductDto,
  quantitySchema,
  unitSchema,
} from '#libs/contracts';
import { storage, storageKeys } from '../../lib/storage';

/** With its name and unit, so that it can be named when it does not come along at the sign-in. */
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

/** What a visitor picked before signing in; kept in this browser only. */
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
  /** Adds an amount, never more than there is. */
  add({ _id: productId, name, unit, available }: ProductDto, quantity: number): void {
    const items = guestCart.read();
    const had = items.find((item) => item.productId === productId)?.quantity ?? 0;
    const wanted = Math.round((had + quantity) * 1000) / 1000;
    const line = { productId, quantity: Math.min(available, wanted), name, unit };
    guestCart.write([...items.filter((item) => item.productId !== productId), line]);
  },
};
