import { defineMessages } from './messages';

/** The names of the product fields that are the same for farms, shoppers and admins. */
export const productText = defineMessages({
  en: {
    fields: {
      bestBefore: 'Best before',
      allergens: 'Allergens',
      storage: 'Storage',
      features: 'What is special',
    },
  },
});
