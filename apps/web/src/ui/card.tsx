import type { ElementType, ReactNode } from 'react';
import { cx } from '../lib/cx';

/** A bordered box on the page's background. */
export function Card({
  as: Tag = 'div',
  padded = true,
  compact = false,
  className,
  children,
  ...rest
}: {
  as?: ElementType;
  padded?: boolean;
  /** Less padding, on pages with many cards. */
  compact?: boolean;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  return (
    <Tag
      {...rest}
      className={cx(
        'rounded-lg border border-rule bg-paper',
        padded && (compact ? 'p-4 sm:p-5' : 'p-5 sm:p-6'),
        className,
      )}
    >
      {children}
    </Tag>
  );
}

/** A heading with the hand-drawn underline. */
export function SectionTitle({
  id,
  children,
  aside,
}: {
  id?: string;
  children: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className="mb-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {children}
        </h2>
        {aside}
      </div>
      <div className="drawn-rule mt-2" aria-hidden="true" />
    </div>
  );
}
