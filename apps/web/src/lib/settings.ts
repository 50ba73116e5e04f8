import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublicSettings } from '#libs/contracts';
import { request } from './api';

const schema = async () => (await import('./schemas')).publicSettingsSchema;

/** `GET /settings/public`: this installation's fees, identity provider and demo mode. */
export function settingsQueryOptions() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => request(schema, '/settings/public', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The settings; undefined until they are loaded. */
export function useSettings(): PublicSettings | undefined {
  return useQuery(settingsQueryOptions()).data;
}
