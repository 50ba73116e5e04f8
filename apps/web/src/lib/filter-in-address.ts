import { useSearchParams } from 'react-router-dom';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar as a date field gives it, or nothing. */
export function readDay(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? '';
  return DAY.test(day) ? day : '';
}

/** The moment at which a day begins where the reader is; `plus` days later. */
export function startOfDay(day: string, plus = 0): string | undefined {
  if (!DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + plus);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/**
 * A list's filters as they stand in the address, which a link can carry and Back restores.
 * `read` answers an empty text for what is not set or makes no sense.
 */
export function useFilterInAddress<Search extends { [Name in keyof Search]: string }>(
  read: (params: URLSearchParams) => Search,
) {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const set = (change: Partial<Search>) => {
    const all: Record<string, string> = { ...search, ...change };
    const kept = Object.entries(all).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(kept), { replace: true });
  };
  const isFiltered = Object.values<string>(search).some((value) => value !== '');
  return { search, isFiltered, set, clear: () => setParams({}) };
}
