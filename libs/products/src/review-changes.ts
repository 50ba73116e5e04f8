import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { movedStars, NO_STARS, type ReviewStep, summaryOf } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { type ClientSession, draft, type EventDraft, Outbox } from '#libs/platform';
import {
  isPublic,
  PRODUCT,
  type Product,
  toProductChange,
  toProductCounts,
} from './product.model.js';
import { countedStars, REVIEW, type Review, toOwnReviewDto, toReviewDto } from './review.model.js';

/** Writes a change of a review, the ratings that it affects, and all events. */
@Injectable()
export class ReviewChanges {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly farms: FarmsService,
    private readonly outbox: Outbox,
  ) {}

  /** Inside a transaction: replaces `before` by `after`; null is a review that does not exist. */
  async apply(
    session: ClientSession,
    step: ReviewStep,
    before: Review | null,
    after: Review | null,
  ): Promise<void> {
    const review = after ?? before;
    if (!review) throw new Error('before and after are both null');
    if (!after) await this.reviews.deleteOne({ _id: review._id }, { session });
    else if (!before) await this.reviews.create([after], { session });
    else await this.reviews.replaceOne({ _id: after._id }, after, { session });
    const product = await this.products.findById(review.productId).session(session).lean<Product>();
    await this.outbox.add(
      session,
      ...eventsOf(step, before, after, product !== null && isPublic(product)),
      ...(await this.count(session, product, before, after, review)),
    );
  }

  private async count(
    session: ClientSession,
    product: Product | null,
    before: Review | null,
    after: Review | null,
    { farmId }: Review,
  ): Promise<EventDraft[]> {
    const [from, to] = [countedStars(before), countedStars(after)];
    if (from === to) return [];
    const farmEvent = await this.farms.countStars(session, farmId, from, to);
    if (!product) return farmEvent;
    const stars = movedStars(product.stars ?? NO_STARS, from, to);
    const { mean: rating, count: reviewCount } = summaryOf(stars);
    const rated: Product = { ...product, stars, rating, reviewCount, version: product.version + 1 };
    await this.products.updateOne(
      { _id: product._id },
      { $set: { stars, rating, reviewCount, version: rated.version } },
      { session },
    );
    const change = toProductChange(rated, product);
    const aggregate = { id: product._id, version: rated.version };
    return [
      draft('product.rating-changed', aggregate, { change }),
      draft('product.counted', aggregate, { counts: toProductCounts(rated) }),
      ...farmEvent,
    ];
  }
}

/** The public event, if the visible review changes, and the event for its writer. */
function eventsOf(
  step: ReviewStep,
  before: Review | null,
  after: Review | null,
  isShown: boolean,
): EventDraft[] {
  const review = after ?? before;
  if (!review) return [];
  // The event of a deletion gets the next version, so that it is newer than all before.
  const aggregate = { id: review._id, version: after ? after.version : review.version + 1 };
  const gone = {
    reviewId: review._id.toString(),
    productId: review.productId.toString(),
    farmId: review.farmId.toString(),
    public: isShown,
  };
  const wasShown = before !== null && !before.hidden;
  const shown =
    after && !after.hidden
      ? [
          draft(step === 'posted' ? 'review.posted' : 'review.changed', aggregate, {
            review: toReviewDto(after),
            public: isShown,
          }),
        ]
      : wasShown
        ? [draft('review.removed', aggregate, gone)]
        : [];
  return [
    ...shown,
    draft('own-review.changed', aggregate, { step, review: toOwnReviewDto(review) }),
  ];
}
