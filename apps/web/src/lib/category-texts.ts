import { defineMessages } from './messages';

/** The names of the categories. */
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
