import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Id,
  isPublished,
  movedStars,
  type ProductDto,
  type Stars,
  summaryOf,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  loadById,
  Outbox,
} from '#libs/platform';
import {
  PRODUCT,
  type Product,
  toOwnProductDto,
  toProductChange,
  toProductCounts,
  toProductDto,
  VISIBLE,
} from './product.model.js';
import { newLot, StockService } from './stock.service.js';

/** The fields of a new product; `showsCount` defaults to true. */
export type NewProduct = Omit<Product, Given | 'showsCount' | 'lot'> &
  Partial<Pick<Product, 'showsCount' | 'lot'>>;
type Given =
  | '_id'
  | 'held'
  | 'available'
  | 'sold'
  | 'stars'
  | 'rating'
  | 'reviewCount'
  | 'publishedAt'
  | 'moderation'
  | 'version'
  | 'detailsVersion';

/** Reads products as shoppers see them, and creates products. */
@Injectable()
export class ProductsService {
  private readonly visible = loadById((ids) => this.readVisible(ids));

  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly stock: StockService,
    private readonly outbox: Outbox,
  ) {}

  /** A product whose page shoppers may open (`VISIBLE`). Throws `PRODUCT_NOT_FOUND`, also for drafts. */
  async get(id: Id): Promise<ProductDto> {
    const product = await this.visible(id);
    if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
    return toProductDto(product);
  }

  private async readVisible(ids: readonly Id[]): Promise<Map<Id, Product>> {
    const found = await this.byIds(ids.map((id) => new Types.ObjectId(id)));
    return new Map(found.map((product) => [product._id.toString(), product]));
  }

  /** Those of these products whose pages shoppers may open (`VISIBLE`), in no order. */
  async byIds(ids: readonly Types.ObjectId[]): Promise<Product[]> {
    return this.products.find({ _id: { $in: ids }, ...VISIBLE }).lean<Product[]>();
  }

  /** Inside a transaction: the product in any state, or null. */
  async find(session: ClientSession, id: Id | Types.ObjectId): Promise<Product | null> {
    return this.products.findById(id).session(session).lean<Product>();
  }

  /** Inside a transaction: moves a review's stars in the rating, where null does not count; returns the events. */
  async countStars(
    session: ClientSession,
    product: Product,
    from: Stars | null,
    to: Stars | null,
  ): Promise<EventDraft[]> {
    const stars = movedStars(product.stars, from, to);
    const { mean: rating, count: reviewCount } = summaryOf(stars);
    const version = product.version + 1;
    const counted = { stars, rating, reviewCount, version };
    await this.products.updateOne({ _id: product._id }, { $set: counted }, { session });
    const rated: Product = { ...product, ...counted };
    const aggregate = { id: product._id, version };
    return [
      draft('product.rating-changed', aggregate, { change: toProductChange(rated, product) }),
      draft('product.counted', aggregate, { counts: toProductCounts(rated) }),
    ];
  }

  /** Inside a transaction: adds a product with its first harvest. */
  async create(
    session: ClientSession,
    product: NewProduct,
    _id = new Types.ObjectId(),
  ): Promise<Product> {
    const [created] = await this.products.create(
      [
        {
          ...product,
          _id,
          held: 0,
          available: product.onHand,
          lot: product.lot ?? (product.onHand > 0 ? newLot() : null),
          publishedAt: isPublished(product.status) ? new Date() : null,
          version: 1,
        },
      ],
      { session },
    );
    if (!created) throw new Error('MongoDB created no product');
    const plain = created.toObject<Product>();
    if (plain.onHand > 0)
      await this.stock.note(session, {
        productId: plain._id,
        change: plain.onHand,
        reason: 'harvest',
        lot: plain.lot,
        note: null,
      });
    await this.outbox.add(
      session,
      draft('product.created', { id: plain._id, version: 1 }, { product: toOwnProductDto(plain) }),
    );
    return plain;
  }
}
