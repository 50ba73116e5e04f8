import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type OwnReviewsPage,
  ownReviewsPageSchema,
  type ReceiptsPage,
  type ReviewsPage,
  receiptsPageSchema,
  reviewsPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

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
