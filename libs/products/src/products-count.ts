import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type ClientSession,
  CountedBy,
  type CountedRow,
  type CountedSlice,
  readSlice,
} from '#libs/platform';
import { PRODUCT, type Product, stockLevel } from './product.model.js';

/** Reads every product in batches, for a recount. */
@Injectable()
export class ProductsCount {
  constructor(@InjectModel(PRODUCT) private readonly products: Model<Product>) {}

  @CountedBy('products')
  async rows(session: ClientSession, slice: CountedSlice): Promise<CountedRow<'products'>[]> {
    const fields = { 'farm._id': 1, status: 1, available: 1, minimum: 1, lowAt: 1 } as const;
    const found = await readSlice(this.products, session, slice, fields);
    return found.map((product) => ({
      id: product._id.toString(),
      farmId: product.farm._id.toString(),
      status: product.status,
      stock: stockLevel(product),
    }));
  }
}
