import { infiniteQueryOptions } from '@tanstack/react-query';
import { type StockLedgerPage, stockLedgerPageSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /products/:id/stock-ledger`: the changes of a stock, newest first. */
export function stockLedgerQueryOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: ['stock-ledger', id] as const,
    queryFn: ({ pageParam, signal }): Promise<StockLedgerPage> =>
      request(stockLedgerPageSchema, `/products/${encodeURIComponent(id)}/stock-ledger`, {
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    // entries have no events: refetched when the page is opened
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: StockLedgerPage) => page.nextCursor ?? undefined,
  });
}
