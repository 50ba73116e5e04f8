import { Loading, Skeleton } from './skeleton';

/** The skeleton of a list. */
export function LoadingRows({
  rows = 6,
  height = 'h-14',
}: {
  rows?: number;
  /** Class for a row's height. */
  height?: string;
}) {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons without identity
          <Skeleton key={at} className={height} />
        ))}
      </div>
    </Loading>
  );
}
