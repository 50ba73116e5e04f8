/** A typed number; a decimal comma is taken as a point, and nothing is not a number. */
export function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'));
}
