import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { type AuditFilter, type AuditPage, auditPageSchema } from '#libs/contracts';
import { request, requestFile } from '../../../lib/api';
import { saveFile } from '../../../lib/save-file';

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

/** `GET /audit-log.csv`: the entries of a filter as a file. */
export function useAuditFile() {
  return useMutation({
    mutationFn: (filter: AuditFilter) => requestFile('/audit-log.csv', { query: { ...filter } }),
    onSuccess: (file) => saveFile(file, 'audit-log.csv'),
  });
}
