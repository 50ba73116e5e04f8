import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api/api';

const schema = async () => (await import('../../lib/api/schemas')).featuredReviewsSchema;

/** `GET /reviews/featured`: recent good reviews, one per product. */
export function featuredReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'featured'] as const,
    queryFn: ({ signal }) => request(schema, '/reviews/featured', { signal }),
  });
}
