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
import { favouriteWish } from './favourite-wish';
import { favouritesText } from './texts';
import { useFavourite } from './use-favourite';

interface Favourited {
  kind: FavouriteKind;
  id: Id;
  /** What it is of, for the button's name. */
  name: string;
}

/** The heart on a product or a farm: for customers, and for visitors, whom it takes to the sign-in and back. */
export default function FavouriteButton(favourited: Favourited) {
  const { user } = useSession();
  if (user === null) return <VisitorHeart {...favourited} />;
  return user.role === 'customer' ? <CustomerHeart {...favourited} /> : null;
}

function VisitorHeart({ kind, id, name }: Favourited) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const signIn = () => {
    favouriteWish.keep({ kind, id });
    void navigate(paths.signIn, { state: { next: pathname + search } });
  };
  return <HeartButton on={false} name={name} hint={favouritesText.signIn} onPress={signIn} />;
}

function CustomerHeart({ kind, id, name }: Favourited) {
  const online = useOnline();
  const toast = useToast();
  const { on, set } = useFavourite(kind, id);

  // marked before the sign-in that led back here
  useEffect(() => {
    if (on !== undefined && favouriteWish.take({ kind, id }) && !on) set(true);
  });

  if (on === undefined) return null;
  return (
    <HeartButton
      on={on}
      name={name}
      hint={on ? favouritesText.remove : favouritesText.add}
      onPress={() => (online ? set(!on) : toast({ tone: 'error', title: uiText.offline }))}
    />
  );
}

function HeartButton({
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
