import { type ReactNode, useRef } from 'react';
import { useReading } from '../lib/browser/viewport';
import { useStableRows } from '../lib/lists/use-stable-rows';
import { Button } from './button';
import { LoadMore, type PagedQuery } from './load-more';
import { uiText } from './texts';

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

/** "3 new – show", for rows that arrived while somebody reads. Without height, so that the layout does not shift. */
export function NewRowsButton({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div data-waiting className="sticky top-28 z-20 flex h-0 justify-center">
      <div className="-translate-y-1/2 self-start rounded-full shadow-lift">
        <Button tone="paper" onClick={onShow}>
          {uiText.newRows(count)}
        </Button>
      </div>
    </div>
  );
}
