import { type PointerEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type SalesDay, toCents, toDollars } from '#libs/contracts';
import { cx } from '../lib/cx';
import { changeOf, formatDay, formatMoney, formatNumber } from '../lib/text/format';
import { TableFile } from './download-button';
import { Tick } from './figure';
import { salesText as text } from './sales-texts';

const HEIGHT = 100;
/** A bar's width as a fraction of its day. */
const BAR = 0.72;
const LINES = 4;

type ChartDay = Pick<SalesDay, 'day' | 'orders' | 'revenue' | 'average'>;

interface Days {
  readonly days: readonly ChartDay[];
  /** Path of the orders of a day. */
  readonly ordersOf?: (day: string) => string;
}

/**
 * Sales per day as a bar chart, and as a table, which is the accessible version and can be downloaded. A click on a
 * day's bar or its link in the table opens the day's orders.
 */
export function SalesChart({
  days,
  before = [],
  ordersOf,
  table = text.table,
  file = 'sales.csv',
}: Days & {
  /** The same number of days before `days`, to compare the sums. */
  before?: readonly ChartDay[];
  /** Name of the table. */
  table?: string;
  /** Name of its file. */
  file?: string;
}) {
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Bars days={days} ordersOf={ordersOf} />
        <SalesTable days={days} ordersOf={ordersOf} table={table} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Sums days={days} before={before} />
        <TableFile
          name={file}
          of={table}
          columns={[text.day, text.orders, text.revenue, text.average]}
          rows={() => days.map((day) => [day.day, day.orders, day.revenue, day.average])}
        />
      </div>
    </>
  );
}

const sumOf = (days: readonly ChartDay[]) => ({
  orders: days.reduce((sum, day) => sum + day.orders, 0),
  cents: days.reduce((sum, day) => sum + toCents(day.revenue), 0),
});

/** The sum of the days, compared with those before. */
function Sums({ days, before }: { days: readonly ChartDay[]; before: readonly ChartDay[] }) {
  const [now, then] = [sumOf(days), sumOf(before)];
  const change = changeOf(now.cents, then.cents);
  return (
    <p className="text-ink-soft tabular-nums">
      {text.sum(now.orders, formatMoney(toDollars(now.cents)))}
      {change !== null && (
        <>
          {' '}
          <strong className={now.cents < then.cents ? 'text-tomato-ink' : 'text-leaf-ink'}>
            {change}
          </strong>{' '}
          {text.compared(before.length, formatMoney(toDollars(then.cents)))}
        </>
      )}
    </p>
  );
}

/** The chart's maximum: a round number of dollars, at least `most`, that divides into `LINES` equal steps. */
function scaleFor(most: number): number {
  const step = Math.max(most, LINES) / LINES;
  const size = 10 ** Math.floor(Math.log10(step));
  const round =
    [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((factor) => factor * size >= step) ?? 10;
  return round * size * LINES;
}

function Bars({ days, ordersOf }: Days) {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<number | null>(null);
  const best = days.reduce<ChartDay | null>(
    (most, day) => (most === null || day.revenue > most.revenue ? day : most),
    null,
  );
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last || !best) return null;
  const top = scaleFor(best.revenue);
  const shown = days[pointed ?? days.length - 1] ?? last;
  const sum = days.reduce((total, day) => total + day.revenue, 0);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    setPointed(Math.min(days.length - 1, Math.max(0, at)));
  };
  const label =
    sum === 0
      ? text.none
      : text.chart(
          formatDay(first.day),
          formatDay(last.day),
          `${formatDay(best.day)} (${formatMoney(best.revenue)})`,
          formatMoney(sum),
        );
  return (
    <figure className="min-w-0 rounded-lg border border-rule bg-paper p-4 sm:p-6">
      <figcaption className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-display text-3xl font-semibold tabular-nums">
          <Tick>{formatMoney(shown.revenue)}</Tick>
        </span>
        <span className="text-ink-soft">
          {formatDay(shown.day)} · {text.orderCount(shown.orders)}
        </span>
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden="true"
          className="-my-2 flex h-64 flex-col justify-between text-right text-xs text-ink-soft tabular-nums"
        >
          {Array.from({ length: LINES + 1 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of lines
            <span key={at} className="leading-4">
              ${formatNumber((top / LINES) * (LINES - at))}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the links of the table */}
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={cx(
            'h-60 w-full touch-pan-y overflow-visible',
            ordersOf && pointed !== null && 'cursor-pointer',
          )}
          onClick={() => {
            if (ordersOf && pointed !== null) void navigate(ordersOf(shown.day));
          }}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {Array.from({ length: LINES + 1 }, (_, at) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of lines
              key={at}
              x1={0}
              x2={days.length}
              y1={(HEIGHT / LINES) * at}
              y2={(HEIGHT / LINES) * at}
              stroke={at === LINES ? 'var(--edge)' : 'var(--rule)'}
              strokeWidth={1}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map((day, at) => {
            const height = (day.revenue / top) * HEIGHT;
            return (
              <rect
                key={day.day}
                x={at + (1 - BAR) / 2}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                fill={shown === day ? 'var(--tomato)' : 'var(--leaf-ink)'}
              />
            );
          })}
        </svg>
        <span />
        <div aria-hidden="true" className="mt-2 flex justify-between text-xs text-ink-soft">
          <span>{formatDay(first.day)}</span>
          {days.length > 4 && <span>{formatDay(days[days.length >> 1]?.day ?? first.day)}</span>}
          <span>{formatDay(last.day)}</span>
        </div>
      </div>
    </figure>
  );
}

function SalesTable({ days, ordersOf, table }: Days & { table: string }) {
  const newest = days.toReversed();
  return (
    <section
      aria-label={table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the overflow scrollable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-lg border border-rule bg-paper"
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{table}</caption>
        <thead className="sticky top-0 bg-sunken text-left">
          <tr>
            <th scope="col" className="px-4 py-2.5">
              {text.day}
            </th>
            <th scope="col" className="px-2 py-2.5 text-right">
              {text.orders}
            </th>
            <th scope="col" className="px-2 py-2.5 text-right">
              {text.revenue}
            </th>
            <th scope="col" className="hidden px-4 py-2.5 text-right xs:table-cell">
              {text.average}
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.map((day) => (
            <tr key={day.day} className="border-t border-rule">
              <th scope="row" className="px-4 py-2 text-left font-semibold whitespace-nowrap">
                {ordersOf && day.orders > 0 ? (
                  <Link
                    to={ordersOf(day.day)}
                    className="inline-flex min-h-6 items-center underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink pointer-coarse:min-h-11"
                  >
                    <time dateTime={day.day}>{formatDay(day.day)}</time>
                  </Link>
                ) : (
                  <time dateTime={day.day}>{formatDay(day.day)}</time>
                )}
              </th>
              <td className="px-2 py-2 text-right">{formatNumber(day.orders)}</td>
              <td className="px-2 py-2 text-right">{formatMoney(day.revenue)}</td>
              <td className="hidden px-4 py-2 text-right xs:table-cell">
                {day.orders === 0 ? '–' : formatMoney(day.average)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
