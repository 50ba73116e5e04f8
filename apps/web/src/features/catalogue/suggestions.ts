import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { suggestionsSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /search/suggestions` for the typed text; not live, because it is shown only for a moment. */
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
