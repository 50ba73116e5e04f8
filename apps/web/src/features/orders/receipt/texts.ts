import { defineMessages } from '../../../lib/text/messages';

/** Texts of receipts. */
export const receiptText = defineMessages({
  en: {
    receipt: 'Receipt',
    print: 'Print',
    back: 'The order',
    failed: 'The receipt could not be loaded',
    notFound: 'This receipt cannot be shown',
    notFoundBody: 'The order does not exist, or it belongs to somebody else.',
    toOrders: 'All orders',
    nothing: 'There is no receipt yet',
    nothingHint: 'It begins with the first part that is handed over.',
    open: (farms: number) =>
      farms === 1
        ? 'One farm still has something to hand over: this receipt goes on.'
        : `${farms} farms still have something to hand over: this receipt goes on.`,
    through: 'Ordered and paid through',
    customer: 'For',
    ordered: 'Ordered',
    delivered: (when: string) => `Delivered ${when}`,
    collected: (when: string) => `Collected ${when}`,
    lines: (farm: string) => `What came from ${farm}`,
    product: 'Product',
    price: 'Price',
    total: 'Total',
    changes: 'Changes since it was ordered',
    part: (farm: string) => `Goods from ${farm}`,
    givenBack: 'Given back',
    goods: 'Goods',
    delivery: 'Delivery',
    sum: 'Total',
    sums: 'Sums',
    cash: 'On delivery or at pickup',
    credit: 'Store credit',
    paidBy: (by: string) => `Paid: ${by}`,
    backTo: (by: string) => `Given back: ${by}`,
    due: 'Not paid yet',
    ended: (farm: string, how: string) => `${farm}: ${how}. Nothing was charged.`,
  },
});
