import { type ReactNode, Suspense } from 'react';
import type { FarmDto, ProductDto } from '#libs/contracts';
import { AddToCart } from '../features/cart/add-to-cart';
import { defaultQuantity } from '../features/cart/cart-math';
import {
  type FavouriteTarget,
  GuestFavouriteButton,
  GuestNotifyButton,
} from '../features/catalogue/favourites/guest-buttons';
import { afterPage } from '../lib/api/after-page';
import { lazyPart } from '../lib/api/chunks';
import { useSession } from '../lib/session/session';

// visitors do not load them
const customerButtons = () => import('../features/catalogue/favourites/customer-buttons');
const CustomerNotifyButton = lazyPart(async () => ({
  default: (await customerButtons()).CustomerNotifyButton,
}));
const CustomerFavouriteButton = lazyPart(async () => ({
  default: (await customerButtons()).CustomerFavouriteButton,
}));

/** A button for customers, and one for visitors, who sign in first. */
function ForBuyers({ guest, customer }: { guest: ReactNode; customer: ReactNode }) {
  const { user } = useSession();
  if (user === null) return guest;
  return user.role === 'customer' && <Suspense>{customer}</Suspense>;
}

/** For a sold-out product the button that subscribes to its return; else `buy`. */
export function orNotify(product: ProductDto, buy: ReactNode, large = false): ReactNode {
  const { _id, name, status, stock, holidayUntil } = product;
  if (status !== 'live' || stock !== 'sold_out' || holidayUntil !== null) return buy;
  const sought = { id: _id, name, large };
  return (
    <div className="min-h-11">
      <ForBuyers
        guest={<GuestNotifyButton {...sought} />}
        customer={<CustomerNotifyButton {...sought} />}
      />
    </div>
  );
}

const AddToOrder = afterPage(() => import('../features/orders/add-to-order/add-to-order'));

/** Adds a product to the customer's open order at its farm, if there is one. */
export const addToOrder = (product: ProductDto, quantity: number) => (
  <ForBuyers guest={null} customer={<AddToOrder product={product} quantity={quantity} />} />
);

/** The actions on a product's card. */
export const buyAction = (product: ProductDto) =>
  orNotify(
    product,
    <>
      <AddToCart product={product} />
      {addToOrder(product, defaultQuantity(product))}
    </>,
  );

function favouriteButton(target: FavouriteTarget) {
  return (
    <ForBuyers
      guest={<GuestFavouriteButton {...target} />}
      customer={<CustomerFavouriteButton {...target} />}
    />
  );
}

/** The favourite button of a product. */
export const productFavouriteButton = ({ _id, name }: ProductDto) =>
  favouriteButton({ kind: 'products', id: _id, name });

/** The favourite button of a farm. */
export const farmFavouriteButton = ({ _id, name }: FarmDto) =>
  favouriteButton({ kind: 'farms', id: _id, name });
