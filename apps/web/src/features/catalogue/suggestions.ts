import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { suggestionsSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /search/suggestions` for what is being typed; not live, it is gone in a moment. */
export function suggestionsQueryOptions(text: string) {
  return queryOptions({
    queryKey: ['suggestions', text] as const,
    queryFn: ({ signal }) =>
      request(suggestionsSchema, '/search/suggestions', { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}
