import { useQueries } from '@tanstack/react-query';
import type { FarmCalendar, Id } from '#libs/contracts';
import { useWatchFarms } from '../realtime/realtime-provider';
import { calendarQueryOptions } from './calendars';

/** The days of these farms, live, by farm id; without those that are not loaded or not approved. */
export function useCalendars(farmIds: readonly Id[]): ReadonlyMap<Id, FarmCalendar> {
  const ids = [...new Set(farmIds)].sort();
  useWatchFarms(ids);
  const results = useQueries({ queries: ids.map((id) => calendarQueryOptions(id)) });
  return new Map(results.flatMap(({ data }) => (data ? [[data.farmId, data]] : [])));
}

/** The days of one farm, live; null until they are loaded, and if it is not approved. */
export const useCalendar = (farmId: Id): FarmCalendar | null =>
  useCalendars([farmId]).get(farmId) ?? null;
