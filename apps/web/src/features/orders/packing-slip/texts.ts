import { defineMessages } from '../../../lib/text/messages';

/** Texts of the packing slip. */
export const packingSlipText = defineMessages({
  en: {
    failed: 'The packing slip could not be loaded',
    notFound: 'There is no slip for this order',
    notFoundHint: 'It does not exist, or nothing of it comes from your farm.',
    toOrders: 'Look at your orders',
    paper: 'Paper',
    a4: 'A4 sheet',
    label: '4 × 6 in label',
    print: 'Print',
    back: 'The order',
    from: 'From',
    placed: 'Ordered',
    delivery: 'Deliver to',
    pickup: 'Picked up at',
    atFarm: 'The farm',
    content: 'In the box',
    amount: 'Amount',
    product: 'Product',
    total: 'Total',
    goods: 'Goods',
    fee: 'Delivery fee',
    collect: 'To collect at the handover',
    paid: 'Paid',
    void: 'Nothing to collect',
    notes: 'Notes',
    because: (note: string) => `“${note}”`,
    gone: 'This part was declined or cancelled: it is not to be packed.',
  },
});
