import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '#libs/platform';
import type { TestCardStore, TestRecord } from './providers/test-cards.store.js';

interface StoredRecord {
  _id: string;
  version: number;
  dueAt: Date | null;
  json: string;
}
export const TEST_CARD_RECORD = 'TestCardRecord';
const text = { type: String, required: true } as const;
export const testCardRecordSchema = new Schema<StoredRecord>(
  {
    _id: text,
    version: { type: Number, required: true },
    dueAt: { type: Date, default: null },
    json: text,
  },
  { collection: 'testCardRecords', versionKey: false },
);
testCardRecordSchema.index({ dueAt: 1 });

/** Webhooks per run. */
const DUE_MAX = 100;

/** The books of the test cards in MongoDB. They are another company's, so nothing of ours is in one transaction with them. */
@Injectable()
export class TestCardRecords implements TestCardStore {
  constructor(@InjectModel(TEST_CARD_RECORD) private readonly records: Model<StoredRecord>) {}

  async read(id: string): Promise<TestRecord | undefined> {
    const stored = await this.records.findById(id).lean<StoredRecord>();
    return stored ? { id, ...stored } : undefined;
  }

  async write({ id, version, dueAt, json }: TestRecord): Promise<boolean> {
    const next = { version: version + 1, dueAt, json };
    if (version > 0)
      return (
        (await this.records.updateOne({ _id: id, version }, { $set: next })).modifiedCount === 1
      );
    try {
      await this.records.insertMany([{ _id: id, ...next }], { lean: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async due(at: Date): Promise<string[]> {
    const found = await this.records
      .find({ dueAt: { $lte: at } }, { _id: 1 })
      .sort({ dueAt: 1 })
      .limit(DUE_MAX)
      .lean<Pick<StoredRecord, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }
}
