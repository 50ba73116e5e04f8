/** Parses a typed number with a decimal point or comma; NaN if empty. */
export function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'));
}
