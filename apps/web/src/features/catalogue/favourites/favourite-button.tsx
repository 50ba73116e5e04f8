import { useEffect } from 'react';
import { useOnline } from '../../../lib/browser/device';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { favouritesText } from '../texts';
import { type FavouriteTarget, FavouriteToggle } from './favourite-toggle';
import { takePendingFavourite } from './pending-favourite';
import { useFavourite } from './use-favourite';

/** A customer's favourite toggle of a product or a farm. */
export default function CustomerFavouriteButton({ kind, id, name }: FavouriteTarget) {
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
