const two = (n: number) => String(n).padStart(2, '0');

/** An ISO date as the local value of a date field: `2026-11-20T14:30`; empty for null. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The value of a date field as an ISO date in UTC; null if empty or invalid. */
export function fromLocalInput(typed: string): string | null {
  if (typed === '') return null;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
