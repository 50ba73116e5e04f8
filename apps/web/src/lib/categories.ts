import type { Category } from '#libs/contracts';
import { defineMessages } from './messages';

const { names } = defineMessages({
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

/** What the categories are called, for shoppers and for farmers. */
export const categoryNames: Record<Category, string> = names;
