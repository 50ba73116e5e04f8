import { useEffect, useRef } from 'react';
import { addDays, type Day, type OrderDays } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatNumber } from '../../../lib/text/format';
import { dayLabel } from './day-words';
import { orderDaysText as text } from './texts';
import type { ChosenDay, DayChoice } from './use-day';

/** Pixels of the previous day that stay in sight. */
const EDGE_PX = 40;

type Entry = OrderDays['parts'][number];

/** The days that have open parts, each with their number, as toggles of the chosen day. */
export function DayChips({
  chosen: { choice, days, today, choose },
  counts = () => true,
}: {
  chosen: ChosenDay;
  /** Whether a part counts on this page; every open one by default. */
  counts?: (part: Entry) => boolean;
}) {
  const row = useRef<HTMLDivElement>(null);
  const isKnown = days !== undefined;
  // a small screen shows part of the row: the chosen day must not open out of sight
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every day that is chosen
  useEffect(() => {
    const pressed = row.current?.querySelector('[aria-pressed="true"]');
    if (pressed instanceof HTMLElement && row.current)
      row.current.scrollLeft = pressed.offsetLeft - row.current.offsetLeft - EDGE_PX;
  }, [choice, isKnown]);
  if (!hasDays(days, choice)) return null;
  const parts = days?.parts.filter(counts) ?? [];
  const countOf = (day: DayChoice) =>
    day === 'all' ? parts.length : parts.filter((part) => part.day === day).length;
  return (
    <fieldset className="min-w-0 flex-1">
      <legend className="sr-only">{text.chips}</legend>
      <div ref={row} className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6">
        {choicesOf(days, choice, today).map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === choice}
            onClick={() => choose(day)}
            className={cx(
              'min-h-11 shrink-0 rounded-full border-2 px-3 text-sm font-semibold whitespace-nowrap',
              day === choice
                ? 'border-leaf bg-leaf text-on-leaf'
                : 'border-rule bg-paper text-ink hover:bg-sunken',
            )}
          >
            {dayLabel(day, today)}{' '}
            {days && (
              <span className={cx('font-normal tabular-nums', day !== choice && 'text-ink-soft')}>
                {days.isComplete
                  ? formatNumber(countOf(day))
                  : text.atLeast(formatNumber(countOf(day)))}
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const isDate = (day: DayChoice | undefined): day is Day =>
  day !== undefined && day !== 'all' && day !== 'none';

/** A farm without days, which tells its customers when, has nothing to choose. */
const hasDays = (days: OrderDays | undefined, choice: DayChoice | undefined) =>
  isDate(choice) || choice === 'none' || (days?.parts ?? []).some(({ day }) => isDate(day));

/** Every date with open parts, and today, tomorrow and the chosen one in any case. */
function choicesOf(
  days: OrderDays | undefined,
  choice: DayChoice | undefined,
  today: Day,
): DayChoice[] {
  const dates = (days?.parts ?? []).map(({ day }) => day).filter(isDate);
  const shown = [...dates, today, addDays(today, 1), ...(isDate(choice) ? [choice] : [])];
  return [...[...new Set(shown)].sort(), 'none', 'all'];
}
