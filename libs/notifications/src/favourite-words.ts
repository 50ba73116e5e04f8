import type { FavouriteUpdate } from '#libs/contracts';
import type { Words } from './order-words.js';

/** The notice for customers who marked the product or its farm as a favourite. */
export function favouriteWords(payload: FavouriteUpdate): Words {
  const { marked, productName, farmName } = payload;
  if (payload.news === 'restocked')
    return {
      title: `${productName} is back in stock`,
      text: `${farmName} has it again, for as long as it lasts.`,
      details: [],
    };
  return {
    title:
      marked === 'farms'
        ? `${farmName} has just picked ${productName}`
        : `${productName}, just picked`,
    text: `${farmName} has brought in a new harvest.`,
    details: [],
  };
}

/** Customers get one notice a day per marked product, and one per marked farm. */
export function dailyKey({ marked, productId, farmId, day }: FavouriteUpdate): string {
  return `favourite:${marked === 'products' ? productId : farmId}:${day}`;
}
