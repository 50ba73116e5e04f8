import { CATEGORIES, type Category, type SalesDay, toCents, toDollars } from '#libs/contracts';
import { changeOf, formatMoney } from '../../lib/text/format';
import { categoryText } from '../../lib/text/texts';
import { SectionTitle } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { TableFile } from '../../ui/table-file';
import { analyticsText as text } from './texts';

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
  return (category) =>
    toDollars(days.reduce((sum, { categories }) => sum + toCents(categories[category] ?? 0), 0));
}

/** The sales of each category, highest first, compared with the period before. */
export function SalesByCategory({
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
