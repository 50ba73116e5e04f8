import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AllReviewsPage,
  allReviewsPageSchema,
  type ModerateReview,
  ownReviewDtoSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { putOwnReview } from '../reviews.live';

/** `GET /reviews`: all reviews, newest first; admins only. */
export function allReviewsQueryOptions(hidden: boolean | undefined) {
  const filter = hidden === undefined ? {} : { hidden };
  return infiniteQueryOptions({
    queryKey: ['all-reviews', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AllReviewsPage> =>
      request(allReviewsPageSchema, '/reviews', {
        query: { ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AllReviewsPage) => page.nextCursor ?? undefined,
  });
}

/** `PATCH /reviews/:id/moderation`: hides a review, or shows it again. */
export function useModerate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ModerateReview & { id: string }) =>
      request(ownReviewDtoSchema, `/reviews/${id}/moderation`, { method: 'PATCH', body }),
    onSuccess: (review) => liveStore(client).put([putOwnReview(review)]),
    onError: () => client.invalidateQueries({ queryKey: ['all-reviews'] }),
  });
}
