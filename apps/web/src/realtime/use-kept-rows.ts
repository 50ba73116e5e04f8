import { useRef } from 'react';

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
