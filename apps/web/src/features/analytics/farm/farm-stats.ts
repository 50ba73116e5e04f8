import { queryOptions } from '@tanstack/react-query';
import { farmStatsSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** The days of sales to request if only the counts of orders are needed. */
export const COUNTS_DAYS = 1;

/** `GET /farms/mine/stats`: the own farm's open work, and its sales of the last `days` days. */
export function farmStatsQueryOptions(days: number) {
  return queryOptions({
    queryKey: ['farm-stats', days] as const,
    queryFn: ({ signal }) =>
      request(farmStatsSchema, '/farms/mine/stats', { query: { days }, signal }),
  });
}
