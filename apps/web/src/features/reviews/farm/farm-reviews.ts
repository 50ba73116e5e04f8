import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FarmReviewsPage, farmReviewsPageSchema, reviewDtoSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { putReview } from '../reviews.live';

/** `GET /farms/mine/reviews`: reviews of the own farm's products, newest first. */
export function farmReviewsQueryOptions(answered: boolean | undefined) {
  const filter = answered === undefined ? {} : { answered };
  return infiniteQueryOptions({
    queryKey: ['farm-reviews', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<FarmReviewsPage> =>
      request(farmReviewsPageSchema, '/farms/mine/reviews', {
        query: { ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FarmReviewsPage) => page.nextCursor ?? undefined,
  });
}

/** `PUT /reviews/:id/reply`: creates or changes the farm's reply. */
export function useReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, text }: { id: string; version: number; text: string }) =>
      request(reviewDtoSchema, `/reviews/${id}/reply`, { method: 'PUT', body: { version, text } }),
    onSuccess: (review) => liveStore(client).put([putReview(review)]),
    onError: () => client.invalidateQueries({ queryKey: ['farm-reviews'] }),
  });
}
