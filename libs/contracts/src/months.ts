/** A calendar month, such as `2026-11`. */
export type Month = string;

/** The month of a calendar day. */
export const monthOf = (day: string): Month => day.slice(0, 7);

const numberOf = (month: Month): number => {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return year * 12 + of - 1;
};

/** The month `count` months later. */
export function addMonths(month: Month, count: number): Month {
  const number = numberOf(month) + count;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** The number of months from the first to the second. */
export const monthsBetween = (first: Month, second: Month): number =>
  numberOf(second) - numberOf(first);
