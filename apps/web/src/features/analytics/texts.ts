import { defineMessages } from '../../lib/messages';

/** The words of the admin's figures. */
export const analyticsText = defineMessages({
  en: {
    users: 'Users',
    totalUsers: 'Total users',
    activeUsers: 'Active users',
    roleBreakdown: 'By role',
    roleBars: 'Users by role',
    orders: 'Orders',
    totalOrders: 'Total orders',
    totalRevenue: 'Total revenue',
    averageOrderValue: 'Average order value',
    products: 'Products',
    totalProducts: 'Total products',
    activeProducts: 'Active products',
    outOfStock: 'Out of stock',
    seeUsers: 'See the users',
    seeOrders: 'See the orders',
    seeProducts: 'See the products',
    error: 'Error',
    fetchFailed: 'Failed to fetch analytics data',
    changed: 'The figures have changed.',
    share: (part: number, whole: number) =>
      whole === 0 ? 'none yet' : `${Math.round((part / whole) * 100)} % of all`,
    revenueHint: 'Without what was declined or cancelled',
    activeHint: 'Live in the shop',
    outHint: 'Live with nothing to buy',
  },
});
