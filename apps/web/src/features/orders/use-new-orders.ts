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
    const added = orders.filter((order) => order._id > (known ?? ''));
    const last = added.reduce<OrderDto | null>(
      (latest, order) => (latest === null || order._id > latest._id ? order : latest),
      null,
    );
    newest.current = last?._id ?? known ?? '';
    if (known === null || last === null) return;
    announce(ordersText.announceNew(added.length, last.code));
    playForNewOrder();
  }, [orders, announce]);
}
