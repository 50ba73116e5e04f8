import { queryOptions, useQuery } from '@tanstack/react-query';
import { type PublicSettings, publicSettingsSchema } from '#libs/contracts';
import { request } from './api';

/** What this installation says of itself: fees, identity provider, demo. */
export function settingsQueryOptions() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => request(publicSettingsSchema, '/settings/public', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The settings once they are here. */
export function useSettings(): PublicSettings | undefined {
  return useQuery(settingsQueryOptions()).data;
}
