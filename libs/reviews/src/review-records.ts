import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { REVIEW, type Review, toOwnReviewDto } from './review.model.js';

/** A person's reviews, for their archive. */
@Injectable()
export class ReviewRecords {
  constructor(@InjectModel(REVIEW) private readonly reviews: Model<Review>) {}

  @RecordsOf('reviews')
  async records({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.reviews
      .find({ customerId: new Types.ObjectId(userId) })
      .sort({ _id: -1 })
      .lean<Review[]>();
    return { rows: found.map(toOwnReviewDto) };
  }
}
