import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type AcknowledgeCart,
  type CartDto,
  fromBaseUnits,
  isOrderable,
  MAX_ORDER_LINES,
  type MergedCart,
  type MergedLine,
  toBaseUnits,
  toCents,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  Outbox,
  Transactions,
} from '#libs/platform';
import { HoldsService, isPublic, type Product, requireOpen, StockService } from '#libs/products';
import { CART, type Cart, type CartLine, toCartDto } from './cart.model.js';
import { mergeCarts } from './merge-carts.js';

type Items = CartLine[];

/** One cart per customer, stored on the server and live in all their tabs. A cart takes no stock: a checkout holds it, an order takes it. */
@Injectable()
export class CartsService {
  constructor(
    @InjectModel(CART) private readonly carts: Model<Cart>,
    private readonly stock: StockService,
    private readonly holds: HoldsService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  async get(customerId: string): Promise<CartDto> {
    const cart = (await this.carts.findById(customerId).lean<Cart>()) ?? emptyCart(customerId);
    return this.toDto(cart, null);
  }

  /** The products in the cart: the mutex keys of a checkout, which must be known before its transaction. */
  async productIds(customerId: string): Promise<string[]> {
    const cart = await this.carts.findById(customerId).lean<Cart>();
    return cart?.items.map(({ productId }) => productId.toString()) ?? [];
  }

  /**
   * The items of a checkout, if the cart is as the customer has seen it. Throws `VERSION_CONFLICT`, `CART_EMPTY`
   * and `PRICE_CHANGED` (with `details.lines`).
   */
  async itemsToOrder(
    session: ClientSession,
    customerId: string,
    version: number,
  ): Promise<{ productId: string; quantity: number }[]> {
    const cart =
      (await this.carts.findById(customerId).session(session).lean<Cart>()) ??
      emptyCart(customerId);
    if (cart.version !== version)
      throw new DomainError('VERSION_CONFLICT', undefined, { details: { version: cart.version } });
    const { items } = await this.toDto(cart, session);
    if (items.length === 0) throw new DomainError('CART_EMPTY');
    const changed = items.flatMap(({ productId, name, changes }) =>
      changes.flatMap(({ kind, from, to }) =>
        kind === 'price' ? [{ productId, name, from, to }] : [],
      ),
    );
    if (changed.length > 0)
      throw new DomainError('PRICE_CHANGED', undefined, { details: { lines: changed } });
    return items.map(({ productId, quantity }) => ({ productId, quantity }));
  }

  /** Sets the amount of a product; 0 removes it. Throws `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `FARM_ON_HOLIDAY`, `QUANTITY_INVALID`. */
  async setItem(customerId: string, productId: string, quantity: number): Promise<CartDto> {
    const id = new Types.ObjectId(productId);
    const [product] = quantity === 0 ? [] : await this.stock.look([id]);
    const amount = quantity === 0 ? 0 : amountOf(product, quantity);
    return this.change(customerId, (items) => {
      const known = items.some((item) => item.productId.equals(id));
      if (amount === 0) return items.filter((item) => !item.productId.equals(id));
      if (known)
        return items.map((item) => (item.productId.equals(id) ? { ...item, amount } : item));
      if (items.length >= MAX_ORDER_LINES)
        throw new DomainError('QUANTITY_INVALID', `A cart has at most ${MAX_ORDER_LINES} lines`);
      return [
        ...items,
        { productId: id, amount, ...(product && { seen: { price: product.price } }) },
      ];
    });
  }

  clear(customerId: string): Promise<CartDto> {
    return this.change(customerId, () => []);
  }

  /**
   * Records that the customer has seen the changes of these lines: the price if it is still the current one, and the
   * amount they chose. Lines that are not in the cart are ignored. Throws `QUANTITY_INVALID`.
   */
  async acknowledge(customerId: string, { items: seen }: AcknowledgeCart): Promise<CartDto> {
    const products = await this.stock.look(seen.map((item) => new Types.ObjectId(item.productId)));
    const byId = new Map(products.map((product) => [product._id.toString(), product]));
    return this.change(customerId, (items) =>
      items.map((line) => {
        const id = line.productId.toString();
        const acknowledged = seen.find(({ productId }) => productId === id);
        const product = byId.get(id);
        if (!acknowledged || !product) return line;
        const { quantity, price } = acknowledged;
        return {
          ...line,
          amount: quantity === undefined ? line.amount : amountOf(product, quantity),
          ...(toCents(price) === product.price && { seen: { price: product.price } }),
        };
      }),
    );
  }

  /** Merges a visitor's cart into the customer's; see {@link mergeCarts}. */
  async merge(
    customerId: string,
    guest: readonly { productId: string; quantity: number }[],
  ): Promise<MergedCart> {
    const products = await this.stock.look(guest.map((item) => new Types.ObjectId(item.productId)));
    let merged: MergedLine[] = [];
    const cart = await this.change(customerId, (items) => {
      const result = mergeCarts(items, guest, products);
      merged = result.merged;
      return result.items;
    });
    return { ...cart, merged };
  }

  /** Inside the transaction of an order: removes what was bought. `seen` has the seen prices in cents, by product. */
  async removeBought(
    session: ClientSession,
    customerId: string,
    productIds: readonly string[],
  ): Promise<{ seen: Map<string, number>; events: EventDraft[] }> {
    const cart = await this.carts.findById(customerId).session(session).lean<Cart>();
    const bought = cart?.items.filter((item) => productIds.includes(item.productId.toString()));
    const seen = new Map(
      bought?.flatMap((line) => (line.seen ? [[line.productId.toString(), line.seen.price]] : [])),
    );
    if (!cart || !bought?.length) return { seen, events: [] };
    const rest = cart.items.filter((item) => !bought.includes(item));
    return { seen, events: [await this.write(session, customerId, cart, rest)] };
  }

  /** Inside a transaction that changes the customer's hold: the cart with a new version, because it shows held amounts. */
  async republish(session: ClientSession, customerId: string): Promise<EventDraft[]> {
    const cart = await this.carts.findById(customerId).session(session).lean<Cart>();
    return cart ? [await this.write(session, customerId, cart, cart.items)] : [];
  }

  private async change(customerId: string, edit: (items: Items) => Items): Promise<CartDto> {
    await this.transactions.run(async (session) => {
      const cart =
        (await this.carts.findById(customerId).session(session).lean<Cart>()) ??
        emptyCart(customerId);
      await this.outbox.add(session, await this.write(session, customerId, cart, edit(cart.items)));
    });
    return this.get(customerId);
  }

  private async write(
    session: ClientSession,
    customerId: string,
    cart: Cart,
    items: Items,
  ): Promise<EventDraft> {
    const after: Cart = { ...cart, items, version: cart.version + 1 };
    await this.carts.updateOne(
      { _id: cart._id },
      { $set: { items, version: after.version } },
      { session, upsert: true },
    );
    const dto = await this.toDto(after, session);
    return draft(
      'cart.changed',
      { id: cart._id, version: after.version },
      { customerId, cart: dto },
    );
  }

  private async toDto(cart: Cart, session: ClientSession | null): Promise<CartDto> {
    // An empty cart needs no reads; most carts after an order are empty.
    if (cart.items.length === 0) return toCartDto(cart, [], null);
    const ids = cart.items.map((item) => item.productId);
    const products = await this.stock.look(ids, session);
    return toCartDto(cart, products, await this.holds.openOf(cart._id.toString(), session));
  }
}

function emptyCart(customerId: string): Cart {
  return { _id: new Types.ObjectId(customerId), items: [], version: 0 };
}

function amountOf(product: Product | undefined, quantity: number): number {
  if (!product?.listed || product.status === 'draft') throw new DomainError('PRODUCT_NOT_FOUND');
  if (!isPublic(product))
    throw new DomainError('PRODUCT_NOT_AVAILABLE', `${product.name} cannot be bought now`);
  requireOpen(product);
  const amount = toBaseUnits(quantity, product.unit);
  if (amount === null || !isOrderable(amount, product.step, product.minimum)) {
    const step = fromBaseUnits(product.step, product.unit);
    throw new DomainError(
      'QUANTITY_INVALID',
      `${product.name} is sold in steps of ${step} ${product.unit}`,
    );
  }
  return amount;
}
