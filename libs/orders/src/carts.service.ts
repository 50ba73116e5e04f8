import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type AcknowledgeCart,
  type CartDto,
  formatQuantity,
  fromThousandths,
  isOrderable,
  MAX_ORDER_LINES,
  type MergedCart,
  type MergedLine,
  toCents,
  toThousandths,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  Outbox,
  requireVersion,
  retryConflicts,
  writeVersion,
} from '#libs/platform';
import {
  type Hold,
  HoldsService,
  isPublic,
  type Product,
  requireOpen,
  StockService,
} from '#libs/products';
import { CART, type Cart, type CartLine, toCartDto } from './cart.model.js';
import { mergeCarts } from './merge-carts.js';

type Items = CartLine[];

/** The other documents that a cart shows. */
interface Shown {
  readonly products: Product[];
  readonly hold: Hold | null;
}

interface CartToOrder extends Shown {
  readonly cart: Cart;
  readonly items: { productId: string; quantity: number }[];
}

/** One cart per customer, live in all their tabs. A cart takes no stock: a checkout holds it, an order takes it. */
@Injectable()
export class CartsService {
  constructor(
    @InjectModel(CART) private readonly carts: Model<Cart>,
    private readonly stock: StockService,
    private readonly holds: HoldsService,
    private readonly outbox: Outbox,
  ) {}

  async get(customerId: string): Promise<CartDto> {
    const cart = await this.read(customerId);
    const { products, hold } = await this.shownIn(cart, null);
    return toCartDto(cart, products, hold);
  }

  /** The products in the cart: the mutex keys of a checkout, which must be known before its transaction. */
  async productIds(customerId: string): Promise<string[]> {
    const { items } = await this.read(customerId);
    return items.map(({ productId }) => productId.toString());
  }

  /**
   * The cart for a checkout, with its items and the products and open hold as read; requires that the customer has seen
   * its current state. Throws `VERSION_CONFLICT`, `CART_EMPTY` and `PRICE_CHANGED` (with `details.lines`).
   */
  async toOrder(session: ClientSession, customerId: string, version: number): Promise<CartToOrder> {
    const cart = await this.read(customerId, session);
    requireVersion(cart.version, version);
    const { products, hold } = await this.shownIn(cart, session);
    const { items } = toCartDto(cart, products, hold);
    if (items.length === 0) throw new DomainError('CART_EMPTY');
    const changed = items.flatMap(({ productId, name, changes }) =>
      changes.flatMap(({ kind, from, to }) =>
        kind === 'price' ? [{ productId, name, from, to }] : [],
      ),
    );
    if (changed.length > 0)
      throw new DomainError('PRICE_CHANGED', undefined, { details: { lines: changed } });
    const wanted = items.map(({ productId, quantity }) => ({ productId, quantity }));
    return { cart, items: wanted, products, hold };
  }

  /**
   * Sets the amount of a product; 0 removes it. Throws `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `FARM_ON_HOLIDAY`
   * and `QUANTITY_INVALID`.
   */
  async setItem(customerId: string, productId: string, quantity: number): Promise<CartDto> {
    const id = new Types.ObjectId(productId);
    return this.change(customerId, [id], (items, products) => {
      if (quantity === 0) return items.filter((item) => !item.productId.equals(id));
      const product = products.get(productId);
      if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
      const amount = amountOf(product, quantity);
      const known = items.some((item) => item.productId.equals(id));
      if (known)
        return items.map((item) => (item.productId.equals(id) ? { ...item, amount } : item));
      if (items.length >= MAX_ORDER_LINES)
        throw new DomainError('QUANTITY_INVALID', `A cart has at most ${MAX_ORDER_LINES} lines`);
      return [...items, { productId: id, amount, seen: { price: product.price } }];
    });
  }

  clear(customerId: string): Promise<CartDto> {
    return this.change(customerId, [], () => []);
  }

