import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { SavedCards } from './saved-cards.service.js';
import { CREDIT_ENTRY, type StoredCreditEntry, toCreditEntry } from './store-credit.model.js';

/** A person's store credit and saved cards, for their archive. */
@Injectable()
export class PaymentRecords {
  constructor(
    @InjectModel(CREDIT_ENTRY) private readonly entries: Model<StoredCreditEntry>,
    private readonly saved: SavedCards,
  ) {}

  @RecordsOf('credit')
  async credit({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.entries
      .find({ customerId: new Types.ObjectId(userId) })
      .sort({ _id: -1 })
      .lean<StoredCreditEntry[]>();
    return { rows: found.map(toCreditEntry) };
  }

  /** Throws `SERVICE_UNAVAILABLE`. */
  @RecordsOf('cards')
  async cards({ userId }: RecordsOwner): Promise<PersonalRecords> {
    return { rows: (await this.saved.list(userId)).cards };
  }
}
