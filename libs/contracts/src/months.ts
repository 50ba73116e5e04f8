/** A month of the calendar: `2026-11`. */
export type Month = string;

/** The month of a day of the calendar. */
export const monthOf = (day: string): Month => day.slice(0, 7);

const numberOf = (month: Month): number => {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return year * 12 + of - 1;
};

/** The month so many months later. */
export function addMonths(month: Month, count: number): Month {
  const number = numberOf(month) + count;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** How many months the second is later than the first. */
export const monthsBetween = (first: Month, second: Month): number =>
  numberOf(second) - numberOf(first);