  /**
   * Records that the customer has seen the changes of these lines: the price if it is still the current one, and the
   * amount they chose. Lines that are not in the cart are ignored. Throws `QUANTITY_INVALID`.
   */
  async acknowledge(customerId: string, { items: seen }: AcknowledgeCart): Promise<CartDto> {
    return this.change(customerId, [], (items, products) =>
      items.map((line) => {
        const id = line.productId.toString();
        const acknowledged = seen.find(({ productId }) => productId === id);
        const product = products.get(id);
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
    let merged: MergedLine[] = [];
    const added = guest.map((item) => new Types.ObjectId(item.productId));
    const cart = await this.change(customerId, added, (items, products) => {
      const result = mergeCarts(items, guest, [...products.values()]);
      merged = result.merged;
      return result.items;
    });
    return { ...cart, merged };
  }

  /** Inside the transaction of an order: removes the bought products; `seen` maps them to the seen prices in cents. */
  async removeBought(
    session: ClientSession,
    customerId: string,
    productIds: readonly string[],
  ): Promise<{ seen: Map<string, number>; events: EventDraft[] }> {
    const ids = productIds.map((id) => new Types.ObjectId(id));
    const isBought = ({ productId }: CartLine) => productIds.includes(productId.toString());
    // Returns the document as it was before this update.
    const cart = await this.carts
      .findOneAndUpdate(
        { _id: customerId, 'items.productId': { $in: ids } },
        { $pull: { items: { productId: { $in: ids } } }, $inc: { version: 1 } },
        { session },
      )
      .lean<Cart>();
    if (!cart) return { seen: new Map(), events: [] };
    const bought = cart.items.filter(isBought);
    const seen = new Map(bought.map(({ productId, seen }) => [productId.toString(), seen.price]));
    const items = cart.items.filter((line) => !isBought(line));
    const event = await this.changed({ ...cart, items, version: cart.version + 1 }, session);
    return { seen, events: [event] };
  }

  /** Inside a transaction that opens a hold: gives the cart a new version, because it shows the held amounts. */
  republish(
    session: ClientSession,
    cart: Cart,
    products: Product[],
    hold: Hold,
  ): Promise<EventDraft> {
    return this.write(session, cart, cart.items, { products, hold });
  }

  /** Inside a transaction that ends the customer's hold: gives the cart a new version. */
  async republishWithoutHold(session: ClientSession, customerId: string): Promise<EventDraft[]> {
    const cart = await this.carts.findById(customerId).session(session).lean<Cart>();
    return cart ? [await this.write(session, cart, cart.items)] : [];
  }

  /** `added` are products that `edit` needs besides those in the cart. */
  private change(
    customerId: string,
    added: readonly Types.ObjectId[],
    edit: (items: Items, products: ReadonlyMap<string, Product>) => Items,
  ): Promise<CartDto> {
    return retryConflicts(async () => {
      // A checkout that changes the hold also writes the cart, so the cart's version covers both.
      const [cart, hold] = await Promise.all([
        this.read(customerId),
        this.holds.openOf(customerId),
      ]);
      const ids = [...cart.items.map(({ productId }) => productId), ...added];
      const found = ids.length === 0 ? [] : await this.stock.look(ids);
      const products = new Map(found.map((product) => [product._id.toString(), product]));
      const after = await writeVersion(this.carts, cart, { items: edit(cart.items, products) });
      const dto = toCartDto(after, found, hold);
      this.outbox.publish(cartChanged(after, dto));
      return dto;
    });
  }

  private async write(
    session: ClientSession,
    cart: Cart,
    items: Items,
    shown?: Shown,
  ): Promise<EventDraft> {
    const after: Cart = { ...cart, items, version: cart.version + 1 };
    await this.carts.updateOne(
      { _id: cart._id },
      { $set: { items, version: after.version } },
      { session, upsert: true },
    );
    return this.changed(after, session, shown);
  }

  private async changed(after: Cart, session: ClientSession, shown?: Shown): Promise<EventDraft> {
    const { products, hold } = shown ?? (await this.shownIn(after, session));
    return cartChanged(after, toCartDto(after, products, hold));
  }

  private async read(customerId: string, session: ClientSession | null = null): Promise<Cart> {
    const cart = await this.carts.findById(customerId).session(session).lean<Cart>();
    return cart ?? emptyCart(customerId);
  }

  private async shownIn(cart: Cart, session: ClientSession | null): Promise<Shown> {
    // An empty cart needs no reads; most carts after an order are empty.
    if (cart.items.length === 0) return { products: [], hold: null };
    const ids = cart.items.map((item) => item.productId);
    const customerId = cart._id.toString();
    // One after the other in a transaction: a session runs one command at a time.
    if (session) {
      const products = await this.stock.look(ids, session);
      return { products, hold: await this.holds.openOf(customerId, session) };
    }
    const [products, hold] = await Promise.all([
      this.stock.look(ids),
      this.holds.openOf(customerId),
    ]);
    return { products, hold };
  }
}

function cartChanged(cart: Cart, dto: CartDto): EventDraft<'cart.changed'> {
  const { _id, version } = cart;
  return draft('cart.changed', { id: _id, version }, { customerId: _id.toString(), cart: dto });
}

function emptyCart(customerId: string): Cart {
  return { _id: new Types.ObjectId(customerId), items: [], version: 0 };
}

function amountOf(product: Product, quantity: number): number {
  if (!product.listed || product.status === 'draft') throw new DomainError('PRODUCT_NOT_FOUND');
  if (!isPublic(product))
    throw new DomainError('PRODUCT_NOT_AVAILABLE', `${product.name} cannot be bought now`);
  requireOpen(product);
  const amount = toThousandths(quantity);
  if (!isOrderable(amount, product.step, product.minimum)) {
    const step = formatQuantity(fromThousandths(product.step), product.unit);
    throw new DomainError('QUANTITY_INVALID', `${product.name} is sold in steps of ${step}`);
  }
  return amount;
}
