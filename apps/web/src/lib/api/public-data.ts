import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id, PublicSettings } from '#libs/contracts';
import { request } from './api';

const settingsSchema = async () => (await import('./schemas')).publicSettingsSchema;

/** `GET /settings/public`: this installation's fees, identity provider and demo mode. */
export function settingsQueryOptions() {
  return queryOptions({
    queryKey: ['settings'],
    meta: { kept: settingsSchema },
    queryFn: ({ signal }) => request(settingsSchema, '/settings/public', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The settings; undefined until they are loaded. */
export function useSettings(): PublicSettings | undefined {
  return useQuery(settingsQueryOptions()).data;
}

const farmsSchema = async () => (await import('./schemas')).farmsPageSchema;

/** `GET /farms`: the first page of the approved farms. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    meta: { kept: farmsSchema },
    queryFn: ({ signal }) => request(farmsSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}

/** `GET /farms?q=`: the farms whose name or place matches, best first, or the newest; not live, because it is shown only briefly. */
export function farmSearchQueryOptions(q: string, limit: number) {
  return queryOptions({
    queryKey: ['farms', 'found', q, limit] as const,
    queryFn: ({ signal }) =>
      request(farmsSchema, '/farms', { query: { q: q || undefined, limit }, signal }),
  });
}

/** `GET /farms?ids=`: some farms, live: the farms of a cart, or those whose names are shown. */
export function farmsOfQueryOptions(ids: readonly Id[]) {
  const sorted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ['farms', 'of', sorted] as const,
    meta: { kept: farmsSchema },
    queryFn: ({ signal }) =>
      request(farmsSchema, '/farms', { query: { ids: sorted.join() }, signal }),
    enabled: sorted.length > 0,
  });
}

const reviewsSchema = async () => (await import('./schemas')).featuredReviewsSchema;

/** `GET /reviews/featured`: recent good reviews, one per product. */
export function featuredReviewsQueryOptions() {
  return queryOptions({
    queryKey: ['reviews', 'featured'] as const,
    queryFn: ({ signal }) => request(reviewsSchema, '/reviews/featured', { signal }),
  });
}
