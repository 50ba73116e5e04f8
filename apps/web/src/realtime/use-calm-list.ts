import { useRef, useState } from 'react';

/**
 * Keeps a sorted list still while somebody reads it: a row that comes in between those that are shown waits
 * until the reader asks for it or is done; what follows after the last one comes by paging and shows at once.
 */
export function useCalmList<Row extends { _id: string }>(
  rows: readonly Row[],
  reading: boolean,
  /** When the rows were last read: what an answer brought is never held back. */
  readAt: number,
): { shown: readonly Row[]; waiting: number; show: () => void } {
  const known = useRef(new Set<string>());
  const [, redraw] = useState(0);
  const seenAt = useRef(-1);
  if (seenAt.current !== readAt) {
    seenAt.current = readAt;
    for (const { _id } of rows) known.current.add(_id);
  }
  const lastKnown = rows.findLastIndex((row) => known.current.has(row._id));
  const waits = (row: Row, at: number) => reading && at < lastKnown && !known.current.has(row._id);
  const shown = rows.filter((row, at) => !waits(row, at));
  const waiting = rows.length - shown.length;
  for (const { _id } of shown) known.current.add(_id);
  return {
    shown: waiting === 0 ? rows : shown,
    waiting,
    show: () => {
      for (const { _id } of rows) known.current.add(_id);
      redraw((now) => now + 1);
    },
  };
}
