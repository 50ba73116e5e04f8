import * as z from 'zod/mini';
import { favouriteKindSchema, idSchema } from '#libs/contracts';
import { sessionStore, storageKeys } from '../../../lib/browser/storage';

const pendingFavouriteSchema = z.object({ kind: favouriteKindSchema, id: idSchema });
type PendingFavourite = z.infer<typeof pendingFavouriteSchema>;

/**
 * Whether this is the favourite that a visitor chose before sign-in, kept in this tab until its button is rendered
 * again; if so, removes it.
 */
export function takePendingFavourite({ kind, id }: PendingFavourite): boolean {
  try {
    const wish = pendingFavouriteSchema.parse(
      JSON.parse(sessionStore.get(storageKeys.pendingFavourite) ?? 'null'),
    );
    if (wish.kind !== kind || wish.id !== id) return false;
  } catch {
    return false;
  }
  sessionStore.remove(storageKeys.pendingFavourite);
  return true;
}
