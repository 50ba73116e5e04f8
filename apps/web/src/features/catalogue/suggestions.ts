import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api/api';

const schema = async () => (await import('../../lib/api/schemas')).suggestionsSchema;

/** `GET /search/suggestions` for the typed text; not live, because it is shown only for a moment. */
export function suggestionsQueryOptions(text: string) {
  return queryOptions({
    queryKey: ['suggestions', text] as const,
    queryFn: ({ signal }) => request(schema, '/search/suggestions', { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}
