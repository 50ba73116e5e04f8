import { defineMessages } from '../../../lib/text/messages';

/** Texts for adding a product to an order that is still open. */
export const addToOrderText = defineMessages({
  en: {
    /** `weekday` is null for an order without a day. */
    add: (weekday: string | null) =>
      weekday === null ? 'Add to my open order' : `Add to my ${weekday} order`,
    addOf: (add: string, product: string) => `${add}: ${product}`,
    order: (code: string) => `Order ${code}`,
    inOrder: (amount: string) => `${amount} of it is in the order already.`,
    confirm: 'Add to the order',
    added: 'Added to your order',
    addedText: (amount: string, product: string, code: string) =>
      `${amount} of ${product} now comes with ${code}.`,
    seeOrder: 'See order',
    offline: 'You are offline. Add it when the connection is back.',
    changed: 'The order has changed meanwhile. This is what it costs now.',
    soldOut: 'Nothing more of it is left.',
    closed: {
      cut_off: 'Orders for this day are closed now.',
      packed: 'The farm has packed it meanwhile.',
      delivered: 'It is delivered.',
      ended: 'It was cancelled or declined meanwhile.',
    },
  },
});
