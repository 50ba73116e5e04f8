import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { NotificationKind } from '#libs/contracts';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/queries';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { playForNewOrder } from '../../features/orders/order-sound';
import { useChangedCount } from '../../features/orders/shorts/use-changed-count';
import { setWaiting } from '../../lib/browser/page';
import { paths } from '../../lib/paths';
import { useToast } from '../../ui/toast';
import { menuText } from '../texts';

/** What its farm is told of at once, on every page. */
const ANNOUNCED: ReadonlySet<NotificationKind> = new Set([
  'order.received',
  'order.changed',
  'order.cancelled',
]);
const board = `${paths.dashboardOf('farmer')}/orders`;

/** Announces new and changed orders to a farmer on every page: a toast and the sound outside of the board, the title and the tab's icon. */
export function NewOrders() {
  const { data: stats } = useQuery(farmStatsQueryOptions(COUNTS_DAYS));
  const placed = (stats?.orders.placed ?? 0) + useChangedCount();
  useEffect(() => {
    setWaiting(placed);
    return () => setWaiting(0);
  }, [placed]);
  useNewOrderToasts();
  return null;
}

/** Shows a toast once per new inbox entry of an order, except on the board, which announces them by itself. */
function useNewOrderToasts(): void {
  const { data } = useInfiniteQuery(inboxQueryOptions());
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const known = useRef<ReadonlySet<string> | null>(null);
  const isOnBoard = pathname === board;
  useEffect(() => {
    if (data === undefined) return;
    const orders = data.pages
      .flatMap((page) => page.notifications)
      .filter(({ kind }) => ANNOUNCED.has(kind));
    const before = known.current;
    known.current = new Set([...(before ?? []), ...orders.map(({ _id }) => _id)]);
    const added = orders.filter(({ _id, readAt }) => !before?.has(_id) && readAt === null);
    const [latest] = added;
    if (before === null || latest === undefined || isOnBoard) return;
    playForNewOrder();
    toast({
      tone: 'info',
      about: 'new-orders',
      title: added.length === 1 ? latest.title : menuText.newOrders(added.length),
      action: { label: menuText.toOrders, onAction: () => void navigate(board) },
    });
  }, [data, isOnBoard, toast, navigate]);
}
