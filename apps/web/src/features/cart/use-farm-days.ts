import { useQueries } from '@tanstack/react-query';
import type { FarmCalendar, Id } from '#libs/contracts';
import { calendarQueryOptions } from '../../entities/calendars';
import { useWatchFarms } from '../../realtime/realtime-provider';

/** The days of the farms of a cart, live. */
export interface FarmDays {
  /** By farm id; without those that are not known or do not sell. */
  readonly calendars: ReadonlyMap<Id, FarmCalendar>;
  readonly known: boolean;
  /** Whether some could not be loaded. */
  readonly failed: boolean;
  readonly retry: () => void;
}

export function useFarmDays(farmIds: readonly Id[]): FarmDays {
  useWatchFarms(farmIds);
  const queries = useQueries({ queries: farmIds.map((id) => calendarQueryOptions(id)) });
  return {
    calendars: new Map(queries.flatMap(({ data }) => (data ? [[data.farmId, data]] : []))),
    known: queries.every(({ data }) => data !== undefined),
    failed: queries.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
  };
}
