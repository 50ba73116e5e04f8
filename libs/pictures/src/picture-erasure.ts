import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { UPLOAD, type Upload } from './upload.model.js';

/**
 * The pictures that a deleted account uploaded as a customer. They become unused and old, and the next sweep of an api,
 * which has the store, removes their files. A farm's pictures stay, because its customers' orders show them.
 */
@Injectable()
export class PictureErasure {
  constructor(@InjectModel(UPLOAD) private readonly uploads: Model<Upload>) {}

  @Erases('pictures')
  async erase({ userId: farmId }: DeletedPerson): Promise<Erased> {
    const unused = { usedAt: null, uploadedAt: new Date(0) };
    await this.uploads.updateMany({ farmId }, { $set: unused });
    return { left: await this.uploads.countDocuments({ farmId }) };
  }
}
