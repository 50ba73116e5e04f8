import { amountOf } from '../../../lib/text/format';
import { defineMessages } from '../../../lib/text/messages';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Texts of the pick list. */
export const pickListText = defineMessages({
  en: {
    lead: 'Everything that new and accepted orders ask for. It follows your orders by itself.',
    failed: 'The pick list could not be loaded',
    empty: 'Nothing to pick.',
    emptyHint: 'What customers order appears here by itself.',
    emptyFiltered: 'No order has this state.',
    toOrders: 'Look at your orders',
    showAll: 'Show new and accepted orders',
    status: 'Orders',
    anyStatus: 'New and accepted',
    placed: 'New only',
    accepted: 'Accepted only',
    view: 'Sort by',
    byProduct: 'By product',
    byOrder: 'By order',
    print: 'Print',
    sum: (products: number, orders: number) =>
      `${count(products, 'product', 'products')} for ${amountOf(orders)} ${orders === 1 ? 'order' : 'orders'}`,
    truncated: (shown: number, total: number) =>
      `The oldest ${shown} of ${amountOf(total)} orders are in this list.`,
    printedAt: (time: string) => `As of ${time}`,
    productsCaption: 'What to pick, by product',
    product: 'Product',
    amount: 'Amount',
    picked: (name: string) => `Picked: ${name}`,
    ticks: 'Ticks stay on this device until the day ends.',
    slip: 'Packing slip',
    slipOf: (code: string) => `Packing slip, order ${code}`,
    placedAt: 'Ordered',
    delivery: 'Delivery',
    pickup: 'Pickup',
    because: (note: string) => `“${note}”`,
    changed: (orders: number) => `Pick list: ${count(orders, 'order', 'orders')}.`,
  },
});
