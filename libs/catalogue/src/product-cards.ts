import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Types } from 'mongoose';
import type { Id, ProductDto } from '#libs/contracts';
import { isPublic, type Product, ProductRows, toProductDto } from '#libs/products';
import { CatalogueIndex } from './catalogue-index.js';

/** Maximum number of cached products, of about two kilobytes each. */
const MAX_PRODUCTS = 5_000;

/**
 * Reads products for display. A cached product is read again only when the index knows a newer version of it; while
 * this process receives no events, every product is read.
 */
@Injectable()
export class ProductCards {
  private readonly cache = new LRUCache<Id, Product>({ max: MAX_PRODUCTS });

  constructor(
    private readonly index: CatalogueIndex,
    private readonly products: ProductRows,
  ) {}

  /** The current state of these products, in this order, without those that were just hidden. */
  async read(ids: readonly Id[]): Promise<ProductDto[]> {
    const shown = new Map<Id, Product>();
    for (const id of ids) {
      const product = this.cached(id);
      if (product) shown.set(id, product);
    }
    const missing = ids.filter((id) => !shown.has(id));
    if (missing.length > 0)
      for (const product of await this.load(missing)) shown.set(product._id.toString(), product);
    return ids.flatMap((id) => {
      const product = shown.get(id);
      return product && isPublic(product) ? [this.toDto(product)] : [];
    });
  }

  private cached(id: Id): Product | undefined {
    if (!this.index.isCurrent) return undefined;
    const product = this.cache.get(id);
    return product && product.version >= this.index.versionOf(id) ? product : undefined;
  }

  private async load(ids: readonly Id[]): Promise<Product[]> {
    const found = await this.products.find(ids.map((id) => new Types.ObjectId(id)));
    for (const product of found) this.cache.set(product._id.toString(), product);
    return found;
  }

  /** Takes the farm's fields from the index, because a change of them gives the product no new version. */
  private toDto(product: Product): ProductDto {
    const dto = toProductDto(product);
    const farm = this.index.farm(dto.farmId);
    if (!farm) return dto;
    const { name: farmer, slug: farmSlug, certification } = farm;
    return { ...dto, farmer, farmSlug, certification };
  }
}
