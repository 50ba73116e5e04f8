import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DELETED_AUTHOR } from '#libs/contracts';
import { type DeletedPerson, type Erased, Erases, Transactions } from '#libs/platform';
import { RECEIPT, type Receipt } from './receipt.model.js';
import { authorOf, REVIEW, type Review } from './review.model.js';
import { ReviewChanges } from './review-changes.js';

/** The reviews of a deleted account: they stay, by nobody. */
@Injectable()
export class ReviewErasure {
  constructor(
    @InjectModel(REVIEW) private readonly reviews: Model<Review>,
    @InjectModel(RECEIPT) private readonly receipts: Model<Receipt>,
    private readonly changes: ReviewChanges,
    private readonly transactions: Transactions,
  ) {}

  @Erases('reviews')
  async erase({ userId, name }: DeletedPerson): Promise<Erased> {
    await this.receipts.deleteMany({ customerId: userId });
    const own = await this.reviews.find({ customerId: userId }).lean<Review[]>();
    for (const { _id } of own)
      await this.transactions.run(async (session) => {
        const before = await this.reviews.findById(_id).session(session).lean<Review>();
        if (!before || before.author === DELETED_AUTHOR) return;
        const after = { ...before, author: DELETED_AUTHOR, version: before.version + 1 };
        await this.changes.apply(session, 'edited', before, after);
      });
    // The second are the words of the farm's notice.
    const traces = own.flatMap(({ _id, author, productName }) => [
      _id.toString(),
      ...new Set([author, authorOf(name)].map((by) => `${by} gave ${productName}`)),
    ]);
    return { traces };
  }
}
