import { defineMessages } from './messages';

/** What the categories are called, for shoppers and for farmers. */
export const categoryText = defineMessages({
  en: {
    names: {
      vegetables: 'Vegetables',
      fruit: 'Fruit',
      greens: 'Greens',
      herbs: 'Herbs',
      roots: 'Roots',
      mushrooms: 'Mushrooms',
      'eggs-dairy': 'Eggs & dairy',
      pantry: 'Pantry',
    },
  },
});
