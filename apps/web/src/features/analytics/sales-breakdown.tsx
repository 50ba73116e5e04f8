import type { SalesDay } from '#libs/contracts';
import { SalesByCategory } from './sales-by-category';
import { SalesByHour } from './sales-by-hour';

/** What was sold in some days, by category, and when it was ordered; live, because the days are. */
export function SalesBreakdown(sales: {
  days: readonly SalesDay[];
  /** As many days before them; empty if there are none to compare with. */
  before: readonly SalesDay[];
}) {
  return (
    <div className="mt-10 grid items-start gap-10 lg:grid-cols-2">
      <SalesByCategory {...sales} />
      <SalesByHour days={sales.days} />
    </div>
  );
}
