import { Injectable } from '@nestjs/common';
import type { FieldError, NamedPicture, Picture } from '#libs/contracts';
import type { ClientSession, Principal } from '#libs/platform';
import type { Product } from './product.model.js';
import { refuse } from './product-edit.js';

/** The pictures of products. */
@Injectable()
export class ProductPictures {
  /** The pictures that are named, with their sizes; throws `VALIDATION_FAILED` for those that nobody uploaded. */
  async take(
    _session: ClientSession,
    _actor: Principal,
    product: Product,
    named: readonly NamedPicture[],
  ): Promise<Picture[]> {
    const known = new Map(product.images.map((picture) => [picture.url, picture]));
    const faults: FieldError[] = [];
    const pictures = named.flatMap(({ url, alt }, index) => {
      const picture = known.get(url);
      if (picture) return [{ ...picture, alt }];
      faults.push({ path: `images.${index}.url`, message: 'is no uploaded picture' });
      return [];
    });
    refuse(faults);
    return pictures;
  }
}
