import { type ReactNode, Suspense } from 'react';
import type { ProductDto } from '#libs/contracts';
import { AddToCart } from '../features/cart/add-to-cart';
import { GuestNotifyButton, type Sought } from '../features/catalogue/favourites/notify-button';
import { lazyPart } from '../lib/api/chunks';
import { useSession } from '../lib/session/session';

// visitors do not load it
const CustomerNotifyButton = lazyPart(
  () => import('../features/catalogue/favourites/customer-notify-button'),
);

/** For a sold-out product the button that subscribes to its return; else `buy`. */
export function orNotify(product: ProductDto, buy: ReactNode, large = false): ReactNode {
  const { _id, name, status, stock, holidayUntil } = product;
  if (status !== 'live' || stock !== 'sold_out' || holidayUntil !== null) return buy;
  return (
    <div className="min-h-11">
      <Notify id={_id} name={name} large={large} />
    </div>
  );
}

function Notify(product: Sought) {
  const { user } = useSession();
  if (user === null) return <GuestNotifyButton {...product} />;
  if (user.role !== 'customer') return null;
  return (
    <Suspense>
      <CustomerNotifyButton {...product} />
    </Suspense>
  );
}

/** The action on a product's card. */
export const buyAction = (product: ProductDto) =>
  orNotify(product, <AddToCart product={product} />);
