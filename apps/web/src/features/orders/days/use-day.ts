import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { type Day, dayOf, type OrderDays, type PartDay, partDaySchema } from '#libs/contracts';
import { PHONE } from '../../../lib/browser/device';
import { useNow } from '../../../lib/browser/timers';
import { marketZone } from '../../../lib/text/format';
import { orderDaysQueryOptions } from '../orders';

const choiceSchema = z.union([partDaySchema, z.literal('all')]);
export type DayChoice = z.infer<typeof choiceSchema>;

export interface ChosenDay {
  /** Undefined until it is known. */
  readonly choice: DayChoice | undefined;
  /** The day for a filter; undefined for all. */
  readonly day: PartDay | undefined;
  /** The days of the open parts; undefined until they are known. */
  readonly days: OrderDays | undefined;
  readonly today: Day;
  readonly choose: (choice: DayChoice) => void;
}

/** The day in the URL. Without one it is all, and on a phone the next day that has orders. */
export function useDay(): ChosenDay {
  const [search, setSearch] = useSearchParams();
  const { data: days, isError } = useQuery(orderDaysQueryOptions());
  const today = dayOf(useNow(), marketZone());
  const [isPhone] = useState(() => matchMedia(PHONE).matches);
  // kept, so that the page does not turn to another day when the last order of this one is handed over
  const [first, setFirst] = useState<DayChoice>();
  const found = isPhone && !isError ? days && nextDay(days, today) : 'all';
  if (first === undefined && found !== undefined) setFirst(found);
  const choice = choiceSchema.safeParse(search.get('day')).data ?? first ?? found;
  return {
    choice,
    day: choice === 'all' ? undefined : choice,
    days,
    today,
    choose: (next) =>
      setSearch(
        (now) => {
          now.set('day', next);
          return now;
        },
        { replace: true },
      ),
  };
}

const nextDay = ({ parts }: OrderDays, today: Day): DayChoice =>
  parts
    .map(({ day }) => day)
    .filter((day) => day !== 'none' && day >= today)
    .sort()[0] ?? 'all';
