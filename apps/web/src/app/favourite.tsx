import { Suspense } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import {
  type FavouriteTarget,
  GuestFavouriteButton,
} from '../features/catalogue/favourites/favourite-toggle';
import { lazyPart } from '../lib/api/chunks';
import { useSession } from '../lib/session/session';

// visitors do not load it
const CustomerFavouriteButton = lazyPart(
  () => import('../features/catalogue/favourites/favourite-button'),
);

/** For customers, and for visitors, who sign in first. */
function FavouriteButton(target: FavouriteTarget) {
  const { user } = useSession();
  if (user === null) return <GuestFavouriteButton {...target} />;
  if (user.role !== 'customer') return null;
  return (
    <Suspense>
      <CustomerFavouriteButton {...target} />
    </Suspense>
  );
}

/** The favourite button of a product. */
export function productFavouriteButton({ _id, name }: ProductDto) {
  return <FavouriteButton kind="products" id={_id} name={name} />;
}

/** The favourite button of a farm. */
export function farmFavouriteButton({ _id, name }: FarmDto) {
  return <FavouriteButton kind="farms" id={_id} name={name} />;
}
