import type { Category } from '#libs/contracts';

const images: Record<Category, string> = {
  vegetables: 'tomato',
  fruit: 'strawberry',
  greens: 'lettuce',
  herbs: 'herb',
  roots: 'carrot',
  mushrooms: 'brown-mushroom',
  'eggs-dairy': 'egg',
  pantry: 'honey',
};

/** The image of a category; a basket for all categories. */
export function categoryImage(category: Category | undefined): string {
  return `/produce/${category === undefined ? 'basket' : images[category]}.svg`;
}
