import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';

const schema = async () => (await import('../../lib/schemas')).featuredReviewsSchema;

/** `GET /reviews/featured`: recent good reviews, one per product. */
export function featuredReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'featured'] as const,
    queryFn: ({ signal }) => request(schema, '/reviews/featured', { signal }),
  });
}
