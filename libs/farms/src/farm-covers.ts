import { Injectable } from '@nestjs/common';
import type { Picture, UpdateFarm } from '#libs/contracts';
import { Pictures } from '#libs/pictures';
import { type ClientSession, DomainError } from '#libs/platform';
import type { Farm } from './farm.model.js';

/** The picture at the head of a farm's storefront. */
@Injectable()
export class FarmCovers {
  constructor(private readonly uploads: Pictures) {}

  /**
   * Inside a transaction: the cover that an edit names, with its sizes; undefined where it names none, null where
   * it takes the cover away. Throws `VALIDATION_FAILED` for a picture that this farm did not upload.
   */
  async take(
    session: ClientSession,
    farm: Farm,
    named: UpdateFarm['cover'],
  ): Promise<Picture | null | undefined> {
    if (!named) return named;
    const { url, alt } = named;
    if (farm.cover?.url === url) return { ...farm.cover, alt };
    const picture = (await this.uploads.use(session, farm._id, [url])).get(url);
    if (picture) return { ...picture, alt };
    const fault = { path: 'cover.url', message: 'is no uploaded picture' };
    throw new DomainError('VALIDATION_FAILED', `${fault.path}: ${fault.message}`, {
      errors: [fault],
    });
  }
}
