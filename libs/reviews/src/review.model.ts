import { Schema, type Types } from 'mongoose';
import { type OwnReviewDto, REVIEW_EDIT_DAYS, type ReviewDto, type Stars } from '#libs/contracts';
import { type ReceivedLine, receivedLine } from './receipt.model.js';

const DAY_MS = 86_400_000;

/** A customer's review of one line of a delivered order. */
export interface Review extends ReceivedLine {
  _id: Types.ObjectId;
  author: string;
  rating: Stars;
  title: string | null;
  text: string;
  reply: { text: string; at: Date; editedAt: Date | null } | null;
  /** Whether there is a reply; stored to filter the farm's list. */
  answered: boolean;
  /** Hidden by an admin, and so excluded from ratings. */
  hidden: boolean;
  hiddenReason: string | null;
  createdAt: Date;
  editedAt: Date | null;
  version: number;
}

export const REVIEW = 'Review';
const text = { type: String, required: true } as const;
const moment = { type: Date, default: null } as const;
export const reviewSchema = new Schema<Review>(
  {
    ...receivedLine,
    author: text,
    rating: { type: Number, required: true, min: 1, max: 5 },
    title: { type: String, default: null },
    text,
    reply: {
      type: new Schema(
        { text, at: { type: Date, required: true }, editedAt: moment },
        { _id: false },
      ),
      default: null,
    },
    answered: { type: Boolean, default: false },
    hidden: { type: Boolean, default: false },
    hiddenReason: { type: String, default: null },
    createdAt: { type: Date, required: true },
    editedAt: moment,
    version: { type: Number, required: true },
  },
  { collection: 'reviews', versionKey: false },
);
reviewSchema.index({ orderId: 1, productId: 1 }, { unique: true });
reviewSchema.index({ customerId: 1, _id: -1 });
// For a product and for a farm: all reviews, those with so many stars, and those without a reply.
reviewSchema.index({ productId: 1, hidden: 1, _id: -1 });
reviewSchema.index({ productId: 1, hidden: 1, rating: 1, _id: -1 });
reviewSchema.index({ farmId: 1, hidden: 1, _id: -1 });
reviewSchema.index({ farmId: 1, hidden: 1, rating: 1, _id: -1 });
reviewSchema.index({ farmId: 1, hidden: 1, answered: 1, _id: -1 });
reviewSchema.index({ hidden: 1, _id: -1 });

/** The stars that count towards ratings: null if the review is hidden or does not exist. */
export function countedStars(review: Pick<Review, 'rating' | 'hidden'> | null): Stars | null {
  return review && !review.hidden ? review.rating : null;
}

/** The end of the time in which its writer may edit it. */
export function editableUntil(review: Pick<Review, 'createdAt'>): Date {
  return new Date(review.createdAt.getTime() + REVIEW_EDIT_DAYS * DAY_MS);
}

/** First name and initial: enough for neighbours, too little for strangers. */
export function authorOf(name: string): string {
  const [first = '', ...others] = name.split(/[\s._@]+/).filter(Boolean);
  const initial = others.at(-1)?.[0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

/** A review as everybody may see it. */
export function toReviewDto(review: Review): ReviewDto {
  const { reply } = review;
  return {
    _id: review._id.toString(),
    productId: review.productId.toString(),
    productName: review.productName,
    productImage: review.productImage,
    farmId: review.farmId.toString(),
    farmName: review.farmName,
    farmSlug: review.farmSlug,
    author: review.author,
    rating: review.rating,
    title: review.title,
    text: review.text,
    reply: reply && {
      text: reply.text,
      at: reply.at.toISOString(),
      editedAt: reply.editedAt?.toISOString() ?? null,
    },
    createdAt: review.createdAt.toISOString(),
    editedAt: review.editedAt?.toISOString() ?? null,
    version: review.version,
  };
}

/** A review as its writer and the admins see it. */
export function toOwnReviewDto(review: Review): OwnReviewDto {
  return {
    ...toReviewDto(review),
    orderId: review.orderId.toString(),
    customerId: review.customerId.toString(),
    editableUntil: editableUntil(review).toISOString(),
    hiddenReason: review.hiddenReason,
  };
}
