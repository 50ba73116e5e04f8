import { useEffect } from 'react';
import * as z from 'zod/mini';
import { favouriteKindSchema, idSchema } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { sessionStore, storageKeys } from '../../../lib/browser/storage';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { favouritesText } from '../texts';
import { type FavouriteTarget, FavouriteToggle, NotifyButton, type Sought } from './guest-buttons';
import { useFavourite } from './use-favourite';

/** A customer's favourite toggle of a product or a farm. */
export function CustomerFavouriteButton({ kind, id, name }: FavouriteTarget) {
  const online = useOnline();
  const toast = useToast();
  const { on, set } = useFavourite(kind, id);

  // the visitor pressed the heart, then signed in
  useEffect(() => {
    if (on !== undefined && takePendingFavourite({ kind, id }) && !on) set(true);
  });

  if (on === undefined) return null;
  return (
    <FavouriteToggle
      on={on}
      name={name}
      hint={on ? favouritesText.remove : favouritesText.add}
      onPress={() => (online ? set(!on) : toast({ tone: 'error', title: uiText.offline }))}
    />
  );
}

const pendingFavouriteSchema = z.object({ kind: favouriteKindSchema, id: idSchema });
type PendingFavourite = z.infer<typeof pendingFavouriteSchema>;

/**
 * Whether this is the favourite that a visitor chose before sign-in, kept in this tab until its button is rendered
 * again; if so, removes it.
 */
function takePendingFavourite({ kind, id }: PendingFavourite): boolean {
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

/** A customer's: makes the product a favourite. */
export function CustomerNotifyButton(product: Sought) {
  const online = useOnline();
  const toast = useToast();
  const { on = false, set } = useFavourite('products', product.id);
  const press = () => {
    if (!online) return toast({ tone: 'error', title: uiText.offline });
    set(!on);
    if (!on)
      toast({
        title: favouritesText.notifies,
        description: favouritesText.notifiesOf(product.name),
      });
  };
  return <NotifyButton {...product} on={on} onPress={press} />;
}
