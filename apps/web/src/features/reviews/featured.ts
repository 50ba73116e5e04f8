import { queryOptions } from '@tanstack/react-query';
import { featuredReviewsSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /reviews/featured`: recent good reviews, one per product. */
export function featuredReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'featured'] as const,
    queryFn: ({ signal }) => request(featuredReviewsSchema, '/reviews/featured', { signal }),
  });
}
