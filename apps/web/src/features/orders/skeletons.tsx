import { Loading, Skeleton } from '../../ui/skeleton';

/** Skeleton of order cards. */
export function OrderCardsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-5">
        {[0, 1, 2].map((at) => (
          <div key={at} className="grid gap-4 rounded-lg border border-rule bg-paper p-6">
            <div className="flex justify-between">
              <Skeleton className="h-8 min-w-0 max-w-52 flex-1" />
              <Skeleton className="h-8 w-24" />
            </div>
            <Skeleton className="h-12" />
            <Skeleton className="h-10 w-40" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Skeleton of the board. */
export function BoardSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4 lg:grid-cols-5">
        {[3, 2, 2, 1, 1].map((cards, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: five fixed columns
          <div key={at} className="grid content-start gap-3">
            <Skeleton className="h-7 w-28" />
            {Array.from({ length: cards }, (_, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons without identity
              <Skeleton key={n} className="h-40" />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Skeleton of the order page. */
export function OrderSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-8 h-12 w-80 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    </Loading>
  );
}
