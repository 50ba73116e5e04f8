import { type OwnReviewDto, type ReviewDto, sentence } from '#libs/contracts';
import type { Words } from './order-words.js';

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
