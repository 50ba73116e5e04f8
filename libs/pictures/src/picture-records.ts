import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { PictureStore } from './picture-store.js';
import { UPLOAD, type Upload } from './upload.model.js';

/** The pictures that a person or their farm uploaded, for the archive: each in its largest size. */
@Injectable()
export class PictureRecords {
  constructor(
    @InjectModel(UPLOAD) private readonly uploads: Model<Upload>,
    private readonly store: PictureStore,
  ) {}

  @RecordsOf('pictures')
  async records({ userId, farmId }: RecordsOwner): Promise<PersonalRecords> {
    const owners = [userId, ...(farmId ? [farmId] : [])].map((id) => new Types.ObjectId(id));
    const found = await this.uploads.find({ farmId: { $in: owners } }).lean<Upload[]>();
    const pictures = found.flatMap(({ uploadedAt, sizes = [], url }) => {
      const largest = sizes.toSorted((a, b) => b.width - a.width)[0]?.url ?? url;
      const name = largest.split('/').at(-1);
      return name ? [{ name, uploadedAt }] : [];
    });
    return {
      rows: pictures.map(({ name, uploadedAt }) => ({
        file: `pictures/${name}`,
        uploadedAt: uploadedAt.toISOString(),
      })),
      files: pictures.map(({ name }) => ({ name, read: () => this.store.get(name) })),
    };
  }
}
