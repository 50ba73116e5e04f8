import { useEffect, useRef } from 'react';
import { useAnnounce } from '../../../ui/live-announcer';

/** Announces to screen readers what is added to a list after it was loaded. */
export function useNewAnnouncements<Row>(
  region: string,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  words: (row: Row) => string,
): void {
  const announce = useAnnounce(region);
  const before = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (rows === undefined) return;
    const added = rows.find((row) => before.current?.has(keyOf(row)) === false);
    if (added) announce(words(added));
    before.current = new Set(rows.map(keyOf));
  }, [rows, keyOf, words, announce]);
}
