import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import type {
  DeletedReview,
  EditReview,
  Id,
  ModerateReview,
  OwnReviewDto,
  PostReview,
  ReplyToReview,
  ReviewDto,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  type Principal,
  requireVersion,
  Transactions,
} from '#libs/platform';
import { RECEIPT, type Receipt } from './receipt.model.js';
import {
  authorOf,
  editableUntil,
  REVIEW,
  type Review,
  toOwnReviewDto,
  toReviewDto,
} from './review.model.js';
import { ReviewChanges } from './review-changes.js';

/** Customers' reviews, farms' replies and admins' moderation. */
@Injectable()
export class ReviewsService {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    @InjectModel(RECEIPT) private readonly receipts: Model<Receipt>,
    private readonly changes: ReviewChanges,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
  ) {}

  /**
   * Posts a customer's review of one delivered line of their own order; a repeated request with the same content
   * returns the same review. Throws `REVIEW_NOT_ALLOWED` without a delivery, and `REVIEW_EXISTS` for another review.
   */
  async post(customer: Principal, body: PostReview): Promise<OwnReviewDto> {
    const { rating, text } = body;
    const title = body.title ?? null;
    const review = await this.transactions.run(
      async (session) => {
        const receipt = await this.receipts
          .findOne({
            customerId: new Types.ObjectId(customer.userId),
            orderId: new Types.ObjectId(body.orderId),
            productId: new Types.ObjectId(body.productId),
          })
          .session(session)
          .lean<Receipt>();
        if (!receipt) throw new DomainError('REVIEW_NOT_ALLOWED');
        const { _id, receivedAt: _, reviewId, ...line } = receipt;
        if (reviewId) {
          const known = await this.reviews.findById(reviewId).session(session).lean<Review>();
          if (known?.rating === rating && known.title === title && known.text === text)
            return known;
          throw new DomainError('REVIEW_EXISTS', undefined, {
            details: { reviewId: reviewId.toString() },
          });
        }
        const posted: Review = {
          ...line,
          _id: new Types.ObjectId(),
          author: authorOf(customer.name),
          rating,
          title,
          text,
          reply: null,
          answered: false,
          hidden: false,
          hiddenReason: null,
          createdAt: new Date(),
          editedAt: null,
          version: 1,
        };
        // Of two concurrent requests, the second conflicts here, runs again and finds the review of the first.
        await this.receipts.updateOne({ _id }, { $set: { reviewId: posted._id } }, { session });
        await this.changes.apply(session, 'posted', null, posted);
        return posted;
      },
      [`product:${body.productId}`],
    );
    return toOwnReviewDto(review);
  }

  /** Its writer's edit. Throws `REVIEW_NOT_FOUND`, `VERSION_CONFLICT`, and `REVIEW_EDIT_ENDED` after thirty days. */
  async edit(customer: Principal, id: Id, body: EditReview): Promise<OwnReviewDto> {
    const after = await this.change(
      ownedBy(customer),
      id,
      body.version,
      async (before, session) => {
        if (editableUntil(before) <= new Date()) throw new DomainError('REVIEW_EDIT_ENDED');
        const { rating = before.rating, title = before.title, text = before.text } = body;
        const edited = next(before, { rating, title, text, editedAt: new Date() });
        await this.changes.apply(session, 'edited', before, edited);
        return edited;
      },
    );
    return toOwnReviewDto(after);
  }

  /**
   * Deletes its writer's review. The writer may then post another one, unless an admin had hidden the deleted one.
   * Throws `REVIEW_NOT_FOUND`.
   */
  async remove(customer: Principal, id: Id): Promise<DeletedReview> {
    await this.change(ownedBy(customer), id, null, async (before, session) => {
      if (!before.hidden)
        await this.receipts.updateOne(
          { orderId: before.orderId, productId: before.productId },
          { $set: { reviewId: null } },
          { session },
        );
      await this.changes.apply(session, 'deleted', before, null);
      return before;
    });
    return { _id: id };
  }

  /** Sets the farm's one reply, or edits it. Throws `REVIEW_NOT_FOUND`, `VERSION_CONFLICT`. */
  async reply(farmer: Principal, id: Id, { version, text }: ReplyToReview): Promise<ReviewDto> {
    if (!farmer.farmId) throw new DomainError('REVIEW_NOT_FOUND');
    const own = { farmId: new Types.ObjectId(farmer.farmId), hidden: false };
    const after = await this.change(own, id, version, async (before, session) => {
      const now = new Date();
      const reply = { text, at: before.reply?.at ?? now, editedAt: before.reply ? now : null };
      const answered = next(before, { reply, answered: true });
      await this.changes.apply(
        session,
        before.reply ? 'reply-edited' : 'replied',
        before,
        answered,
      );
      return answered;
    });
    return toReviewDto(after);
  }

  /** An admin hides or restores a review. Throws `REVIEW_NOT_FOUND`, `VERSION_CONFLICT`. */
  async moderate(actor: Principal, id: Id, body: ModerateReview): Promise<OwnReviewDto> {
    const { version, hidden, reason } = body;
    const after = await this.change({}, id, version, async (before, session) => {
      if (before.hidden === hidden) return before;
      const moderated = next(before, { hidden, hiddenReason: hidden ? reason : null });
      await this.changes.apply(session, hidden ? 'hidden' : 'restored', before, moderated);
      await this.audit.add(session, {
        actor,
        action: hidden ? 'review.hidden' : 'review.restored',
        target: { type: 'review', id: before._id, name: before.productName },
        before: { hidden: before.hidden },
        after: { hidden },
        reason,
      });
      return moderated;
    });
    return toOwnReviewDto(after);
  }

  /** Runs `work` on a review that matches `whose`; `version` null skips the version check. */
  private async change(
    whose: Partial<Review>,
    id: Id,
    version: number | null,
    work: (before: Review, session: ClientSession) => Promise<Review>,
  ): Promise<Review> {
    const filter = { ...whose, _id: new Types.ObjectId(id) };
    return this.transactions.run(async (session) => {
      const before = await this.reviews.findOne(filter).session(session).lean<Review>();
      if (!before) throw new DomainError('REVIEW_NOT_FOUND');
      if (version !== null) requireVersion(before.version, version);
      return work(before, session);
    });
  }
}

const ownedBy = (customer: Principal) => ({ customerId: new Types.ObjectId(customer.userId) });
const next = (before: Review, change: Partial<Review>): Review => ({
  ...before,
  ...change,
  version: before.version + 1,
});
