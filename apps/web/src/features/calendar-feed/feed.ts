import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { newFeedSchema, type OwnFeed, ownFeedSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /feeds/mine`. Refetched on window focus, because there are no events for it. */
export function feedQueryOptions() {
  return queryOptions({
    queryKey: ['own-feed'] as const,
    queryFn: ({ signal }) => request(ownFeedSchema, '/feeds/mine', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

function useSetFeed() {
  const client = useQueryClient();
  return (feed: OwnFeed['feed']) => client.setQueryData(feedQueryOptions().queryKey, { feed });
}

/** `POST /feeds`: its answer is the only one with the address. */
export function useMakeFeed() {
  const set = useSetFeed();
  return useMutation({
    mutationFn: () => request(newFeedSchema, '/feeds', { method: 'POST' }),
    onSuccess: ({ createdAt }) => void set({ createdAt }),
  });
}

/** `DELETE /feeds/mine`. */
export function useRevokeFeed() {
  const set = useSetFeed();
  return useMutation({
    mutationFn: () => request(ownFeedSchema, '/feeds/mine', { method: 'DELETE' }),
    onSuccess: ({ feed }) => void set(feed),
  });
}
