import { useSearchParams } from 'react-router-dom';
import { addDays, daySchema, startOfDay } from '#libs/contracts';

/** A calendar day as a date field returns it, `2026-11-20`; empty if absent or malformed. */
export function readDay(params: URLSearchParams, name: string): string {
  return daySchema.safeParse(params.get(name)).data ?? '';
}

/** The moments from the start of the first day to the end of the last in a time zone; undefined for an empty day. */
export function dayRange(from: string, until: string, timeZone: string) {
  return {
    from: from === '' ? undefined : startOfDay(from, timeZone),
    to: until === '' ? undefined : startOfDay(addDays(until, 1), timeZone),
  };
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
