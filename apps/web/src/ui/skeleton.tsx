import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { useDelayed } from '../lib/use-delayed';
import { uiText } from './texts';

/** One grey shape of the content to come. */
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

/** Holds skeletons back for 150 ms and tells screen readers once that something is loading. */
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
