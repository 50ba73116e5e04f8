import type { Category } from '#libs/contracts';

const faces: Record<Category, string> = {
  vegetables: 'tomato',
  fruit: 'strawberry',
  greens: 'lettuce',
  herbs: 'herb',
  roots: 'carrot',
  mushrooms: 'brown-mushroom',
  'eggs-dairy': 'egg',
  pantry: 'honey',
};

/** The drawing that stands for a category; a basket for all of them. */
export function categoryFace(category: Category | undefined): string {
  return `/produce/${category === undefined ? 'basket' : faces[category]}.svg`;
}
