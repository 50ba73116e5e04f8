import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { changeOf } from '../../lib/compare';
import { farmsQueryOptions } from '../../lib/farms';
import { formatMoney, formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import { SectionTitle } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { LoadingRows } from '../../ui/loading-rows';
import { ErrorState } from '../../ui/states';
import { TableFile } from '../../ui/table-file';
import { farmSalesQueryOptions } from './sales';
import { analyticsText as text } from './texts';

interface Row {
  readonly farmId: string;
  readonly name: string;
  readonly orders: number;
  readonly revenue: number;
  readonly before: number;
}

/** What each farm sold from a day on, compared with the period before; a farm opens its orders. */
export function FarmSalesTable({ from }: { from: string }) {
  const farms = useQuery(farmsQueryOptions());
  const ids = farms.data?.farms.map(({ _id }) => _id) ?? [];
  const query = useQuery({
    ...farmSalesQueryOptions({ from, farms: ids }),
    enabled: farms.data !== undefined,
  });
  const failed = [farms, query].find(({ isError }) => isError);
  const names = new Map(farms.data?.farms.map(({ _id, name }) => [_id, name]));
  const rows: Row[] = (query.data?.farms ?? [])
    .map(({ farmId, now, before }) => ({
      farmId,
      name: names.get(farmId) ?? farmId,
      ...now,
      before: before.revenue,
    }))
    .sort((a, b) => b.revenue - a.revenue || a.name.localeCompare(b.name));
  const columns: Column<Row>[] = [
    {
      key: 'farm',
      header: text.farm,
      primary: true,
      cell: ({ farmId, name }) => (
        <Link
          to={`${paths.dashboardOf('admin')}/orders?status=Live&farm=${farmId}&from=${from}`}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
        >
          {name}
        </Link>
      ),
    },
    { ...numbers('orders', text.orders), cell: ({ orders }) => formatNumber(orders) },
    { ...numbers('revenue', text.farmRevenue), cell: ({ revenue }) => formatMoney(revenue) },
    {
      ...numbers('change', text.change),
      cell: ({ revenue, before }) => changeOf(revenue, before) ?? text.changeNone,
    },
  ];
  return (
    <section aria-labelledby="figures-farms" className="mt-10">
      <SectionTitle
        id="figures-farms"
        aside={
          rows.length > 0 && (
            <TableFile
              name="sales-by-farm.csv"
              of={text.farmSales}
              columns={[text.farm, text.orders, text.farmRevenue, text.revenueBefore]}
              rows={() => rows.map((row) => [row.name, row.orders, row.revenue, row.before])}
            />
          )
        }
      >
        {text.farmSales}
      </SectionTitle>
      {query.data !== undefined ? (
        <>
          <p className="mb-2 text-sm text-ink-soft">
            {text.farmSalesHint}
            {(farms.data?.total ?? 0) > rows.length && ` ${text.farmSalesMore(rows.length)}`}
          </p>
          <DataTable
            caption={text.farmSales}
            columns={columns}
            rows={rows}
            rowKey={({ farmId }) => farmId}
          />
        </>
      ) : failed ? (
        <ErrorState query={failed} title={text.farmSalesFailed} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </section>
  );
}

const numbers = (key: string, header: string) => ({ key, header, align: 'end' as const });
