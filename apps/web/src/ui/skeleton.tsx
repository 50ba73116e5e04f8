import type { ReactNode } from 'react';
import { useDelayed } from '../lib/browser/timers';
import { cx } from '../lib/cx';
import { uiText } from './texts';

/** A placeholder shape for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-[pulse-soft_1.4s_ease-in-out_infinite] rounded-md bg-sunken',
        className,
      )}
    />
  );
}

/** Shows skeletons after 150 ms, and announces once to screen readers that content is loading. */
export function Loading({ children, label }: { children: ReactNode; label?: string }) {
  const visible = useDelayed();
  return (
    <div aria-busy="true" className={visible ? undefined : 'invisible'}>
      <span role="status" className="sr-only">
        {visible ? (label ?? uiText.loading) : ''}
      </span>
      {children}
    </div>
  );
}

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
