import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { isLive, type OrderDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useAnnounce } from '../../ui/live-announcer';
import { useToast } from '../../ui/toast';
import { playForNewOrder } from './order-sound';
import { shortsText } from './shorts/texts';
import { ordersText } from './texts';
import { useOrderKeys } from './use-order-keys';

/** Announces orders that arrive, and what others change, while the page is open, and plays the sound. */
function useNewOrders(orders: readonly OrderDto[] | undefined): void {
  const announce = useAnnounce('orders');
  const newest = useRef<string | null>(null);
  const changed = useRef('');
  useEffect(() => {
    if (orders === undefined) return;
    const known = newest.current;
    const added = orders.filter((order) => order._id > (known ?? ''));
    const last = latestOf(added, ({ _id }) => _id);
    newest.current = last?._id ?? known ?? '';
    const before = changed.current;
    const edited = orders.filter((order) => changedAt(order) > before);
    const edit = latestOf(edited, changedAt);
    changed.current = edit ? changedAt(edit) : before;
    if (known === null || (!last && !edit)) return;
    if (last) announce(ordersText.announceNew(added.length, last.code));
    else if (edit)
      announce(
        edited.length === 1 && isOver(edit)
          ? shortsText.announceCancelled(edit.code)
          : shortsText.announce(edited.length, edit.code),
      );
    playForNewOrder();
  }, [orders, announce]);
}

const isOver = ({ parts }: OrderDto) => parts.every(({ status }) => !isLive(status));

/** When somebody other than the farm changed the order last; empty if nobody did. */
const changedAt = ({ parts }: OrderDto): string =>
  parts.flatMap(({ changes }) => changes).findLast(({ by }) => by.role !== 'farmer')?.at ?? '';

const latestOf = (orders: readonly OrderDto[], key: (order: OrderDto) => string) =>
  orders.reduce<OrderDto | null>(
    (latest, order) => (latest === null || key(order) > key(latest) ? order : latest),
    null,
  );

/** Announces new and changed orders, and returns the ref of the element whose orders the keys act on. */
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
