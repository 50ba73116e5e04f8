import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState } from '../../ui/states';
import { catalogueText, productPageText } from './texts';

/** The skeleton of a product page. */
export function ProductSkeleton() {
  return (
    <Loading label={catalogueText.loading}>
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-14">
        <Skeleton className="aspect-square rounded-xl" />
        <div className="grid content-start gap-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-13 w-full rounded-full" />
        </div>
      </div>
    </Loading>
  );
}

/** Replaces the buying part of a product that is paused or archived. */
export function NoLongerSold({ paused }: { paused: boolean }) {
  return (
    <EmptyState
      title={paused ? catalogueText.paused : productPageText.noLongerSold}
      action={
        <LinkButton to={paths.products} tone="outline">
          {catalogueText.seeAll}
        </LinkButton>
      }
    >
      {paused ? productPageText.pausedHint : productPageText.noLongerSoldHint}
    </EmptyState>
  );
}
