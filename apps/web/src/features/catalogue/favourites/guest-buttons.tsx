import { Bell, BellRing, Heart } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FavouriteKind, Id } from '#libs/contracts';
import { sessionStore, storageKeys } from '../../../lib/browser/storage';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { favouritesText } from '../texts';

export interface FavouriteTarget {
  kind: FavouriteKind;
  id: Id;
  /** Name of the product or farm, for the button's accessible name. */
  name: string;
}

/** A visitor's favourite button: visitors sign in first and return, and the favourite is set then. */
export function GuestFavouriteButton({ kind, id, name }: FavouriteTarget) {
  const signIn = useSignInForFavourite({ kind, id });
  return <FavouriteToggle on={false} name={name} hint={favouritesText.signIn} onPress={signIn} />;
}

function useSignInForFavourite(target: Omit<FavouriteTarget, 'name'>): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => {
    // read by pending-favourite.ts
    sessionStore.set(storageKeys.pendingFavourite, JSON.stringify(target));
    void navigate(paths.signIn, { state: { next: pathname + search } });
  };
}

export function FavouriteToggle({
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
      className="grid size-11 shrink-0 place-items-center rounded-full bg-paper text-tomato-ink shadow-lift transition-colors hover:bg-tomato-tint"
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

export interface Sought {
  id: Id;
  name: string;
  large: boolean;
}

/** Visitors sign in first and return; the product is made a favourite then. */
export function GuestNotifyButton(product: Sought) {
  const signIn = useSignInForFavourite({ kind: 'products', id: product.id });
  return <NotifyButton {...product} on={false} onPress={signIn} />;
}

/** Replaces Add for a sold-out product: makes it a favourite, so that the customer is notified of its return. */
export function NotifyButton({
  name,
  large,
  on,
  onPress,
}: Sought & { on: boolean; onPress: () => void }) {
  const label = on ? favouritesText.notifies : favouritesText.notify;
  return (
    <Button
      full
      tone={on ? 'leaf' : 'outline'}
      size={large ? 'lg' : 'md'}
      icon={<Icon of={on ? BellRing : Bell} size={18} />}
      aria-pressed={on}
      aria-label={`${label}: ${name}`}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
