import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FavouriteKind, Id } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { useSession } from '../../../lib/session';
import { useOnline } from '../../../lib/use-online';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { pendingFavourite } from './pending-favourite';
import { favouritesText } from './texts';
import { useFavourite } from './use-favourite';

interface FavouriteTarget {
  kind: FavouriteKind;
  id: Id;
  /** Name of the product or farm, for the button's accessible name. */
  name: string;
}

/** The favourite toggle of a product or a farm, for customers; visitors sign in first and return. */
export default function FavouriteButton(target: FavouriteTarget) {
  const { user } = useSession();
  if (user === null) return <GuestFavouriteButton {...target} />;
  return user.role === 'customer' ? <CustomerFavouriteButton {...target} /> : null;
}

function GuestFavouriteButton({ kind, id, name }: FavouriteTarget) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signIn = () => {
    pendingFavourite.store({ kind, id });
    void navigate(paths.signIn, { state: { next: pathname + search } });
  };
  return <ToggleButton on={false} name={name} hint={favouritesText.signIn} onPress={signIn} />;
}

function CustomerFavouriteButton({ kind, id, name }: FavouriteTarget) {
  const online = useOnline();
  const toast = useToast();
  const { on, set } = useFavourite(kind, id);

  // the visitor pressed the heart, then signed in
  useEffect(() => {
    if (on !== undefined && pendingFavourite.take({ kind, id }) && !on) set(true);
  });

  if (on === undefined) return null;
  return (
    <ToggleButton
      on={on}
      name={name}
      hint={on ? favouritesText.remove : favouritesText.add}
      onPress={() => (online ? set(!on) : toast({ tone: 'error', title: uiText.offline }))}
    />
  );
}

function ToggleButton({
  on,
  name,
  hint,
  onPress,
}: {
  on: boolean;
  name: string;
  hint: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={favouritesText.label(name)}
      title={hint}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-full bg-paper text-tomato-ink shadow-lift transition-colors hover:bg-tomato-tint"
    >
      <Heart
        size={21}
        strokeWidth={1.9}
        aria-hidden="true"
        className={cx('transition-transform', on && 'scale-110 fill-current')}
      />
    </button>
  );
}
