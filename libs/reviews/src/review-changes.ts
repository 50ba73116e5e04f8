import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ReviewStep } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { type ClientSession, draft, type EventDraft, Outbox } from '#libs/platform';
import { isPublic, type Product, ProductsService } from '#libs/products';
import { countedStars, REVIEW, type Review, toOwnReviewDto, toReviewDto } from './review.model.js';

/** Writes a change of a review, the ratings that it affects, and all events. */
@Injectable()
export class ReviewChanges {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    private readonly products: ProductsService,
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
    const product = await this.products.find(session, review.productId);
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
    const ofFarm = await this.farms.countStars(session, farmId, from, to);
    if (!product) return ofFarm;
    return [...(await this.products.countStars(session, product, from, to)), ...ofFarm];
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
