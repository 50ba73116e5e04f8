import { type ReactNode, useId } from 'react';
import type { FavouriteKind } from '#libs/contracts';
import { SectionTitle } from '../../../ui/card';
import { LoadMore } from '../../../ui/load-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { WaitingRows } from '../../../ui/waiting-rows';
import { favouritesText } from './texts';
import type { FavouriteRows } from './use-favourite-rows';

/** One kind of favourites in all its states; `children` are its rows. */
export function FavouriteSection({
  kind,
  list,
  lead,
  children,
}: {
  kind: FavouriteKind;
  list: FavouriteRows;
  /** What there is to say of all of them. */
  lead?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const { query, rows, waiting, show } = list;
  return (
    <section aria-labelledby={id} className="mb-14">
      <SectionTitle id={id}>{favouritesText[kind]}</SectionTitle>
      {query.data === undefined && query.isError ? (
        <ErrorState query={query} title={favouritesText.notLoaded} />
      ) : (
        <>
          <WaitingRows count={waiting} onShow={show} />
          {list.isPending || query.isPending ? (
            <Loading label={favouritesText.loading}>
              <Skeleton className="h-48" />
            </Loading>
          ) : (
            <>
              {rows.length > 0 && lead}
              {rows.length > 0 ? children : <Nothing kind={kind} />}
            </>
          )}
          <LoadMore query={query} label={favouritesText.more} />
        </>
      )}
    </section>
  );
}

function Nothing({ kind }: { kind: FavouriteKind }) {
  return (
    <p className="py-4 text-ink-soft">
      {kind === 'products' ? favouritesText.noProducts : favouritesText.noFarms}
    </p>
  );
}
