import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useAnnounce } from '../../ui/live-announcer';
import { useToast } from '../../ui/toast';
import { playForNewOrder } from './order-sound';
import { ordersText } from './texts';
import { useOrderKeys } from './use-order-keys';

/** Announces orders that arrive while the page is open, and plays the sound. */
function useNewOrders(orders: readonly OrderDto[] | undefined): void {
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

/** Announces new orders, and returns the ref of the element whose orders the keys act on. */
export function useOrderRegion(
  orders: readonly OrderDto[] | undefined,
  onHelp: () => void,
  /** Those among which new ones are announced. */
  announced = orders,
) {
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const toast = useToast();
  useNewOrders(announced);
  useOrderKeys(region, {
    open: (id) => void navigate(paths.order(id)),
    help: onHelp,
    onInvalidStep: (id, status) => {
      const code = orders?.find((order) => order._id === id)?.code ?? '';
      toast({ tone: 'info', title: ordersText.notNow(code, ordersText.next[status]) });
    },
  });
  return region;
}
