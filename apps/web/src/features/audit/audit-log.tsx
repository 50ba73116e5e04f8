import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import type { AuditFilter } from '#libs/contracts';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useOnline } from '../../lib/use-online';
import { useReading } from '../../lib/use-reading';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { WaitingRows } from '../../ui/waiting-rows';
import { auditQueryOptions, useAuditFile } from './audit';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';
import { auditText as text } from './texts';
import { type AuditSearch, useAuditFilter } from './use-audit-filter';

/** What admins did: filtered, live, and as a file. */
export function AuditLog() {
  const { search, filter, isFiltered, set, clear } = useAuditFilter();
  return (
    <>
      <AuditFilters search={search} isFiltered={isFiltered} onChange={set} onClear={clear} />
      <Entries
        key={JSON.stringify(filter)}
        filter={filter}
        onNarrow={set}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

function Entries({
  filter,
  onNarrow,
  onClear,
}: {
  filter: AuditFilter;
  onNarrow: (change: Partial<AuditSearch>) => void;
  onClear: (() => void) | null;
}) {
  const query = useInfiniteQuery(auditQueryOptions(filter));
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const rows = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const calm = useCalmRows(rows, reading);
  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-3">
          {[0, 1, 2, 3, 4, 5].map((at) => (
            <Skeleton key={at} className="h-14" />
          ))}
        </div>
      </Loading>
    );
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
    <section ref={region} aria-label={text.caption} {...focusProps}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft tabular-nums">
          {text.found(query.data.pages[0]?.total ?? rows.length)}
        </p>
        <FileButton filter={filter} />
      </div>
      <WaitingRows count={calm.waiting} label={text.waiting(calm.waiting)} onShow={calm.show} />
      <AuditTable entries={calm.shown} onNarrow={onNarrow} />
      <LoadMore query={query} label={text.showMore} />
    </section>
  );
}

function FileButton({ filter }: { filter: AuditFilter }) {
  const online = useOnline();
  const toast = useToast();
  const file = useAuditFile();
  return (
    <Button
      tone="outline"
      size="sm"
      icon={<Icon of={Download} size={18} />}
      busy={file.isPending}
      disabledReason={online ? null : text.offline}
      onClick={() =>
        file.mutate(filter, {
          onError: (error) =>
            toast({
              tone: 'error',
              title: text.downloadFailed,
              description: errorMessage(error),
            }),
        })
      }
    >
      {text.download}
    </Button>
  );
}
