import { defineMessages } from '../../lib/messages';

/** Texts of the farmer's bar. */
export const memberPartsText = defineMessages({
  en: {
    orders: 'Orders',
    ordersCount: (placed: number) => (placed === 0 ? 'Orders, none new' : `Orders, ${placed} new`),
    pick: 'Pick',
    products: 'Products',
    numbers: 'Numbers',
  },
});
