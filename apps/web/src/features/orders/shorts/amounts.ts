import { isLive, type OrderPart, UNITS, type Unit } from '#libs/contracts';
import { formatNumber, formatQuantity } from '../../../lib/text/format';
import { shortsText as text } from './texts';

interface Amounts {
  /** What comes. */
  readonly quantity: number;
  readonly ordered: number;
}

/**
 * A part's lines as its farm reads them, without those that the customer removed. A part that is over shows what was
 * ordered.
 */
export function shownLines<Line extends Amounts>(
  lines: readonly Line[],
  { status }: Pick<OrderPart, 'status'>,
): readonly Line[] {
  return lines
    .filter(({ quantity, ordered }) => quantity > 0 || ordered > 0)
    .map((line) => (isLive(status) ? line : { ...line, quantity: line.ordered }));
}

/** `3 lb`, `2 of 3 lb` where less comes than was ordered, or that the customer removed it. */
export function amountText({ quantity, ordered }: Amounts, unit: Unit): string {
  if (quantity === 0 && ordered === 0) return text.removed;
  if (quantity === ordered) return formatQuantity(quantity, unit);
  const all = formatQuantity(ordered, unit);
  return quantity === 0 ? text.nothingComes(all) : text.amountOf(formatNumber(quantity), all);
}

/** The smallest part of a unit that a farm can give to an order. */
export const grainOf = (unit: Unit): number => UNITS[unit].part / 1000;

/** How far one press of a button goes: half a pound, one bunch. */
export const pressOf = (unit: Unit): number => (UNITS[unit].part === 1 ? 0.5 : grainOf(unit));
