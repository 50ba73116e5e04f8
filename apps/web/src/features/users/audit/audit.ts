import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditFilter, type AuditPage, auditPageSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /audit-log`, newest first. */
export function auditQueryOptions(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      request(auditPageSchema, '/audit-log', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AuditPage) => page.nextCursor ?? undefined,
  });
}
