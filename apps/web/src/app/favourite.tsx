import { lazy } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import { whenIdle } from '../lib/when-idle';
import { Deferred } from '../ui/deferred';

// loaded when the browser is idle, after the page
const FavouriteButton = lazy(() =>
  whenIdle(() => import('../features/catalogue/favourites/favourite-button')),
);

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
