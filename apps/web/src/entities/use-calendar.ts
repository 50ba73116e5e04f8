import { useQuery } from '@tanstack/react-query';
import type { FarmCalendar, Id } from '#libs/contracts';
import { useWatchFarms } from '../realtime/realtime-provider';
import { calendarQueryOptions } from './calendars';

/** The days of one farm, live; null until they are loaded, and if it is not approved. */
export function useCalendar(farmId: Id): FarmCalendar | null {
  useWatchFarms([farmId]);
  return useQuery(calendarQueryOptions(farmId)).data ?? null;
}
