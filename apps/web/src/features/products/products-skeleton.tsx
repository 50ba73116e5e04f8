import { Loading, Skeleton } from '../../ui/skeleton';

/** Skeleton of a table of products. */
export function ProductsSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-11 w-80 max-w-full" />
      <div className="grid gap-3">
        {[0, 1, 2, 3, 4, 5].map((at) => (
          <Skeleton key={at} className="h-16" />
        ))}
      </div>
    </Loading>
  );
}
