import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { FarmsService } from '#libs/farms';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { PRODUCT, type Product } from './product.model.js';
import { STOCK_ENTRY, type StockEntry } from './stock-ledger.model.js';

/**
 * The products of a closed farm. Nobody sees them, because the farm may not sell; their names stay, as orders and
 * figures have them, and what was written of them goes.
 */
@Injectable()
export class ProductErasure {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @InjectModel(STOCK_ENTRY) private readonly entries: Model<StockEntry>,
    private readonly farms: FarmsService,
  ) {}

  @Erases('products')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    const id = userId.toString();
    await this.entries.updateMany({ actorId: id, note: { $ne: null } }, { $set: { note: null } });
    const farm = await this.farms.foundedBy(null, userId);
    if (!farm) return {};
    const erased = { description: '', images: [], lot: null, storage: null, features: [] };
    await this.products.updateMany({ 'farm._id': farm._id }, { $set: erased });
    const own = await this.products
      .find({ 'farm._id': farm._id }, { _id: 1 })
      .lean<Pick<Product, '_id'>[]>();
    await this.entries.updateMany(
      { productId: { $in: own.map(({ _id }) => _id) } },
      { $set: { note: null, lot: null } },
    );
    return { traces: own.map(({ _id }) => _id.toString()) };
  }
}
