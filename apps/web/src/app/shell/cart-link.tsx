import { ShoppingBasket } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';
import { CountDot } from './count-dot';
import { useCartCount } from './use-cart-count';

/** A customer's cart with its number of items; on phones it is in the bottom bar. */
export function CartLink() {
  const count = useCartCount();
  if (count === null) return null;
  return (
    <Link
      to={paths.cart}
      aria-label={shellText.cartCount(count)}
      className="relative hidden size-11 shrink-0 place-items-center md:inline-grid rounded-full hover:bg-sunken"
    >
      <Icon of={ShoppingBasket} size={24} />
      <CountDot count={count} />
    </Link>
  );
}
