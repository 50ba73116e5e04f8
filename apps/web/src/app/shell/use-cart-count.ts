import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cartQueryOptions } from '../../features/cart/cart';
import { useSession } from '../../lib/session/session';
import { useAnnounce } from '../../ui/live-announcer';
import { shellText } from '../texts';

/** The number of items in the customer's cart, announced to screen readers when it changes; null without a cart. */
export function useCartCount(): number | null {
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
