import { useInfiniteQuery } from '@tanstack/react-query';
import { isLive } from '#libs/contracts';
import { openOrdersQueryOptions } from '../orders';
import { useSeenChanges } from './seen-changes';

/** How many orders were changed by others after they were accepted, and not seen since; of those that are loaded. */
export function useChangedCount(): number {
  const { data } = useInfiniteQuery({ ...openOrdersQueryOptions(), enabled: false });
  const { unseen } = useSeenChanges();
  const parts = data?.pages.flatMap(({ orders }) => orders.flatMap((order) => order.parts)) ?? [];
  return parts.filter(
    // new orders are counted already
    (part) => part.status !== 'placed' && isLive(part.status) && unseen(part).length > 0,
  ).length;
}
