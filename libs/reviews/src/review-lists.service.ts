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
  type OwnReviewsPage,
  type OwnReviewsQuery,
  type ReceiptsPage,
  type ReviewsPage,
  type ReviewsQuery,
  summaryOf,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { countTotal, DomainError, newestById } from '#libs/platform';
import { isPublic, ProductsService } from '#libs/products';
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
    private readonly products: ProductsService,
    private readonly farms: FarmsService,
  ) {}

  /** Throws `PRODUCT_NOT_FOUND` for a product whose page shoppers may not open. */
  async ofProduct(productId: Id, { stars, ...query }: ReviewsQuery): Promise<ReviewsPage> {
    const _id = new Types.ObjectId(productId);
    const [product] = await this.products.byIds([_id]);
    if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
    const filter = { productId: _id, hidden: false, ...withStars(stars) };
    const { rows, ...page } = await newestById(this.reviews, filter, query);
    return {
      reviews: rows.map(toReviewDto),
      ...page,
      rating: summaryOf(product.stars),
    };
  }

  /** Throws `FARM_NOT_FOUND` for a farm that is not approved. */
  async ofFarm(slug: string, { stars, ...query }: ReviewsQuery): Promise<ReviewsPage> {
    const { _id, rating } = await this.farms.bySlug(slug);
    const filter = { farmId: new Types.ObjectId(_id), hidden: false, ...withStars(stars) };
    const { rows, ...page } = await newestById(this.reviews, filter, query);
    return { reviews: rows.map(toReviewDto), ...page, rating };
  }

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
    const visible = await this.products.byIds(newest.map(({ productId }) => productId));
    const ids = new Set(visible.filter(isPublic).map(({ _id }) => _id.toString()));
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
