import { useSearchParams } from 'react-router-dom';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day as a date field returns it, `2026-11-20`; empty if absent or malformed. */
export function readDay(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? '';
  return DAY.test(day) ? day : '';
}

/** The start of a calendar day in the browser's time zone as an ISO date, `plus` days later. */
export function startOfDay(day: string, plus = 0): string | undefined {
  if (!DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + plus);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/**
 * A list's filter in the URL's search parameters, which links can carry and Back restores.
 * `read` returns an empty string for absent and invalid parameters.
 */
export function useUrlFilter<Search extends { [Name in keyof Search]: string }>(
  read: (params: URLSearchParams) => Search,
) {
  const [params, setParams] = useSearchParams();
  const search = read(params);
  const set = (change: Partial<Search>) => {
    const all: Record<string, string> = { ...search, ...change };
    const nonEmpty = Object.entries(all).filter(([, value]) => value !== '');
    setParams([...others(), ...nonEmpty], { replace: true });
  };
  /** The parameters that are not the filter's, such as the view. */
  const others = () => [...params].filter(([name]) => !(name in search));
  const isFiltered = Object.values<string>(search).some((value) => value !== '');
  return { search, isFiltered, set, clear: () => setParams(others()) };
}
