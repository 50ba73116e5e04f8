import { lazy, Suspense } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import { whenIdle } from '../lib/when-idle';

// beside the page, which does not wait for it
const FavouriteButton = lazy(() =>
  whenIdle(() => import('../features/favourites/favourite-button')),
);

/** The heart of a product. */
export function productHeart({ _id, name }: ProductDto) {
  return (
    <Suspense>
      <FavouriteButton kind="products" id={_id} name={name} />
    </Suspense>
  );
}

/** The heart of a farm. */
export function farmHeart({ _id, name }: FarmDto) {
  return (
    <Suspense>
      <FavouriteButton kind="farms" id={_id} name={name} />
    </Suspense>
  );
}
