import { queryOptions } from '@tanstack/react-query';
import { farmStatsSchema } from '#libs/contracts';
import { request } from '../../../lib/api';

/** `GET /farms/mine/stats`: what the own farm has to do, and what it sold in the last days. */
export function farmStatsQueryOptions(days: number) {
  return queryOptions({
    queryKey: ['farm-stats', days] as const,
    queryFn: ({ signal }) =>
      request(farmStatsSchema, '/farms/mine/stats', { query: { days }, signal }),
  });
}
