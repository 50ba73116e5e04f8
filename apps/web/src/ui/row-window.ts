import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to this many rows are all rendered. */
export const RENDERED_ROWS_MAX = 200;
const OVERSCAN = 15;
/** Narrower screens show the rows of a dense table as cards of various heights, which are all rendered. */
const WIDE = '(width >= 64rem)';

export interface RowWindow {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Height of the rows before the window, in pixels; `after` likewise. */
  readonly before: number;
  readonly after: number;
}

/** The rows near the viewport in a long table whose rows have the same height; null if all rows are rendered. */
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
