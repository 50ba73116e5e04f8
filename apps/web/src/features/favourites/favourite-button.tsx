import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FavouriteKind, Id } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { useOnline } from '../../lib/use-online';
import { uiText } from '../../ui/texts';
import { useToast } from '../../ui/toast';
import { favouriteWish } from './favourite-wish';
import { favouritesText } from './texts';
import { useFavourite } from './use-favourite';

export interface Favourited {
  kind: FavouriteKind;
  id: Id;
  /** What it is of, for the button's name. */
  name: string;
}

/** The heart on a product or a farm: for customers, and for visitors, whom it takes to the sign-in and back. */
export default function FavouriteButton({ kind, id, name }: Favourited) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const online = useOnline();
  const toast = useToast();
  const { on, set } = useFavourite(kind, id);

  // marked before the sign-in that led back here
  useEffect(() => {
    if (on !== undefined && favouriteWish.take({ kind, id }) && !on) set(true);
  });

  if (user !== null && on === undefined) return null;
  const press = () => {
    if (user === null) {
      favouriteWish.keep({ kind, id });
      void navigate(paths.signIn, { state: { next: pathname + search } });
    } else if (online) set(!on);
    else toast({ tone: 'error', title: uiText.offline });
  };
  const hint = on ? favouritesText.remove : favouritesText.add;
  return (
    <button
      type="button"
      aria-pressed={on === true}
      aria-label={favouritesText.label(name)}
      title={user === null ? favouritesText.signIn : hint}
      onClick={press}
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
