import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type AllReviewsPage,
  type AllReviewsQuery,
  type FarmReviewsPage,
  type FarmReviewsQuery,
  type FeaturedReviews,
  type Id,
  NO_STARS,
  type OwnReviewsPage,
  type OwnReviewsQuery,
  type ReceiptsPage,
  type ReviewsPage,
  type ReviewsQuery,
  summaryOf,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { countTotal, DomainError, newestById } from '#libs/platform';
import { PRODUCT, type Product, PUBLIC } from './product.model.js';
import { RECEIPT, type Receipt, toReceiptDto } from './receipt.model.js';
import { REVIEW, type Review, toOwnReviewDto, toReviewDto } from './review.model.js';

/** The landing page shows `shown` reviews, chosen from the `among` newest with at least `starsMin` stars. */
const FEATURED = { shown: 9, among: 60, starsMin: 4 } as const;

/** The lists of reviews, newest first. */
@Injectable()
export class ReviewListsService {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    @InjectModel(RECEIPT) private readonly receipts: Model<Receipt>,
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly farms: FarmsService,
  ) {}

  /** Throws `PRODUCT_NOT_FOUND` for drafts and for products whose farm may not sell. */
  async ofProduct(productId: Id, { stars, ...query }: ReviewsQuery): Promise<ReviewsPage> {
    const _id = new Types.ObjectId(productId);
    const product = await this.products
      .findOne({ _id, listed: true, status: { $ne: 'draft' } })
      .lean<Product>();
    if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
    const filter = { productId: _id, hidden: false, ...withStars(stars) };
    const { rows, ...page } = await newestById(this.reviews, filter, query);
    return {
      reviews: rows.map(toReviewDto),
      ...page,
      rating: summaryOf(product.stars ?? NO_STARS),
    };
  }

  /** Throws `FARM_NOT_FOUND` for a farm that is not approved. */
  async ofFarm(slug: string, { stars, ...query }: ReviewsQuery): Promise<ReviewsPage> {
    const { _id, rating } = await this.farms.bySlug(slug);
    const filter = { farmId: new Types.ObjectId(_id), hidden: false, ...withStars(stars) };
    const { rows, ...page } = await newestById(this.reviews, filter, query);
    return { reviews: rows.map(toReviewDto), ...page, rating };
  }

  /** The reviews of the farmer's own farm. */
  async forFarmer(farmId: Id, { answered, ...query }: FarmReviewsQuery): Promise<FarmReviewsPage> {
    const shown = { farmId: new Types.ObjectId(farmId), hidden: false };
    const filter = { ...shown, ...(answered !== undefined && { answered }) };
    const [{ rows, ...page }, unanswered] = await Promise.all([
      newestById(this.reviews, filter, query),
      countTotal(this.reviews, { ...shown, answered: false }),
    ]);
    return { reviews: rows.map(toReviewDto), ...page, unanswered };
  }

  async ofCustomer(customerId: Id, { order, ...query }: OwnReviewsQuery): Promise<OwnReviewsPage> {
    const own = ownLines(customerId, order);
    const [{ rows, ...page }, waiting] = await Promise.all([
      newestById(this.reviews, own, query),
      countTotal(this.receipts, { ...own, reviewId: null }),
    ]);
    return { reviews: rows.map(toOwnReviewDto), ...page, waiting };
  }

  /** The customer's receipts without a review. */
  async waiting(customerId: Id, { order, ...query }: OwnReviewsQuery): Promise<ReceiptsPage> {
    const filter = { ...ownLines(customerId, order), reviewId: null };
    const { rows, ...page } = await newestById(this.receipts, filter, query);
    return { receipts: rows.map(toReceiptDto), ...page };
  }

  /** Every review, for the admins. */
  async all({ hidden, ...query }: AllReviewsQuery): Promise<AllReviewsPage> {
    const { rows, ...page } = await newestById(
      this.reviews,
      hidden === undefined ? {} : { hidden },
      query,
    );
    return { reviews: rows.map(toOwnReviewDto), ...page };
  }

  /** The best of the newest reviews of products on sale, one per product. */
  async featured(): Promise<FeaturedReviews> {
    const newest = await this.reviews
      .find({ hidden: false, rating: { $gte: FEATURED.starsMin } })
      .sort({ _id: -1 })
      .limit(FEATURED.among)
      .lean<Review[]>();
    const onSale = await this.products
      .find({
        _id: { $in: newest.map(({ productId }) => productId) },
        ...PUBLIC,
      })
      .select({ _id: 1 })
      .lean<Pick<Product, '_id'>[]>();
    const ids = new Set(onSale.map(({ _id }) => _id.toString()));
    const best = newest
      .toSorted((one, other) => other.rating - one.rating)
      // `delete` is true once per product on sale: keeps the first review of each.
      .filter(({ productId }) => ids.delete(productId.toString()));
    return { reviews: best.slice(0, FEATURED.shown).map(toReviewDto) };
  }
}

const withStars = (rating: number | undefined) => (rating === undefined ? {} : { rating });
const ownLines = (customerId: Id, order: Id | undefined) => ({
  customerId: new Types.ObjectId(customerId),
  ...(order && { orderId: new Types.ObjectId(order) }),
});
