import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useToast } from '../../ui/toast';
import { ordersText } from './texts';
import { useNewOrders } from './use-new-orders';
import { useOrderKeys } from './use-order-keys';

/** Announces new orders, and returns the ref of the element whose orders the keys act on. */
export function useOrderRegion(orders: readonly OrderDto[] | undefined, onHelp: () => void) {
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const toast = useToast();
  useNewOrders(orders);
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
