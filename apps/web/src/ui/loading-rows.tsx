import { Loading, Skeleton } from './skeleton';

/** A list that is on its way, in the shape of its rows. */
export function LoadingRows({
  rows = 6,
  height = 'h-14',
}: {
  rows?: number;
  /** The class of a row's height. */
  height?: string;
}) {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
          <Skeleton key={at} className={height} />
        ))}
      </div>
    </Loading>
  );
}
