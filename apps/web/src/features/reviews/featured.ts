import { queryOptions } from '@tanstack/react-query';
import { featuredReviewsSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /reviews/featured`: the best of the newest, one per product. */
export function featuredReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'featured'] as const,
    queryFn: ({ signal }) => request(featuredReviewsSchema, '/reviews/featured', { signal }),
  });
}
