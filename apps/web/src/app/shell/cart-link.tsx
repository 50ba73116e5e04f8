import { useQuery } from '@tanstack/react-query';
import { ShoppingBasket } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cartQueryOptions } from '../../features/cart/cart';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { formatNumber } from '../../lib/text/format';
import { Icon } from '../../ui/icon';
import { useAnnounce } from '../../ui/live-announcer';
import { shellText } from '../texts';

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

const COUNT_MAX = 99;

/** A number on the corner of an icon; for screen readers it is in the link's name. */
export function CountDot({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-tomato px-1 text-xs font-bold text-on-tomato tabular-nums"
    >
      {count > COUNT_MAX ? `${COUNT_MAX}+` : formatNumber(count)}
    </span>
  );
}

/** The number of items in the customer's cart, announced to screen readers when it changes; null without a cart. */
function useCartCount(): number | null {
  const { user } = useSession();
  const isCustomer = user?.role === 'customer';
  const { data } = useQuery({ ...cartQueryOptions(), enabled: isCustomer });
  const announce = useAnnounce('cart');
  const previous = useRef<number | null>(null);
  const count = isCustomer ? (data?.itemCount ?? 0) : null;
  useEffect(() => {
    if (data === undefined) return;
    if (previous.current !== null && previous.current !== data.itemCount) {
      announce(shellText.cartCount(data.itemCount));
    }
    previous.current = data.itemCount;
  }, [data, announce]);
  return count;
}
