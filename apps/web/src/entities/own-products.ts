import { type OwnProductDto, productCountsSchema, productDtoSchema } from '#libs/contracts';
import type { Put } from '../realtime/entity';
import { products } from './products';

/** A store update with a product as its farm or an admin sees it. */
export function putOwnProduct(own: OwnProductDto): Put {
  const { _id: productId, version } = own;
  const counts = { ...productCountsSchema.parse({ ...own, productId }), version };
  const change = { ...own, productId, public: false };
  return products.put(productId, { own, counts, details: productDtoSchema.parse(own), change });
}
