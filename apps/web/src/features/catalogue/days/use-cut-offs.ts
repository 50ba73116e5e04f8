import { useMemo } from 'react';
import type { FarmCalendar } from '#libs/contracts';

/** The moments at which a farm's days close, in milliseconds since 1970: what is shown has to change then. */
export const useCutOffs = (calendar: FarmCalendar | null): readonly number[] =>
  useMemo(() => calendar?.slots.map(({ cutOffAt }) => Date.parse(cutOffAt)) ?? [], [calendar]);
