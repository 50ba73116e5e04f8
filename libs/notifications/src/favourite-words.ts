import type { FavouriteNews } from '#libs/contracts';
import type { Words } from './order-words.js';

/** What a customer reads of something they have marked, or of a farm's that they have. */
export function favouriteWords({ news, marked, productName, farmName }: FavouriteNews): Words {
  if (news === 'restocked')
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

/** Of a product one is told once a day, whatever happens to it; and once of all that a marked farm picks. */
export function onceADay({ marked, productId, farmId, day }: FavouriteNews): string {
  return `favourite:${marked === 'products' ? productId : farmId}:${day}`;
}
