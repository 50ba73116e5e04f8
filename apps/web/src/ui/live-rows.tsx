import { type ReactNode, useRef } from 'react';
import { useCalmRows } from '../lib/use-calm-rows';
import { useReading } from '../lib/use-reading';
import { LoadMore, type PagedQuery } from './load-more';
import { WaitingRows } from './waiting-rows';

/** Rows that come in live and stand still under whoever reads them, with the way to more of them. */
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
  /** The name of the region. */
  label: string;
  /** What stands over the rows, such as how many there are. */
  head: ReactNode;
  /** What the button says that fetches on. */
  more: string;
  children: (shown: readonly Row[]) => ReactNode;
}) {
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const calm = useCalmRows(rows, reading);
  return (
    <section ref={region} aria-label={label} {...focusProps}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 text-ink-soft tabular-nums">
        {head}
      </div>
      <WaitingRows
        count={calm.waiting}
        onShow={() => {
          calm.show();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      {children(calm.shown)}
      <LoadMore query={query} label={more} />
    </section>
  );
}
