import { defineMessages } from './messages';

/** The names of a product's fields, where farms, shoppers and admins read the same. */
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
