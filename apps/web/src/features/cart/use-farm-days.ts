import { useQueries } from '@tanstack/react-query';
import type { FarmCalendar, Id } from '#libs/contracts';
import { calendarQueryOptions } from '../../entities/calendars';
import { useWatchFarms } from '../../realtime/realtime-provider';

/** The days of the farms of a cart, live. */
export interface FarmDays {
  /** By farm id; null for a farm that does not sell, undefined until it is known. */
  readonly of: (farmId: Id) => FarmCalendar | null | undefined;
  /** Whether some could not be loaded. */
  readonly failed: boolean;
  readonly retry: () => void;
}

export function useFarmDays(farmIds: readonly Id[]): FarmDays {
  const ids = [...new Set(farmIds)].sort();
  useWatchFarms(ids);
  const results = useQueries({ queries: ids.map((id) => calendarQueryOptions(id)) });
  return {
    of: (farmId) => results[ids.indexOf(farmId)]?.data,
    failed: results.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch();
    },
  };
}
