import * as z from 'zod/mini';
import { favouriteKindSchema, idSchema } from '#libs/contracts';
import { storageKeys, tabStorage } from '../../../lib/storage';

const wishSchema = z.object({ kind: favouriteKindSchema, id: idSchema });
type Wish = z.infer<typeof wishSchema>;

/** What a visitor wanted to mark before signing in; kept in this tab until its heart is seen again. */
export const favouriteWish = {
  keep(wish: Wish): void {
    tabStorage.set(storageKeys.favouriteWish, JSON.stringify(wish));
  },
  /** Whether it was this; then it is a wish no more. */
  take({ kind, id }: Wish): boolean {
    try {
      const wish = wishSchema.parse(
        JSON.parse(tabStorage.get(storageKeys.favouriteWish) ?? 'null'),
      );
      if (wish.kind !== kind || wish.id !== id) return false;
    } catch {
      return false;
    }
    tabStorage.remove(storageKeys.favouriteWish);
    return true;
  },
};
