import { type FavouriteUpdate, type OwnReviewDto, type ReviewDto, sentence } from '#libs/contracts';
import type { Words } from './notice-words.js';

/** The notice of a new review for the farmer. */
export function receivedReviewWords({ author, productName, rating, text }: ReviewDto): Words {
  const stars = rating === 1 ? '1 star' : `${rating} stars`;
  return { title: sentence`${author} gave ${productName} ${stars}`, text, details: [] };
}

/** The notices for the author of a review when it gets a reply or is hidden. */
export const ownReviewWords = {
  replied: ({ farmName, productName, reply }: OwnReviewDto): Words => ({
    title: sentence`${farmName} replied to your review of ${productName}`,
    text: reply?.text ?? '',
    details: [],
  }),
  hidden: ({ productName, hiddenReason }: OwnReviewDto): Words => ({
    title: sentence`Your review of ${productName} is hidden`,
    text: sentence`It is not shown any more and counts for no rating. The reason given: “${hiddenReason}”.`,
    details: [],
  }),
};

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
