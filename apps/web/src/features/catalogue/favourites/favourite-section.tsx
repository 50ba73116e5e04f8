import { type ReactNode, useId } from 'react';
import type { FavouriteKind } from '#libs/contracts';
import { SectionTitle } from '../../../ui/card';
import { NewRowsButton } from '../../../ui/live-rows';
import { LoadMore } from '../../../ui/load-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { favouritesText } from '../texts';
import type { FavouriteRows } from './use-favourite-rows';

/** One kind of favourites with its loading, error and empty states; `children` are its rows. */
export function FavouriteSection({
  kind,
  list,
  summary,
  children,
}: {
  kind: FavouriteKind;
  list: FavouriteRows;
  summary?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const { query, rows, pending, showPending } = list;
  return (
    <section aria-labelledby={id} className="mb-14">
      <SectionTitle id={id}>{favouritesText[kind]}</SectionTitle>
      {query.data === undefined && query.isError ? (
        <ErrorState query={query} title={favouritesText.notLoaded} />
      ) : (
        <>
          <NewRowsButton count={pending} onShow={showPending} />
          {list.isPending || query.isPending ? (
            <Loading label={favouritesText.loading}>
              <Skeleton className="h-48" />
            </Loading>
          ) : (
            <>
              {rows.length > 0 && summary}
              {rows.length > 0 ? children : <Empty kind={kind} />}
            </>
          )}
          <LoadMore query={query} label={favouritesText.more} />
        </>
      )}
    </section>
  );
}

function Empty({ kind }: { kind: FavouriteKind }) {
  return (
    <p className="py-4 text-ink-soft">
      {kind === 'products' ? favouritesText.noProducts : favouritesText.noFarms}
    </p>
  );
}
