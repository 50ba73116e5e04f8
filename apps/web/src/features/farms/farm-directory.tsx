import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUrlFilter } from '../../lib/lists/url-filter';
import { SearchFilter } from '../../ui/filters';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { FarmGrid } from './farm-tile';
import { farmDirectoryQueryOptions } from './farms';
import { farmsText } from './texts';

const read = (params: URLSearchParams) => ({ q: params.get('q') ?? '' });

/** The approved farms, page by page, with a search by name and place that is in the URL. */
export function FarmDirectory() {
  const { search, set } = useUrlFilter(read);
  return (
    <div className="grid gap-6">
      <SearchFilter
        label={farmsText.search}
        value={search.q}
        onChange={(q) => set({ q })}
        className="w-full max-w-sm"
      />
      <FoundFarms q={search.q} />
    </div>
  );
}

function FoundFarms({ q }: { q: string }) {
  const query = useInfiniteQuery({
    ...farmDirectoryQueryOptions(q),
    placeholderData: keepPreviousData,
  });
  const farms = query.data?.pages.flatMap((page) => page.farms) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const announce = useAnnounce('farms');
  const isReady = query.isSuccess && !query.isPlaceholderData;
  useEffect(() => {
    if (isReady && q !== '') announce(total === 0 ? farmsText.noMatch : farmsText.count(total));
  }, [isReady, q, total, announce]);

  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      </Loading>
    );
  }
  if (!query.data) return <ErrorState query={query} title={farmsText.failed} />;
  if (farms.length === 0) {
    return <EmptyState title={q === '' ? farmsText.none : farmsText.noMatch} />;
  }
  return (
    <div aria-busy={query.isPlaceholderData}>
      <p className="mb-4 text-ink-soft tabular-nums">{farmsText.count(total)}</p>
      <FarmGrid farms={farms} />
      <LoadMore query={query} label={farmsText.more} />
    </div>
  );
}
