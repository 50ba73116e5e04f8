import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { AuditFilter } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/button';
import { DownloadButton } from '../../../ui/download-button';
import { LiveRows } from '../../../ui/live-rows';
import { LoadMore } from '../../../ui/load-more';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { auditText as text } from '../texts';
import { auditQueryOptions } from '../users';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';
import { type AuditSearch, useAuditFilter } from './use-audit-filter';

/** The audit log with filters, live updates and CSV download. */
export function AuditLog() {
  const { search, filter, isFiltered, set, clear } = useAuditFilter();
  return (
    <>
      <AuditFilters search={search} isFiltered={isFiltered} onChange={set} onClear={clear} />
      <Entries
        key={JSON.stringify(filter)}
        filter={filter}
        onFilter={set}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

function Entries({
  filter,
  onFilter,
  onClear,
}: {
  filter: AuditFilter;
  onFilter: (change: Partial<AuditSearch>) => void;
  onClear: (() => void) | null;
}) {
  const query = useInfiniteQuery(auditQueryOptions(filter));
  const rows = query.data?.pages.flatMap((page) => page.entries) ?? [];
  if (query.isPending) {
    return <LoadingRows />;
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        title={onClear === null ? text.none : text.noneFound}
        action={
          onClear !== null && (
            <Button tone="outline" onClick={onClear}>
              {text.clear}
            </Button>
          )
        }
      />
    );
  }
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={text.caption}
      more={text.showMore}
      head={
        <>
          <p>{text.found(query.data.pages[0]?.total ?? rows.length)}</p>
          <DownloadButton path="/audit-log.csv" query={{ ...filter }} name="audit-log.csv" />
        </>
      }
    >
      {(shown) => <AuditTable entries={shown} onFilter={onFilter} />}
    </LiveRows>
  );
}

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
