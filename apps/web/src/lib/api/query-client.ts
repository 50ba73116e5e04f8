import { QueryClient } from '@tanstack/react-query';
import { DATA_FRESH_MS, DATA_KEPT_MS } from '#libs/contracts';
import { keptOrFetched } from '../offline/kept-or-fetched';
import { isClientError } from './api';
import { ChunkError } from './chunks';

/** One retry (docs/product.md, Constants), but none after a client error or a missing chunk, which a retry would only repeat. */
function shouldRetry(failures: number, error: Error): boolean {
  return !isClientError(error) && !(error instanceof ChunkError) && failures < 1;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DATA_FRESH_MS,
        gcTime: DATA_KEPT_MS,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
        // offline is an error that the screen shows, not a paused query
        networkMode: 'always',
        persister: keptOrFetched,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
