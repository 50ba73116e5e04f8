import { defineMessages } from '../../../lib/text/messages';

/** Texts of what a change costs. */
export const changeCostText = defineMessages({
  en: {
    title: 'What changes',
    goods: 'Goods',
    fee: 'Delivery',
    total: 'Total',
    free: 'Free',
    was: 'before',
    now: 'after',
    feeRises: (limit: string, fee: string) => `You fall below ${limit}: delivery ${fee}`,
    feeAdded: (fee: string) => `Delivery ${fee}`,
    becomesFree: 'Delivery becomes free',
    nothingDelivered: 'Nothing is delivered any more: no delivery fee',
  },
});
