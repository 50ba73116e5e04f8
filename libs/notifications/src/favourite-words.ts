import { type FavouriteUpdate, sentence } from '#libs/contracts';
import type { Words } from './order-words.js';

/** The notice for customers who marked the product or its farm as a favourite. */
export function favouriteWords(payload: FavouriteUpdate): Words {
  const { marked, productName, farmName } = payload;
  if (payload.news === 'restocked')
    return {
      title: sentence`${productName} is back in stock`,
      text: sentence`${farmName} has it again, for as long as it lasts.`,
      details: [],
    };
  return {
    title:
      marked === 'farms'
        ? sentence`${farmName} has just picked ${productName}`
        : sentence`${productName}, just picked`,
    text: sentence`${farmName} has brought in a new harvest.`,
    details: [],
  };
}

/** Customers get one notice a day per marked product, and one per marked farm. */
export function dailyKey({ marked, productId, farmId, day }: FavouriteUpdate): string {
  return `favourite:${marked === 'products' ? productId : farmId}:${day}`;
}
