import { Injectable } from '@nestjs/common';
import {
  type Id,
  type ProductRail,
  type ProductRails,
  type ProductsPage,
  type ProductsQuery,
  type Suggestions,
  type SuggestionsQuery,
  toTotal,
} from '#libs/contracts';
import { ProductsService } from '#libs/products';
import { CatalogueIndex } from './catalogue-index.js';
import type { CatalogueProduct } from './catalogue-product.js';
import { ProductCards } from './product-cards.js';

/** Maximum number of products in a rail. */
const RAIL = 12;
const DAY_MS = 86_400_000;
const SEASON_MS = 14 * DAY_MS;

/** What shoppers browse: the index decides which products and in what order, the database has their current state. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly cards: ProductCards,
    private readonly details: ProductsService,
  ) {}

  /** One page of public products. Throws `CURSOR_INVALID`. */
  async list(query: ProductsQuery): Promise<ProductsPage> {
    const { ids, total, ...page } = this.index.search(query);
    return { products: await this.cards.read(ids), ...page, total: toTotal(total) };
  }

  /** Suggestions for a partly typed search; none for an empty one. */
  async suggest({ q, limit }: SuggestionsQuery): Promise<Suggestions> {
    const found = this.index.suggest(q, limit);
    const products = await this.cards.read(found.products);
    return {
      products: products.map(({ _id, name, farmer, image, price, unit }) => {
        return { _id, name, farmer, image, price, unit };
      }),
      farms: found.farms.map(({ id, slug, name, image, city, state }) => {
        return { _id: id, slug, name, image, city, state };
      }),
      categories: found.categories,
      first: found.first,
    };
  }

  /** Products that were just picked, are in season or are nearly sold out; all of them can be bought now. */
  async rails(): Promise<ProductRails> {
    const now = Date.now();
    const pickedWithin =
      (ms: number) =>
      ({ harvestedAt, stock }: CatalogueProduct) =>
        stock !== 'sold_out' && harvestedAt !== null && now - harvestedAt < ms;
    const [picked, inSeason, lastFew] = await Promise.all([
      this.rail(pickedWithin(DAY_MS)),
      this.rail(pickedWithin(SEASON_MS)),
      this.rail(({ stock }) => stock === 'low'),
    ]);
    return { picked, inSeason, lastFew };
  }

  /** Other products that the same farm sells now. Throws `PRODUCT_NOT_FOUND`. */
  async related(id: Id): Promise<ProductRail> {
    const { farmId } = await this.details.get(id);
    return this.rail((product) => product.id !== id && product.stock !== 'sold_out', farmId);
  }

  private async rail(
    fits: (product: CatalogueProduct) => boolean,
    farmId?: Id,
  ): Promise<ProductRail> {
    const { ids, total } = this.index.pick(fits, RAIL, farmId);
    return { products: await this.cards.read(ids), total };
  }
}
