import type { ReactNode } from 'react';
import type { ProductDto } from '#libs/contracts';
import { AddToCart } from '../features/cart/add-to-cart';
import { lazyChunk } from '../lib/load-chunk';
import { WhenNear } from '../ui/deferred';

// loaded only if a product is sold out
const NotifyButton = lazyChunk(() => import('../features/catalogue/favourites/notify-button'));

/** For a sold-out product the button that subscribes to its return; else `buy`. */
export function orNotify(product: ProductDto, buy: ReactNode, large = false): ReactNode {
  const { _id, name, status, stock, holidayUntil } = product;
  if (status !== 'live' || stock !== 'sold_out' || holidayUntil !== null) return buy;
  return (
    <div className="min-h-11">
      <WhenNear>
        <NotifyButton id={_id} name={name} large={large} />
      </WhenNear>
    </div>
  );
}

/** The action on a product's card. */
export const buyAction = (product: ProductDto) =>
  orNotify(product, <AddToCart product={product} />);
