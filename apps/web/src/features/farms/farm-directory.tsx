import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { farmsQueryOptions } from '../../lib/farms';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { FarmGrid } from './farm-tile';
import { farmsText } from './texts';

/** All approved farms, with a search by name, place and tagline. */
export function FarmDirectory() {
  const query = useQuery(farmsQueryOptions());
  const { data, isError } = query;
  const [text, setText] = useState('');
  if (data === undefined) {
    if (isError) return <ErrorState query={query} title={farmsText.failed} />;
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
  if (data.farms.length === 0) return <EmptyState title={farmsText.none} />;
  const search = text.trim().toLowerCase();
  const found = data.farms.filter(({ name, city, state, tagline }) =>
    `${name} ${city} ${state} ${tagline}`.toLowerCase().includes(search),
  );
  return (
    <div className="grid gap-6">
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={farmsText.search}
        placeholder={farmsText.search}
        className="h-11 w-full max-w-sm rounded-full border border-edge bg-paper px-5 placeholder:text-ink-soft"
      />
      {found.length === 0 ? <EmptyState title={farmsText.noMatch} /> : <FarmGrid farms={found} />}
    </div>
  );
}
