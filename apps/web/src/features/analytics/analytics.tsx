import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { paths } from '../../lib/paths';
import { formatMoney, formatNumber } from '../../lib/text/format';
import { Figure } from '../../ui/figure';
import { useAnnounce } from '../../ui/live-announcer';
import { useToast } from '../../ui/toast';
import { FigureSection } from './figure-card';
import { orderStatsQueryOptions, productStatsQueryOptions, userStatsQueryOptions } from './queries';
import { RecountButton } from './recount-dialog';
import { RoleBreakdown } from './role-breakdown';
import { SalesSection } from './sales-section';
import { analyticsText } from './texts';

const admin = paths.dashboardOf('admin');

/** The specification's figures, live; if one query fails, the others are still shown. */
export function Analytics() {
  const orders = useQuery(orderStatsQueryOptions());
  const users = useQuery(userStatsQueryOptions());
  const products = useQuery(productStatsQueryOptions());
  useFailureToast(orders.isError || users.isError || products.isError);
  useChangeAnnouncements(
    [orders.data, users.data, products.data].map((stats) => stats?.version ?? -1),
  );
  return (
    <div className="grid gap-12">
      <FigureSection
        title={analyticsText.orders}
        to={`${admin}/orders`}
        linkLabel={analyticsText.seeOrders}
        recount={<RecountButton subject="orders" label={analyticsText.orders} />}
        query={orders}
      >
        {(stats) => (
          <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Figure
              strong
              label={analyticsText.totalRevenue}
              value={formatMoney(stats.totalRevenue)}
              to={`${admin}/orders?status=Live`}
              hint={analyticsText.revenueHint}
            />
            <Figure
              label={analyticsText.totalOrders}
              value={formatNumber(stats.totalOrders)}
              to={`${admin}/orders?status=Live`}
              hint={analyticsText.ordersHint}
            />
            <Figure
              label={analyticsText.averageOrderValue}
              value={formatMoney(stats.averageOrderValue)}
              to={`${admin}/orders?status=Live`}
            />
          </dl>
        )}
      </FigureSection>
      <SalesSection />
      <FigureSection
        title={analyticsText.users}
        to={`${admin}/users`}
        linkLabel={analyticsText.seeUsers}
        recount={<RecountButton subject="users" label={analyticsText.users} />}
        query={users}
      >
        {(stats) => (
          <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Figure
              label={analyticsText.totalUsers}
              value={formatNumber(stats.totalUsers)}
              to={`${admin}/users`}
            />
            <Figure
              label={analyticsText.activeUsers}
              value={formatNumber(stats.activeUsers)}
              to={`${admin}/users?status=active`}
              hint={analyticsText.share(stats.activeUsers, stats.totalUsers)}
            />
            <RoleBreakdown stats={stats} />
          </dl>
        )}
      </FigureSection>
      <FigureSection
        title={analyticsText.products}
        to={`${admin}/products`}
        linkLabel={analyticsText.seeProducts}
        recount={<RecountButton subject="products" label={analyticsText.products} />}
        query={products}
      >
        {(stats) => (
          <dl className="grid gap-4 sm:grid-cols-3">
            <Figure
              label={analyticsText.totalProducts}
              value={formatNumber(stats.totalProducts)}
              to={`${admin}/products`}
            />
            <Figure
              label={analyticsText.activeProducts}
              value={formatNumber(stats.activeProducts)}
              to={`${admin}/products?status=live`}
              hint={analyticsText.activeHint}
            />
            <Figure
              label={analyticsText.outOfStock}
              value={formatNumber(stats.outOfStock)}
              to={`${admin}/products?status=live&stock=sold_out`}
              hint={analyticsText.outHint}
            />
          </dl>
        )}
      </FigureSection>
    </div>
  );
}

/** One toast, however many queries failed (docs/product.md, Errors). */
function useFailureToast(failed: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (!failed) return;
    toast({
      tone: 'error',
      title: analyticsText.error,
      description: analyticsText.fetchFailed,
    });
  }, [failed, toast]);
}

function useChangeAnnouncements(versions: readonly number[]): void {
  const announce = useAnnounce('analytics');
  const before = useRef<string | null>(null);
  const now = versions.includes(-1) ? null : versions.join();
  useEffect(() => {
    if (before.current !== null && now !== null && before.current !== now) {
      announce(analyticsText.changed);
    }
    before.current = now ?? before.current;
  }, [now, announce]);
}
