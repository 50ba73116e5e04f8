import { useRef } from 'react';

/**
 * The rows that match a list's filter, and those that did when the reader came: what happens live changes
 * a row where it stands and never takes it from under the reader's eyes.
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
