import { useEffect, useRef } from 'react';
import type { OrderDto } from '#libs/contracts';
import { useAnnounce } from '../../ui/live-announcer';
import { ringForOrder } from './order-sound';
import { ordersText } from './texts';

/** Tells a screen reader, and rings, for orders that came in since the page was opened. */
export function useNewOrders(orders: readonly OrderDto[] | undefined): void {
  const announce = useAnnounce('orders');
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (orders === undefined) return;
    const known = newest.current;
    const [last] = orders;
    newest.current = last?._id ?? '';
    if (known === null || last === undefined) return;
    const fresh = orders.filter((order) => order._id > known);
    if (fresh.length === 0) return;
    announce(ordersText.announceNew(fresh.length, last.code));
    ringForOrder();
  }, [orders, announce]);
}
