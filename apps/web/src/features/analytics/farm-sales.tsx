import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { addDollars, type FarmSales, isId } from '#libs/contracts';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { changeOf, formatMoney, formatNumber } from '../../lib/text/format';
import { SectionTitle } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { TableFile } from '../../ui/download-button';
import FarmCombobox from '../../ui/farm-combobox';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { farmSalesQueryOptions } from './queries';
import { analyticsText as text } from './texts';

interface Row {
  readonly farmId: string;
  readonly name: string;
  readonly orders: number;
  readonly revenue: number;
  readonly before: number;
}

/**
 * What the best farms sold from a day on, or the chosen one, compared with the period before, live; a farm opens its
 * orders. The rows stay in their order.
 */
export function FarmSalesTable({ from }: { from: string }) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('farm') ?? '';
  const farm = isId(wanted) ? wanted : '';
  const query = useQuery(farmSalesQueryOptions(farm === '' ? { from } : { from, farms: [farm] }));
  const farms = useQuery(farmsOfQueryOptions(query.data?.farms.map(({ farmId }) => farmId) ?? []));
  const nameOf = (id: string) =>
    farms.data?.farms.find(({ _id }) => _id === id)?.name ??
    (farms.isPending ? '' : text.closedFarm);
  const rows = rowsOf(query.data, nameOf);
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
  const others = (query.data?.total ?? 0) - rows.length;
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
      {(farm !== '' || others > 0) && (
        <FarmCombobox
          label={text.farm}
          any={text.anyFarm}
          value={farm}
          onChange={(id) =>
            setSearch(
              (before) => {
                before.delete('farm');
                if (id !== '') before.set('farm', id);
                return before;
              },
              { replace: true, preventScrollReset: true },
            )
          }
          className="mb-4 sm:w-64"
        />
      )}
      {query.data !== undefined ? (
        <>
          <p className="mb-2 text-sm text-ink-soft">
            {text.farmSalesHint}
            {farm === '' && others > 0 && ` ${text.farmSalesMore(rows.length, query.data.total)}`}
          </p>
          <DataTable
            caption={text.farmSales}
            columns={columns}
            rows={rows}
            rowKey={({ farmId }) => farmId}
          />
        </>
      ) : query.isError ? (
        <ErrorState query={query} title={text.farmSalesFailed} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </section>
  );
}

function rowsOf(sales: FarmSales | undefined, nameOf: (id: string) => string): Row[] {
  if (sales === undefined) return [];
  return sales.farms.map(({ farmId, days }) => {
    const now = days.filter(({ day }) => day >= sales.from);
    const revenueOf = (some: typeof days) => addDollars(...some.map(({ revenue }) => revenue));
    return {
      farmId,
      name: nameOf(farmId),
      orders: now.reduce((sum, { orders }) => sum + orders, 0),
      revenue: revenueOf(now),
      before: revenueOf(days.filter(({ day }) => day < sales.from)),
    };
  });
}

const numbers = (key: string, header: string) => ({ key, header, align: 'end' as const });
