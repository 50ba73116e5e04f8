import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';

/** The time up to which the outbox was compared with the log. One document for all relays. */
interface Watermark {
  _id: 'outbox';
  comparedTo: Date;
}
export const WATERMARK = 'RelayWatermark';
export const watermarkSchema = new Schema<Watermark>(
  {
    _id: { type: String, required: true },
    comparedTo: { type: Date, required: true },
  },
  { collection: 'relayWatermarks', versionKey: false },
);

/** The time from which a starting relay compares. */
@Injectable()
export class RelayWatermark {
  constructor(@InjectModel(WATERMARK) private readonly watermarks: Model<Watermark>) {}

  /** In milliseconds since 1970; `otherwise` if there is none yet. */
  async read(otherwise: number): Promise<number> {
    const found = await this.watermarks.findById('outbox').lean<Watermark>();
    return found?.comparedTo.getTime() ?? otherwise;
  }

  /** Several relays write; the latest time wins. */
  async write(comparedTo: number): Promise<void> {
    await this.watermarks.updateOne(
      { _id: 'outbox' },
      { $max: { comparedTo: new Date(comparedTo) } },
      { upsert: true },
    );
  }
}
