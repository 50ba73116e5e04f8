import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import {
  type Id,
  type PageQuery,
  type ProductDto,
  type ProductsPage,
  toBaseUnits,
  toCents,
  type UpdateProduct,
} from '#libs/contracts';
import {
  Audit,
  type ClientSession,
  DomainError,
  decodeCursor,
  draft,
  encodeCursor,
  Outbox,
  type Principal,
  Transactions,
} from '#libs/platform';
import { PRODUCT, type Product, toProductDto } from './product.model.js';
import { StockService } from './stock.service.js';
import { stockChanged } from './stock-events.js';

/** What a farm tells of a new product. */
export type NewProduct = Omit<
  Product,
  '_id' | 'held' | 'available' | 'stars' | 'rating' | 'reviewCount' | 'version'
>;

/** The catalogue: what shoppers see, and what a farmer changes in it. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly stock: StockService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** A farm's own products, whatever their status. */
  listOfFarm(farmId: Id, query: PageQuery): Promise<ProductsPage> {
    return this.page({ 'farm._id': new Types.ObjectId(farmId) }, query);
  }

  /** A product that shoppers may see, or saw once; drafts do not exist for them. Throws `PRODUCT_NOT_FOUND`. */
  async get(id: Id): Promise<ProductDto> {
    const product = await this.products
      .findOne({ _id: id, listed: true, status: { $ne: 'draft' } })
      .lean<Product>();
    if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
    return toProductDto(product);
  }

  /** The products of a cart, in no order; the ones that are gone are missing. */
  async byIds(ids: readonly Types.ObjectId[]): Promise<Product[]> {
    return this.products
      .find({ _id: { $in: ids }, listed: true, status: { $ne: 'draft' } })
      .lean<Product[]>();
  }

  /** Adds a product of a farm. */
  async add(product: NewProduct): Promise<Product> {
    const created = await this.transactions.run((session) => this.create(session, product));
    this.outbox.wake();
    return created;
  }

  /** Inside a transaction: adds a product with its first harvest. */
  async create(session: ClientSession, product: NewProduct): Promise<Product> {
    const [created] = await this.products.create(
      [{ ...product, _id: new Types.ObjectId(), held: 0, available: product.onHand, version: 1 }],
      { session },
    );
    if (!created) throw new Error('MongoDB created no product');
    const plain = created.toObject<Product>();
    await this.stock.note(session, {
      productId: plain._id,
      change: plain.onHand,
      reason: 'harvest',
      note: null,
    });
    await this.outbox.add(
      session,
      draft('product.created', { id: plain._id, version: 1 }, { product: toProductDto(plain) }),
    );
    return plain;
  }

  /**
   * A farmer's change of price, stock or status. Throws `PRODUCT_NOT_FOUND` for another farm's product,
   * `VERSION_CONFLICT` when the product changed since the caller saw it, `QUANTITY_INVALID`.
   */
  async update(actor: Principal, id: Id, change: UpdateProduct): Promise<ProductDto> {
    const updated = await this.transactions.run(async (session) => {
      const before = await this.products.findById(id).session(session).lean<Product>();
      if (!before || !mayChange(actor, before)) throw new DomainError('PRODUCT_NOT_FOUND');
      if (before.version !== change.version) {
        throw new DomainError('VERSION_CONFLICT', undefined, {
          details: { version: before.version },
        });
      }
      const onHand = countedStock(before, change.onHand);
      const after: Product = {
        ...before,
        price: change.price === undefined ? before.price : toCents(change.price),
        status: change.status ?? before.status,
        onHand,
        available: onHand - before.held,
        version: before.version + 1,
      };
      const { price, status, available, version } = after;
      await this.products.updateOne(
        { _id: before._id, version: before.version },
        { $set: { price, status, onHand, available, version } },
        { session },
      );
      if (onHand !== before.onHand) {
        const difference = onHand - before.onHand;
        await this.stock.note(session, {
          productId: before._id,
          change: difference,
          reason: 'correction',
          note: change.reason ?? null,
        });
      }
      if (actor.role === 'admin')
        await this.audit.add(session, {
          actor,
          action: 'product.changed',
          target: { type: 'product', id: before._id },
          before: auditState(before),
          after: auditState(after),
          reason: change.reason ?? null,
        });
      await this.outbox.add(session, ...stockChanged(before, after));
      return after;
    });
    this.outbox.wake();
    return toProductDto(updated);
  }

  /** By name. */
  private async page(
    filter: QueryFilter<Product>,
    { cursor, limit }: PageQuery,
  ): Promise<ProductsPage> {
    const [found, total] = await Promise.all([
      this.products
        .find(cursor ? { $and: [filter, afterName(cursor)] } : filter)
        .sort({ name: 1, _id: 1 })
        .limit(limit + 1)
        .lean<Product[]>(),
      this.products.countDocuments(filter),
    ]);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const nextCursor =
      found.length > limit && last ? encodeCursor([last.name, last._id.toString()]) : null;
    return { products: rows.map(toProductDto), nextCursor, total };
  }
}

/** The rows behind a page marker: a later name, or the same one and a later id. */
function afterName(cursor: string): QueryFilter<Product> {
  const [name, id] = decodeCursor(cursor);
  if (typeof name !== 'string') throw new DomainError('CURSOR_INVALID');
  return { $or: [{ name: { $gt: name } }, { name, _id: { $gt: new Types.ObjectId(id) } }] };
}

/** What a farmer counted, in base units; never less than what is held for customers at checkout. */
function countedStock(product: Product, counted: number | undefined): number {
  if (counted === undefined) return product.onHand;
  const amount = toBaseUnits(counted, product.unit);
  if (amount === null || amount < product.held) throw new DomainError('QUANTITY_INVALID');
  return amount;
}

const auditState = ({ price, status, onHand }: Product) => ({ price, status, onHand });

function mayChange(actor: Principal, product: Product): boolean {
  return (
    actor.role === 'admin' ||
    (actor.farmId !== null && actor.farmId === product.farm._id.toString())
  );
}
