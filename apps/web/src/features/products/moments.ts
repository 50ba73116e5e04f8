const two = (n: number) => String(n).padStart(2, '0');

/** A moment as a date field writes it, where the reader is: `2026-11-20T14:30`; empty for none. */
export function localMoment(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What a date field says, in UTC; null where it says nothing. */
export function momentOf(typed: string): string | null {
  if (typed === '') return null;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
