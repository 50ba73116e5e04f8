import { ShoppingBasket } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

/** The basket with the number of things in it. */
export function CartLink({ count }: { count: number }) {
  return (
    <Link
      to={paths.cart}
      aria-label={shellText.cartCount(count)}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <Icon of={ShoppingBasket} size={24} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-tomato px-1 text-xs font-bold text-on-tomato tabular-nums"
        >
          {formatNumber(count)}
        </span>
      )}
    </Link>
  );
}
