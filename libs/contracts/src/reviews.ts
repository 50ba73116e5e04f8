import * as z from 'zod/mini';
import { slugSchema } from './farms.js';
import { MAX_LENGTH } from './max-length.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { productChangeSchema } from './products.js';
import { ratingSummarySchema, starsSchema } from './ratings.js';
import { textSchema } from './text.js';

/** Days for which customers may edit their reviews. */
export const REVIEW_EDIT_DAYS = 30;

export const reviewReplySchema = z.object({
  text: z.string(),
  at: timestampSchema,
  editedAt: z.nullable(timestampSchema),
});

/** A review as everybody may see it. */
export const reviewDtoSchema = z.object({
  _id: idSchema,
  productId: idSchema,
  productName: z.string(),
  productImage: urlSchema,
  farmId: idSchema,
  farmName: z.string(),
  farmSlug: slugSchema,
  /** First name and initial. */
  author: z.string(),
  rating: starsSchema,
  title: z.nullable(z.string()),
  text: z.string(),
  reply: z.nullable(reviewReplySchema),
  createdAt: timestampSchema,
  editedAt: z.nullable(timestampSchema),
  version: versionSchema,
});
export type ReviewDto = z.infer<typeof reviewDtoSchema>;

/** A review as its author and the admins see it. */
export const ownReviewDtoSchema = z.object({
  ...reviewDtoSchema.shape,
  orderId: idSchema,
  customerId: idSchema,
  editableUntil: timestampSchema,
  /** Why an admin hid it; null while it is visible. */
  hiddenReason: z.nullable(z.string()),
});
export type OwnReviewDto = z.infer<typeof ownReviewDtoSchema>;

const contentShape = {
  rating: starsSchema,
  title: z.optional(z.nullable(textSchema(MAX_LENGTH.reviewTitle))),
  text: textSchema(MAX_LENGTH.review, { lines: true }),
};

/** `POST /reviews`: reviews a delivered line of one of the caller's orders. */
export const postReviewSchema = z.strictObject({
  orderId: idSchema,
  productId: idSchema,
  ...contentShape,
});
export type PostReview = z.infer<typeof postReviewSchema>;

/** `PATCH /reviews/:id`: absent fields stay as they are. */
export const editReviewSchema = z.strictObject({
  version: versionSchema,
  rating: z.optional(contentShape.rating),
  title: contentShape.title,
  text: z.optional(contentShape.text),
});
export type EditReview = z.infer<typeof editReviewSchema>;

export const deletedReviewSchema = z.object({ _id: idSchema });
export type DeletedReview = z.infer<typeof deletedReviewSchema>;

/** `PUT /reviews/:id/reply`: adds the farm's reply, or edits it. */
export const replyToReviewSchema = z.strictObject({
  version: versionSchema,
  text: textSchema(MAX_LENGTH.review, { lines: true }),
});
export type ReplyToReview = z.infer<typeof replyToReviewSchema>;

/** `PATCH /reviews/:id/moderation`: an admin hides it, or shows it again. */
export const moderateReviewSchema = z.strictObject({
  version: versionSchema,
  hidden: z.boolean(),
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});
export type ModerateReview = z.infer<typeof moderateReviewSchema>;

export const reviewsQuerySchema = z.strictObject({
  ...pageQueryShape,
  /** Only reviews with this many stars. */
  stars: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(5))),
});
export type ReviewsQuery = z.infer<typeof reviewsQuerySchema>;

/** A page of a product's or a farm's reviews, newest first, and the rating over all of them. */
export const reviewsPageSchema = z.object({
  reviews: z.array(reviewDtoSchema),
  ...pageShape,
  /** Null for a farm with fewer than `FARM_RATING_MIN_REVIEWS` reviews. */
  rating: z.nullable(ratingSummarySchema),
});
export type ReviewsPage = z.infer<typeof reviewsPageSchema>;

const flagSchema = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

export const farmReviewsQuerySchema = z.strictObject({
  ...pageQueryShape,
  /** Only reviews with a reply, or without one. */
  answered: z.optional(flagSchema),
});
export type FarmReviewsQuery = z.infer<typeof farmReviewsQuerySchema>;
/** A page of the caller's farm's reviews, and how many have no reply. */
export const farmReviewsPageSchema = z.object({
  reviews: z.array(reviewDtoSchema),
  ...pageShape,
  unanswered: z.int().check(z.gte(0)),
});
export type FarmReviewsPage = z.infer<typeof farmReviewsPageSchema>;

/** A delivered line of an order that its customer has not reviewed. */
export const receiptDtoSchema = z.object({
  orderId: idSchema,
  productId: idSchema,
  productName: z.string(),
  productImage: urlSchema,
  farmName: z.string(),
  receivedAt: timestampSchema,
});
export type ReceiptDto = z.infer<typeof receiptDtoSchema>;
const ownReviewsQueryShape = { ...pageQueryShape, order: z.optional(idSchema) };
export const ownReviewsQuerySchema = z.strictObject(ownReviewsQueryShape);
export type OwnReviewsQuery = z.infer<typeof ownReviewsQuerySchema>;
/**
 * `GET /reviews/mine`; `waiting` counts the lines that can still be reviewed, which `GET /reviews/mine/waiting`
 * lists.
 */
export const ownReviewsPageSchema = z.object({
  reviews: z.array(ownReviewDtoSchema),
  ...pageShape,
  waiting: z.int().check(z.gte(0)),
});
export type OwnReviewsPage = z.infer<typeof ownReviewsPageSchema>;
export const receiptsPageSchema = z.object({ receipts: z.array(receiptDtoSchema), ...pageShape });
export type ReceiptsPage = z.infer<typeof receiptsPageSchema>;

/** `GET /reviews` of the admins. */
export const allReviewsQuerySchema = z.strictObject({
  ...pageQueryShape,
  hidden: z.optional(flagSchema),
});
export type AllReviewsQuery = z.infer<typeof allReviewsQuerySchema>;
export const allReviewsPageSchema = z.object({
  reviews: z.array(ownReviewDtoSchema),
  ...pageShape,
});
export type AllReviewsPage = z.infer<typeof allReviewsPageSchema>;

/** `GET /reviews/featured`: the best of the newest, one per product. */
export const featuredReviewsSchema = z.object({ reviews: z.array(reviewDtoSchema) });
export type FeaturedReviews = z.infer<typeof featuredReviewsSchema>;

/** What happened to a review, for its author. */
export const reviewStepSchema = z.enum([
  'posted',
  'edited',
  'deleted',
  'replied',
  'reply-edited',
  'hidden',
  'restored',
]);
export type ReviewStep = z.infer<typeof reviewStepSchema>;

/** Payloads of the review events. `public`: whether shoppers may see the product. */
export const reviewShownSchema = z.object({ review: reviewDtoSchema, public: z.boolean() });
export const reviewGoneSchema = z.object({
  reviewId: idSchema,
  productId: idSchema,
  farmId: idSchema,
  public: z.boolean(),
});
export const ownReviewChangeSchema = z.object({
  step: reviewStepSchema,
  review: ownReviewDtoSchema,
});
/** The product as it is after the change, with its new rating. */
export const productRatingChangeSchema = z.object({ change: productChangeSchema });
export const farmRatingChangeSchema = z.object({
  farmId: idSchema,
  rating: z.nullable(ratingSummarySchema),
});
