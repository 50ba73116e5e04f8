import { isLive } from '#libs/contracts';
import { useOpenOrders } from '../use-board-orders';
import { useSeenChanges } from './seen-changes';

/** How many open orders were changed by others after they were accepted, and not seen since. */
export function useChangedCount(): number {
  const { data } = useOpenOrders();
  const { unseen } = useSeenChanges();
  const parts = data?.pages.flatMap(({ orders }) => orders.flatMap((order) => order.parts)) ?? [];
  return parts.filter(
    // new orders are counted already
    (part) => part.status !== 'placed' && isLive(part.status) && unseen(part).length > 0,
  ).length;
}
