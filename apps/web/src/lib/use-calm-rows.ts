import { useRef, useState } from 'react';

/**
 * Keeps a list still while somebody reads it: rows change where they stand, and a row that comes in above or
 * between those that are shown waits until the reader asks for it or is done. What follows after the last one
 * comes by paging and shows at once.
 */
export function useCalmRows<Row extends { _id: string }>(
  rows: readonly Row[],
  reading: boolean,
  {
    readAt = 0,
    isOwn = () => false,
  }: {
    /** When the rows were last read, where what an answer brought must not wait. */
    readAt?: number;
    /** What never waits, such as what the reader wrote. */
    isOwn?: (row: Row) => boolean;
  } = {},
): { shown: readonly Row[]; waiting: number; show: () => void } {
  const known = useRef(new Set<string>());
  const [, redraw] = useState(0);
  const seenAt = useRef(-1);
  if (seenAt.current !== readAt) {
    seenAt.current = readAt;
    for (const { _id } of rows) known.current.add(_id);
  }
  const lastKnown = rows.findLastIndex((row) => known.current.has(row._id));
  const waits = (row: Row, at: number) =>
    reading && at < lastKnown && !known.current.has(row._id) && !isOwn(row);
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
