import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';
import { Icon } from './icon';

/** A large figure with its label. */
export function Figure({
  label,
  value,
  hint,
  strong = false,
  to,
}: {
  label: string;
  value: string;
  hint?: string;
  /** The most important figure of its row; `wide` spans two columns. */
  strong?: boolean | 'wide';
  /** Path of the list that the figure counts. */
  to?: string;
}) {
  return (
    <div
      className={cx(
        'rounded-lg border p-5 sm:p-6',
        strong ? 'on-dark border-leaf bg-leaf text-on-leaf sm:col-span-2' : 'border-rule bg-paper',
        strong === true && 'lg:col-span-1',
      )}
    >
      <dt className="font-semibold">{label}</dt>
      <dd>
        <span className="mt-3 block font-display text-4xl font-semibold xl:text-5xl">
          {to === undefined ? (
            <Tick>{value}</Tick>
          ) : (
            <Link
              to={to}
              aria-label={`${label}: ${value}`}
              className="group inline-flex min-h-11 items-baseline gap-2"
            >
              <Tick>{value}</Tick>
              <Icon
                of={ArrowRight}
                size={20}
                className="opacity-60 transition-transform group-hover:translate-x-1"
              />
            </Link>
          )}
        </span>
        {hint !== undefined && (
          <span className={cx('mt-1.5 block text-sm', !strong && 'text-ink-soft')}>{hint}</span>
        )}
      </dd>
    </div>
  );
}

/** A number that is animated briefly when it changes. */
export function Tick({ children }: { children: string }) {
  const before = useRef(children);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (before.current === children) return;
    before.current = children;
    setChanges((now) => now + 1);
  }, [children]);
  return (
    <span
      key={changes}
      data-changes={changes}
      className={
        changes === 0
          ? 'inline-block tabular-nums'
          : 'inline-block animate-[rise_260ms_ease-out] tabular-nums'
      }
    >
      {children}
    </span>
  );
}
