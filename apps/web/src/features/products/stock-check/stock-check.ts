import { queryOptions, useMutation } from '@tanstack/react-query';
import { latestStockCheckSchema, stockCheckQueuedSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /admin/stock-check`: the latest result. */
export function stockCheckQueryOptions() {
  return queryOptions({
    queryKey: ['stock-check'] as const,
    queryFn: ({ signal }) => request(latestStockCheckSchema, '/admin/stock-check', { signal }),
  });
}

/** `POST /admin/stock-check`: queues a check; its result arrives as an event. */
export function useStockCheck() {
  return useMutation({
    mutationFn: () => request(stockCheckQueuedSchema, '/admin/stock-check', { method: 'POST' }),
  });
}
