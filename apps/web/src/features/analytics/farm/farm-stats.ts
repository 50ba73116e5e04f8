import { queryOptions } from '@tanstack/react-query';
import { farmStatsSchema } from '#libs/contracts';
import { request } from '../../../lib/api';

/** `GET /farms/mine/stats`: the own farm's open work, and its sales of the last `days` days. */
export function farmStatsQueryOptions(days: number) {
  return queryOptions({
    queryKey: ['farm-stats', days] as const,
    queryFn: ({ signal }) =>
      request(farmStatsSchema, '/farms/mine/stats', { query: { days }, signal }),
  });
}
