import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { productsPageSchema } from '#libs/contracts';
import { request } from '../../lib/api';

const MOST = 5;

/** `GET /products`, the first few for what is being typed; not live, it is gone in a moment. */
export function suggestProductsQueryOptions(text: string) {
  return queryOptions({
    queryKey: ['suggestions', text] as const,
    queryFn: ({ signal }) =>
      request(productsPageSchema, '/products', { query: { q: text, limit: MOST }, signal }),
    placeholderData: keepPreviousData,
  });
}
