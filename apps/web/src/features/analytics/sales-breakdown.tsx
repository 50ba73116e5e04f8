import type { SalesDay } from '#libs/contracts';
import { SalesByCategory } from './sales-by-category';
import { SalesByHour } from './sales-by-hour';

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
