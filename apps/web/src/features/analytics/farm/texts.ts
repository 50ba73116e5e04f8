import { defineMessages } from '../../../lib/text/messages';

/** Texts of a farm's own figures. */
export const farmStatsText = defineMessages({
  en: {
    failed: 'Your numbers could not be loaded',
    changed: 'Your numbers have changed.',
    today: 'Today',
    soldToday: 'Sold today',
    ordersToday: (n: number) => (n === 1 ? 'in 1 order' : `in ${n} orders`),
    toPick: 'Orders to pick',
    lines: (n: number) => (n === 1 ? '1 line to pick' : `${n} lines to pick`),
    lowStock: 'Running low',
    lowStockHint: 'Products under their limit',
    soldOut: 'Sold out',
    soldOutHint: 'Live with nothing to buy',
    buyers: 'Customers',
    repeat: (n: number, share: number) => `${n} came back (${share}%)`,
    noRepeat: 'None came back yet',
    sales: 'Sales by day',
    salesHint: (place: string) =>
      `A day counts by the clock in ${place}. What was declined or cancelled is not in it.`,
    span: 'Days shown',
    spans: (days: number) => `${days} days`,
    top: 'What sells best',
    topHint: 'Of all time, as it was when you came here.',
    topNone: 'Nothing has been sold yet.',
    topNoneHint: 'What your customers buy most will stand here.',
    toProducts: 'Look at your products',
    product: 'Product',
    amount: 'Sold',
    unit: 'Unit',
    orders: 'Orders',
    revenue: 'Sales',
  },
});
