import { queryOptions, useQuery } from '@tanstack/react-query';
import { type PublicSettings, publicSettingsSchema } from '#libs/contracts';
import { request } from './api';

/** `GET /settings/public`: this installation's fees, identity provider and demo mode. */
export function settingsQueryOptions() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => request(publicSettingsSchema, '/settings/public', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The settings; undefined until they are loaded. */
export function useSettings(): PublicSettings | undefined {
  return useQuery(settingsQueryOptions()).data;
}
