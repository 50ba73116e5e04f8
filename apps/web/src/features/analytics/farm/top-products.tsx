import { Link } from 'react-router-dom';
import type { FarmStats } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatMoney, formatNumber, formatQuantity } from '../../../lib/text/format';
import { LinkButton } from '../../../ui/button';
import { SectionTitle } from '../../../ui/card';
import { type Column, DataTable } from '../../../ui/data-table';
import { TableFile } from '../../../ui/download-button';
import { EmptyState } from '../../../ui/states';
import { farmStatsText as text } from '../texts';

type TopProduct = FarmStats['topProducts'][number];

const columns: readonly Column<TopProduct>[] = [
  {
    key: 'product',
    header: text.product,
    primary: true,
    cell: ({ productId, name }) => (
      <Link
        to={paths.product(productId)}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'amount',
    header: text.amount,
    align: 'end',
    cell: ({ quantity, unit }) => (
      <span className="tabular-nums">{formatQuantity(quantity, unit)}</span>
    ),
  },
  {
    key: 'orders',
    header: text.orders,
    align: 'end',
    cell: ({ orders }) => <span className="tabular-nums">{formatNumber(orders)}</span>,
  },
  {
    key: 'revenue',
    header: text.revenue,
    align: 'end',
    cell: ({ revenue }) => (
      <span className="font-semibold tabular-nums">{formatMoney(revenue)}</span>
    ),
  },
];

/** The products with the highest revenue. */
export function TopProducts({ products }: { products: readonly TopProduct[] }) {
  return (
    <section aria-labelledby="top-title">
      <SectionTitle
        id="top-title"
        aside={
          products.length > 0 && (
            <TableFile
              name="top-products.csv"
              of={text.top}
              columns={[text.product, text.amount, text.unit, text.orders, text.revenue]}
              rows={() =>
                products.map((one) => [one.name, one.quantity, one.unit, one.orders, one.revenue])
              }
            />
          )
        }
      >
        {text.top}
      </SectionTitle>
      {products.length === 0 ? (
        <EmptyState
          title={text.topNone}
          action={
            <LinkButton tone="outline" to={`${paths.dashboardOf('farmer')}/products`}>
              {text.toProducts}
            </LinkButton>
          }
        >
          {text.topNoneHint}
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-soft">{text.topHint}</p>
          <DataTable
            caption={text.top}
            columns={columns}
            rows={products}
            rowKey={({ productId, unit }) => `${productId} ${unit}`}
          />
        </>
      )}
    </section>
  );
}
