import { Injectable } from '@nestjs/common';
import type { Id, Picture, UpdateFarm } from '#libs/contracts';
import { Pictures, UploadRights } from '#libs/pictures';
import { type ClientSession, DomainError } from '#libs/platform';
import type { Farm } from './farm.model.js';
import { FarmsService } from './farms.service.js';

/** The cover picture of a farm's storefront. */
@Injectable()
export class FarmCovers {
  constructor(private readonly uploads: Pictures) {}

  /**
   * Inside a transaction: the new cover with its sizes; undefined if the edit does not change the cover, null if it
   * removes it. Throws `VALIDATION_FAILED` for a picture that this farm did not upload.
   */
  async take(
    session: ClientSession,
    farm: Farm,
    cover: UpdateFarm['cover'],
  ): Promise<Picture | null | undefined> {
    if (!cover) return cover;
    const { url, alt } = cover;
    if (farm.cover?.url === url) return { ...farm.cover, alt };
    const picture = (await this.uploads.use(session, farm._id, [url])).get(url);
    if (picture) return { ...picture, alt };
    const error = { path: 'cover.url', message: 'is no uploaded picture' };
    throw new DomainError('VALIDATION_FAILED', `${error.path}: ${error.message}`, {
      errors: [error],
    });
  }
}

/** Only approved farms upload pictures, because anybody can register a farm. */
@Injectable()
export class FarmUploads extends UploadRights {
  constructor(private readonly farms: FarmsService) {
    super();
  }

  mayUpload(farmId: Id): Promise<boolean> {
    return this.farms.isApproved(farmId);
  }
}
