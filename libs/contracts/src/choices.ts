/** Closed sets as plain values, for pages that show them before they load a schema. */

export const CATEGORIES = [
  'vegetables',
  'fruit',
  'greens',
  'herbs',
  'roots',
  'mushrooms',
  'eggs-dairy',
  'pantry',
] as const;
export type Category = (typeof CATEGORIES)[number];

/**
 * Sort orders of a product list. `price` compares the cost of a gram, a millilitre or a piece; in both directions
 * goods by weight come first, then by volume, then by piece. Ties: newest product first.
 */
export const PRODUCT_SORTS = ['relevance', 'newest', 'price', '-price', 'name', 'rating'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** An ObjectId as 24 lower-case hexadecimal characters. */
export const ID = /^[0-9a-f]{24}$/;
export const isId = (text: string): boolean => ID.test(text);
