import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import {
  amountFaults,
  type CreateProduct,
  type Id,
  type OwnProductDto,
  toThousandths,
} from '#libs/contracts';
import { FarmsService, holidayOf } from '#libs/farms';
import { type ClientSession, DomainError, Idempotency, type Principal } from '#libs/platform';
import { type Product, toOwnProductDto } from './product.model.js';
import { blankProduct, copyOf, edited, refuse } from './product-edit.js';
import { ProductPictures } from './product-pictures.js';
import { ProductRecords } from './product-records.js';
import { ProductsService } from './products.service.js';

/** Creates products as drafts, even while the farm may not sell. */
@Injectable()
export class ProductDrafts {
  constructor(
    private readonly products: ProductsService,
    private readonly records: ProductRecords,
    private readonly farms: FarmsService,
    private readonly pictures: ProductPictures,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Creates a product of the farmer's own farm; a repeated request with the same `key` and body returns the same one.
   * Throws `FARM_NOT_FOUND`, `VALIDATION_FAILED` with an error per field, and `IDEMPOTENCY_KEY_REUSED`.
   */
  async create(farmer: Principal, key: string, body: CreateProduct): Promise<OwnProductDto> {
    return this.once(farmer, key, { create: body }, async (session) => {
      const { onHand = 0, images = [], ...edit } = body;
      const farm = await this.farmOf(session, farmer);
      const blank = blankProduct(farm.copied, farm.maySell, body);
      const product = edited(blank, edit);
      refuse(amountFaults(product.unit, { onHand }));
      return {
        ...product,
        onHand: toThousandths(onHand),
        images: await this.pictures.take(session, product, images),
      };
    });
  }

  /** Copies one of the farm's products to a draft without stock; throws `PRODUCT_NOT_FOUND` for another farm's. */
  async duplicate(farmer: Principal, key: string, id: Id): Promise<OwnProductDto> {
    return this.once(farmer, key, { duplicate: id }, async (session) => {
      const original = await this.records.find(farmer, id, session);
      const farm = await this.farmOf(session, farmer);
      return { ...copyOf(original), farm: farm.copied, listed: farm.maySell };
    });
  }

  private async once(
    farmer: Principal,
    key: string,
    request: object,
    make: (session: ClientSession) => Promise<Product>,
  ): Promise<OwnProductDto> {
    const product = await this.idempotency.once(
      { userId: farmer.userId, key, request },
      {
        make: async (session, id) => this.products.create(session, await make(session), id),
        find: (id) => this.records.find(farmer, id.toString()),
      },
    );
    return toOwnProductDto(product);
  }

  private async farmOf(session: ClientSession, { farmId }: Principal) {
    const found = farmId && (await this.farms.toList(session, new Types.ObjectId(farmId)));
    if (!found) throw new DomainError('FARM_NOT_FOUND');
    const { _id, name, slug, certification } = found.farm;
    const holidayUntil = holidayOf(found.farm)?.until ?? null;
    return { copied: { _id, name, slug, certification, holidayUntil }, maySell: found.maySell };
  }
}
