import { Injectable } from '@nestjs/common';
import type { FieldError, NamedPicture, Picture } from '#libs/contracts';
import { Pictures } from '#libs/pictures';
import type { ClientSession } from '#libs/platform';
import type { Product } from './product.model.js';
import { refuse } from './product-edit.js';

@Injectable()
export class ProductPictures {
  constructor(private readonly uploads: Pictures) {}

  /** The named pictures, with their sizes; throws `VALIDATION_FAILED` for any that neither farm nor admin uploaded. */
  async take(
    session: ClientSession,
    product: Product,
    named: readonly NamedPicture[],
  ): Promise<Picture[]> {
    const known = new Map(product.images.map(({ alt: _, ...file }) => [file.url, file]));
    const unknown = named.map(({ url }) => url).filter((url) => !known.has(url));
    const uploaded = await this.uploads.use(session, product.farm._id, unknown);
    const faults: FieldError[] = [];
    const pictures = named.flatMap(({ url, alt }, index) => {
      const picture = known.get(url) ?? uploaded.get(url);
      if (picture) return [{ ...picture, alt }];
      faults.push({ path: `images.${index}.url`, message: 'is no uploaded picture' });
      return [];
    });
    refuse(faults);
    return pictures;
  }
}
