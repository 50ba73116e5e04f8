import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditFilter } from '#libs/contracts';
import { Button } from '../../../ui/button';
import { DownloadButton } from '../../../ui/download-button';
import { LiveRows } from '../../../ui/live-rows';
import { LoadingRows } from '../../../ui/loading-rows';
import { EmptyState, ErrorState } from '../../../ui/states';
import { auditText as text } from '../texts';
import { auditQueryOptions } from './audit';
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
