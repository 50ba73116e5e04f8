import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { movedStars, NO_STARS, type StarCounts, type Stars } from '#libs/contracts';
import { FarmsImport } from '#libs/farms';
import { type ClientSession, type EventDraft, idAt, Outbox, Transactions } from '#libs/platform';
import { ProductsImport } from '#libs/products';
import { RECEIPT, type Receipt } from './receipt.model.js';
import { REVIEW, type Review } from './review.model.js';

/** A receipt without a review. */
export type NewReceipt = Omit<Receipt, '_id' | 'reviewId'>;

/** A review of a receipt; `reply` is the farm's. */
export interface PastReview {
  readonly receipt: Receipt;
  readonly author: string;
  readonly rating: Stars;
  readonly title: string | null;
  readonly text: string;
  readonly reply: string | null;
  readonly at: Date;
}

const DAY_MS = 86_400_000;

/** Writes past receipts and reviews, for seeds: publishes the new ratings, but sends no notices. */
@Injectable()
export class ReviewsImport {
  constructor(
    @InjectModel(RECEIPT) private readonly receipts: Model<Receipt>,
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    private readonly products: ProductsImport,
    private readonly farms: FarmsImport,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Inside a transaction: adds receipts. */
  async receive(session: ClientSession, rows: readonly NewReceipt[]) {
    if (rows.length === 0) return;
    const receipts = rows.map((row) => ({ _id: new Types.ObjectId(), ...row, reviewId: null }));
    await this.receipts.insertMany(receipts, { lean: true, session });
  }

  /** The receipts without a review, the oldest first. */
  waiting(): Promise<Receipt[]> {
    return this.receipts
      .find({ reviewId: null })
      .sort({ receivedAt: 1, _id: 1 })
      .lean<Receipt[]>()
      .exec();
  }

  async isEmpty(): Promise<boolean> {
    return (await this.reviews.exists({})) === null;
  }

  /** Writes all of the reviews or none. */
  async add(past: readonly PastReview[]): Promise<void> {
    if (past.length === 0) return;
    const reviews = past.map(toReview);
    await this.transactions.run(async (session) => {
      await this.reviews.insertMany(reviews, { lean: true, session });
      await this.receipts.bulkWrite(
        reviews.map(({ _id, orderId, productId }) => ({
          updateOne: { filter: { orderId, productId }, update: { $set: { reviewId: _id } } },
        })),
        { session },
      );
      const events = [
        ...(await this.products.rate(
          session,
          starsBy(reviews, ({ productId }) => productId),
        )),
        ...(await this.rateFarms(session, reviews)),
      ];
      await this.outbox.add(session, ...events);
    });
  }

  private async rateFarms(
    session: ClientSession,
    reviews: readonly Review[],
  ): Promise<EventDraft[]> {
    const events: EventDraft[] = [];
    for (const [id, by] of starsBy(reviews, ({ farmId }) => farmId))
      events.push(...(await this.farms.rate(session, new Types.ObjectId(id), by)));
    return events;
  }
}

function starsBy(
  reviews: readonly Review[],
  keyOf: (review: Review) => Types.ObjectId,
): Map<string, StarCounts> {
  const counts = new Map<string, StarCounts>();
  for (const review of reviews) {
    const key = keyOf(review).toString();
    counts.set(key, movedStars(counts.get(key) ?? NO_STARS, null, review.rating));
  }
  return counts;
}

function toReview({ receipt, author, rating, title, text, reply, at }: PastReview): Review {
  const { _id: _, reviewId: _none, receivedAt: _when, ...about } = receipt;
  return {
    _id: idAt(at),
    ...about,
    author,
    rating,
    title,
    text,
    reply:
      reply === null
        ? null
        : { text: reply, at: new Date(at.getTime() + DAY_MS / 2), editedAt: null },
    answered: reply !== null,
    hidden: false,
    hiddenReason: null,
    createdAt: at,
    editedAt: null,
    version: reply === null ? 1 : 2,
  };
}
