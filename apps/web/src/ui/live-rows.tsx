import { type ReactNode, useRef } from 'react';
import { useReading } from '../lib/browser/viewport';
import { useStableRows } from '../lib/lists/use-stable-rows';
import { LoadMore, type PagedQuery } from './load-more';
import { NewRowsButton } from './new-rows-button';

/** A live list whose layout is stable while somebody reads it, with a button for the next page. */
export function LiveRows<Row extends { _id: string }>({
  query,
  rows,
  label,
  head,
  more,
  children,
}: {
  query: PagedQuery;
  rows: readonly Row[];
  /** Accessible name of the region. */
  label: string;
  /** Content above the rows, such as their total. */
  head: ReactNode;
  /** Label of the button that fetches the next page. */
  more: string;
  children: (shown: readonly Row[]) => ReactNode;
}) {
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const stable = useStableRows(rows, reading);
  return (
    <section ref={region} aria-label={label} {...focusProps}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 text-ink-soft tabular-nums">
        {head}
      </div>
      <NewRowsButton
        count={stable.pending}
        onShow={() => {
          stable.showPending();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      {children(stable.shown)}
      <LoadMore query={query} label={more} />
    </section>
  );
}
