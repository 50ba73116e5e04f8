import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows are rendered as they are. */
export const RENDERED_ROWS_MAX = 200;
const OVERSCAN = 15;
/** From here on a dense table is one; below, its rows are cards of various heights, which are all rendered. */
const WIDE = '(width >= 64rem)';

export interface RowWindow {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Pixels of the rows before and after it. */
  readonly before: number;
  readonly after: number;
}

/** The rows of a long table of rows of one height that are near the screen; null where all are rendered. */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow | null {
  const enabled = count > RENDERED_ROWS_MAX && matchMedia(WIDE).matches;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (!enabled || body.current === null) return;
    setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, [enabled, body]);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
  });
  if (!enabled) return null;
  const items = virtualizer.getVirtualItems();
  const start = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? OVERSCAN) + 1;
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight };
}
