import { lazy } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import { whenIdle } from '../lib/when-idle';
import { Later } from '../ui/later';

// beside the page, which does not wait for it
const FavouriteButton = lazy(() =>
  whenIdle(() => import('../features/catalogue/favourites/favourite-button')),
);

/** The heart of a product. */
export function productHeart({ _id, name }: ProductDto) {
  return (
    <Later>
      <FavouriteButton kind="products" id={_id} name={name} />
    </Later>
  );
}

/** The heart of a farm. */
export function farmHeart({ _id, name }: FarmDto) {
  return (
    <Later>
      <FavouriteButton kind="farms" id={_id} name={name} />
    </Later>
  );
}
