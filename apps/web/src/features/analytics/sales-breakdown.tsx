import { addDollars, CATEGORIES, type Category, type SalesDay, weekdayOf } from '#libs/contracts';
import { changeOf, formatMoney, formatNumber, weekdayName } from '../../lib/text/format';
import { categoryText } from '../../lib/text/texts';
import { SectionTitle } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { TableFile } from '../../ui/download-button';
import { TintedCell } from './figure-card';
import { analyticsText as text } from './texts';

/** The sales of these days by category, and their orders by hour; live like the days. */
export function SalesBreakdown(sales: {
  days: readonly SalesDay[];
  /** The same number of days before `days`; empty if there are none to compare with. */
  before: readonly SalesDay[];
}) {
  return (
    <div className="mt-10 grid items-start gap-10 lg:grid-cols-2">
      <SalesByCategory {...sales} />
      <SalesByHour days={sales.days} />
    </div>
  );
}

interface Row {
  readonly category: Category;
  readonly name: string;
  readonly revenue: number;
  readonly before: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'category', header: text.category, primary: true, cell: ({ name }) => name },
  {
    key: 'revenue',
    header: text.farmRevenue,
    align: 'end',
    cell: ({ revenue }) => <span className="tabular-nums">{formatMoney(revenue)}</span>,
  },
  {
    key: 'change',
    header: text.change,
    align: 'end',
    cell: ({ revenue, before }) => changeOf(revenue, before) ?? text.changeNone,
  },
];

/** Dollars of each category in some days. */
function sumsOf(days: readonly SalesDay[]): (category: Category) => number {
  return (category) => addDollars(...days.map(({ categories }) => categories[category] ?? 0));
}

/** The sales of each category, highest first, compared with the period before. */
function SalesByCategory({
  days,
  before,
}: {
  days: readonly SalesDay[];
  before: readonly SalesDay[];
}) {
  const [now, then] = [sumsOf(days), sumsOf(before)];
  const rows = CATEGORIES.map((category): Row => {
    const sums = { revenue: now(category), before: then(category) };
    return { category, name: categoryText.names[category], ...sums };
  })
    .filter((row) => row.revenue > 0 || row.before > 0)
    .sort((a, b) => b.revenue - a.revenue || a.name.localeCompare(b.name));
  return (
    <section aria-labelledby="figures-categories">
      <SectionTitle
        id="figures-categories"
        aside={
          rows.length > 0 && (
            <TableFile
              name="sales-by-category.csv"
              of={text.categorySales}
              columns={[text.category, text.farmRevenue, text.revenueBefore]}
              rows={() => rows.map((row) => [row.name, row.revenue, row.before])}
            />
          )
        }
      >
        {text.categorySales}
      </SectionTitle>
      <p className="mb-2 text-sm text-ink-soft">
        {rows.length > 0 ? text.categorySalesHint : text.nothingSold}
      </p>
      {rows.length > 0 && (
        <DataTable
          caption={text.categorySales}
          columns={columns}
          rows={rows}
          rowKey={({ category }) => category}
        />
      )}
    </section>
  );
}

/** From Monday on, so that the days of a weekend stand together. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];
const HOUR_MS = 3_600_000;
/** A Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' });
/** `9 AM`; engines differ in the space. */
const ofHour = (hour: number) => clock.format(SUNDAY + hour * HOUR_MS).replace('\u202f', ' ');

/** The orders of each hour, 0 to 23, of each weekday, Sunday first. */
function countHours(days: readonly SalesDay[]): number[][] {
  const counts = Array.from({ length: 24 }, () => Array<number>(7).fill(0));
  for (const { day, hours } of days) {
    const weekday = weekdayOf(day);
    hours.forEach((orders, hour) => {
      const row = counts[hour];
      if (row) row[weekday] = (row[weekday] ?? 0) + orders;
    });
  }
  return counts;
}

/** When people order: hours and weekdays by the market's clock, as a table whose numbers are also tinted. */
function SalesByHour({ days }: { days: readonly SalesDay[] }) {
  const counts = countHours(days);
  const cells = counts.flatMap((row, hour) =>
    row.map((orders, weekday) => ({ hour, weekday, orders })),
  );
  const most = cells.reduce((best, cell) => (cell.orders > best.orders ? cell : best));
  const sold = cells.filter(({ orders }) => orders > 0);
  const [first, last] = [sold[0]?.hour ?? 0, sold.at(-1)?.hour ?? -1];
  const rows = counts.slice(first, last + 1).map((row, at) => ({ hour: first + at, row }));
  return (
    <section aria-labelledby="figures-hours">
      <SectionTitle
        id="figures-hours"
        aside={
          rows.length > 0 && (
            <TableFile
              name="orders-by-hour.csv"
              of={text.hours}
              columns={[text.hour, ...WEEKDAYS.map((weekday) => weekdayName(weekday))]}
              rows={() =>
                rows.map(({ hour, row }) => [hour, ...WEEKDAYS.map((weekday) => row[weekday] ?? 0)])
              }
            />
          )
        }
      >
        {text.hoursTitle}
      </SectionTitle>
      <p className="mb-2 text-sm text-ink-soft">
        {rows.length === 0
          ? text.hoursNone
          : text.hoursMost(
              weekdayName(most.weekday),
              ofHour(most.hour),
              ofHour((most.hour + 1) % 24),
              text.orderCount(most.orders),
            )}
      </p>
      {rows.length > 0 && (
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-xs tabular-nums sm:text-sm">
          <caption className="sr-only">{text.hours}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-14">
                <span className="sr-only">{text.hour}</span>
              </th>
              {WEEKDAYS.map((weekday) => (
                <th key={weekday} scope="col" className="pb-1 font-semibold whitespace-nowrap">
                  {weekdayName(weekday, 'short')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ hour, row }) => (
              <tr key={hour}>
                <th scope="row" className="pr-2 text-right font-normal whitespace-nowrap">
                  {ofHour(hour)}
                </th>
                {WEEKDAYS.map((weekday) => (
                  <TintedCell key={weekday} value={(row[weekday] ?? 0) / most.orders}>
                    {formatNumber(row[weekday] ?? 0)}
                  </TintedCell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
