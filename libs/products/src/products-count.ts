import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { CountedRows } from '#libs/contracts';
import { type ClientSession, CountedBy } from '#libs/platform';
import { PRODUCT, type Product, stockLevel } from './product.model.js';

/** Every product, for those who recount. */
@Injectable()
export class ProductsCount {
  constructor(@InjectModel(PRODUCT) private readonly products: Model<Product>) {}

  @CountedBy('products')
  async *rows(session: ClientSession): AsyncIterable<CountedRows['products']> {
    const fields = { 'farm._id': 1, status: 1, available: 1, minimum: 1, lowAt: 1 };
    const all: AsyncIterable<Product> = this.products
      .find({}, fields)
      .session(session)
      .lean<Product[]>()
      .cursor({ batchSize: 1_000 });
    for await (const product of all)
      yield {
        farmId: product.farm._id.toString(),
        status: product.status,
        stock: stockLevel(product),
      };
  }
}
