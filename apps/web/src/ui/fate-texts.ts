import { defineMessages } from '../lib/text/messages';

/** Texts of the question what becomes of the orders of days that a farm changes. */
export const fateText = defineMessages({
  en: {
    title: 'What becomes of the orders?',
    body: 'Customers have ordered for these days:',
    orders: (count: number) => (count === 1 ? '1 order' : `${count} orders`),
    keep: 'Keep them as agreed',
    cancel: 'Cancel them',
    keepHint:
      'Time and place stay as these customers know them. Others can no longer choose what you take away.',
    reasonHint: 'The customers read it.',
    missing: 'Choose what becomes of the orders',
    confirm: 'Go on',
    nothing: 'Change nothing',
  },
});
