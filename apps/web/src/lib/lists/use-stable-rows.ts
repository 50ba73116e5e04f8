import { useRef, useState } from 'react';

/**
 * The rows that match a list's filter, and those that have matched it since the list was opened: a live update changes
 * a row in place and never removes it while somebody reads.
 */
export function useKeptRows<Row extends { _id: string }>(
  rows: readonly Row[],
  matches: (row: Row) => boolean,
): Row[] {
  const seen = useRef(new Set<string>());
  return rows.filter((row) => {
    if (matches(row)) seen.current.add(row._id);
    return seen.current.has(row._id);
  });
}

/**
 * Keeps a list's layout stable while somebody reads it: rows change in place, and a row that is inserted above or
 * between the shown ones stays pending until the user requests it or stops reading. Rows after the last one come from
 * paging and are shown at once.
 */
export function useStableRows<Row extends { _id: string }>(
  rows: readonly Row[],
  reading: boolean,
  {
    readAt = 0,
    isOwn = () => false,
  }: {
    /** When the rows were last fetched, if rows of a new response are to be shown at once. */
    readAt?: number;
    /** Rows that are always shown at once, such as the user's own. */
    isOwn?: (row: Row) => boolean;
  } = {},
): { shown: readonly Row[]; pending: number; showPending: () => void } {
  const known = useRef(new Set<string>());
  const [, rerender] = useState(0);
  const lastReadAt = useRef(-1);
  if (lastReadAt.current !== readAt) {
    lastReadAt.current = readAt;
    for (const { _id } of rows) known.current.add(_id);
  }
  const lastKnown = rows.findLastIndex((row) => known.current.has(row._id));
  const isPending = (row: Row, at: number) =>
    reading && at < lastKnown && !known.current.has(row._id) && !isOwn(row);
  const shown = rows.filter((row, at) => !isPending(row, at));
  const pending = rows.length - shown.length;
  for (const { _id } of shown) known.current.add(_id);
  return {
    shown: pending === 0 ? rows : shown,
    pending,
    showPending: () => {
      for (const { _id } of rows) known.current.add(_id);
      rerender((now) => now + 1);
    },
  };
}
