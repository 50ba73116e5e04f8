import { useEffect, useState } from 'react';

/**
 * Keeps a list still while somebody reads it: rows change where they stand, and rows that came in meanwhile
 * wait until the reader asks for them or is done.
 */
export function useCalmRows<Row extends { _id: string }>(
  rows: readonly Row[],
  reading: boolean,
  /** What never waits, such as what the reader wrote. */
  isOwn: (row: Row) => boolean = () => false,
): { shown: readonly Row[]; waiting: number; show: () => void } {
  const [top, setTop] = useState<string | null>(null);
  const newest = rows[0]?._id ?? null;
  useEffect(() => {
    if (!reading) setTop(newest);
  }, [reading, newest]);
  // ids begin with the time: what is newer than the newest that was shown has come in since
  const shown = reading && top !== null ? rows.filter((row) => row._id <= top || isOwn(row)) : rows;
  return { shown, waiting: rows.length - shown.length, show: () => setTop(newest) };
}
