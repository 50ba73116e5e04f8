import { defineMessages } from '../lib/text/messages';

export const salesText = defineMessages({
  en: {
    day: 'Day',
    orders: 'Orders',
    revenue: 'Sales',
    average: 'Average',
    chart: (from: string, to: string, best: string, sum: string) =>
      `Sales by day from ${from} to ${to}. The best day was ${best}. ${sum} in all. Every day stands in the table.`,
    sum: (orders: number, revenue: string) =>
      `${orders === 1 ? '1 order' : `${orders} orders`} for ${revenue} in this time.`,
    compared: (days: number, revenue: string) => `to the ${days} days before (${revenue}).`,
    none: 'Nothing was sold in this time.',
    table: 'Sales by day, newest first',
    orderCount: (n: number) => (n === 1 ? '1 order' : `${n} orders`),
  },
});
