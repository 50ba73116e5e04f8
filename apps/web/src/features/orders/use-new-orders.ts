import { useEffect, useRef } from 'react';
import type { OrderDto } from '#libs/contracts';
import { useAnnounce } from '../../ui/live-announcer';
import { playForNewOrder } from './order-sound';
import { ordersText } from './texts';

/** Announces orders that arrive while the page is open, and plays the sound. */
export function useNewOrders(orders: readonly OrderDto[] | undefined): void {
  const announce = useAnnounce('orders');
  const newest = useRef<string | null>(null);
  useEffect(() => {
    if (orders === undefined) return;
    const known = newest.current;
    const [last] = orders;
    newest.current = last?._id ?? '';
    if (known === null || last === undefined) return;
    const added = orders.filter((order) => order._id > known);
    if (added.length === 0) return;
    announce(ordersText.announceNew(added.length, last.code));
    playForNewOrder();
  }, [orders, announce]);
}
