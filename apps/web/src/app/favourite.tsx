import { lazy } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import {
  type FavouriteTarget,
  GuestFavouriteButton,
} from '../features/catalogue/favourites/favourite-toggle';
import { useSession } from '../lib/session';
import { whenIdle } from '../lib/when-idle';
import { Deferred } from '../ui/deferred';

// loaded when the browser is idle, after the page
const CustomerFavouriteButton = lazy(() =>
  whenIdle(() => import('../features/catalogue/favourites/favourite-button')),
);

/** For customers, and for visitors, who sign in first. */
function FavouriteButton(target: FavouriteTarget) {
  const { user } = useSession();
  if (user === null) return <GuestFavouriteButton {...target} />;
  return user.role === 'customer' ? <CustomerFavouriteButton {...target} /> : null;
}

/** The favourite button of a product. */
export function productFavouriteButton({ _id, name }: ProductDto) {
  return (
    <Deferred>
      <FavouriteButton kind="products" id={_id} name={name} />
    </Deferred>
  );
}

/** The favourite button of a farm. */
export function farmFavouriteButton({ _id, name }: FarmDto) {
  return (
    <Deferred>
      <FavouriteButton kind="farms" id={_id} name={name} />
    </Deferred>
  );
}
