import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AllReviewsPage,
  allReviewsPageSchema,
  deletedReviewSchema,
  type EditReview,
  type FarmReviewsPage,
  farmReviewsPageSchema,
  type ModerateReview,
  type OwnReviewDto,
  type OwnReviewsPage,
  ownReviewDtoSchema,
  ownReviewsPageSchema,
  type PostReview,
  type ReceiptsPage,
  type ReviewsPage,
  receiptsPageSchema,
  reviewDtoSchema,
  reviewsPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putDeletedReview, putOwnReview, putReview, putWrittenReview } from './reviews.live';

/** The subject of reviews: a product by id, or a farm by slug. */
export type Reviewed = { product: string } | { farm: string };

const PAGE_SIZE = 5;
/** The server's maximum page size. */
const OWN_MAX = 100;

/** `GET /products/:id/reviews` or `GET /farms/:slug/reviews`, newest first. */
export function reviewsQueryOptions(of: Reviewed, stars?: number) {
  const path =
    'product' in of
      ? `/products/${encodeURIComponent(of.product)}/reviews`
      : `/farms/${encodeURIComponent(of.farm)}/reviews`;
  return infiniteQueryOptions({
    queryKey: ['reviews', 'list', { ...of, ...(stars === undefined ? {} : { stars }) }] as const,
    queryFn: ({ pageParam, signal }): Promise<ReviewsPage> =>
      request(reviewsPageSchema, path, {
        query: { stars, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ReviewsPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /reviews/mine`: the customer's own reviews, of one order or of all. */
export function ownReviewsQueryOptions(order?: string) {
  return queryOptions({
    queryKey: ['reviews', 'mine', order === undefined ? {} : { order }] as const,
    queryFn: ({ signal }): Promise<OwnReviewsPage> =>
      request(ownReviewsPageSchema, '/reviews/mine', { query: { order, limit: OWN_MAX }, signal }),
  });
}

/** `GET /reviews/mine/waiting`: delivered lines without a review. */
export function waitingReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'waiting'] as const,
    queryFn: ({ signal }): Promise<ReceiptsPage> =>
      request(receiptsPageSchema, '/reviews/mine/waiting', { query: { limit: OWN_MAX }, signal }),
  });
}

/** `POST /reviews`, or `PATCH /reviews/:id` for an existing one. */
export function useSaveReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: PostReview | (EditReview & { _id: string })): Promise<OwnReviewDto> => {
      if ('orderId' in content) {
        return request(ownReviewDtoSchema, '/reviews', { method: 'POST', body: content });
      }
      const { _id, ...body } = content;
      return request(ownReviewDtoSchema, `/reviews/${_id}`, { method: 'PATCH', body });
    },
    onSuccess: (review) => liveStore(client).put([putWrittenReview(review)]),
  });
}

/** `DELETE /reviews/:id`. */
export function useDeleteReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: OwnReviewDto) =>
      request(deletedReviewSchema, `/reviews/${review._id}`, { method: 'DELETE' }),
    onSuccess: (_, review) => liveStore(client).put([putDeletedReview(review)]),
  });
}

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
