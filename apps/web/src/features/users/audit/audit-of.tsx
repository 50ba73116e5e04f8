import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { AuditFilter } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { LoadMore } from '../../../ui/load-more';
import { LoadingRows } from '../../../ui/loading-rows';
import { ErrorState } from '../../../ui/states';
import { auditText as text } from '../texts';
import { auditQueryOptions } from './audit';
import { AuditTable } from './audit-table';

/** The audit entries by a user, or about one. */
export function AuditOf({ filter }: { filter: Pick<AuditFilter, 'actor' | 'target'> }) {
  const query = useInfiniteQuery(auditQueryOptions(filter));
  const navigate = useNavigate();
  const logOf = (search: Record<string, string>) =>
    `${paths.dashboardOf('admin')}/audit?${new URLSearchParams(search)}`;
  if (query.isPending) return <LoadingRows rows={2} />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="text-ink-soft">{text.nothingYet}</p>;
  return (
    <>
      <AuditTable entries={entries} onFilter={(change) => void navigate(logOf(change))} />
      <LoadMore query={query} label={text.showMore} />
      <p className="mt-2">
        <Link
          to={logOf(filter)}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {text.inTheLog}
        </Link>
      </p>
    </>
  );
}
