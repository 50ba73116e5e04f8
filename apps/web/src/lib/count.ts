import { TOTAL_MAX } from '#libs/contracts';
import { formatNumber } from './format';
import { libText } from './texts';

/** A list's total inside a sentence: `12`, or `more than 1,000` above the counting limit. */
export const amountOf = (total: number): string =>
  total > TOTAL_MAX ? libText.moreThan(formatNumber(TOTAL_MAX)) : String(total);

/** A list's total with its noun: `1 order`, `12 orders`, `More than 1,000 orders`. */
export function countOf(total: number, one: string, many: string): string {
  const text = `${amountOf(total)} ${total === 1 ? one : many}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
