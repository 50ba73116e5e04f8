import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type CartDto,
  fromBaseUnits,
  isOrderable,
  MAX_ORDER_LINES,
  toBaseUnits,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  Outbox,
  Transactions,
} from '#libs/platform';
import { isPublic, type Product, ProductsService, requireOpen } from '#libs/products';
import { CART, type Cart, toCartDto } from './cart.model.js';

type Items = Cart['items'];

/** One cart per customer, on the server, live in all their tabs. A cart takes no stock; an order does. */
@Injectable()
export class CartsService {
  constructor(
    @InjectModel(CART) private readonly carts: Model<Cart>,
    private readonly products: ProductsService,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  async get(customerId: string): Promise<CartDto> {
    const cart = (await this.carts.findById(customerId).lean<Cart>()) ?? emptyCart(customerId);
    return toCartDto(cart, await this.productsOf(cart.items));
  }

  /** Sets the amount of a product, 0 removes it. Throws `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `FARM_ON_HOLIDAY`, `QUANTITY_INVALID`. */
  async setItem(customerId: string, productId: string, quantity: number): Promise<CartDto> {
    const id = new Types.ObjectId(productId);
    const amount = quantity === 0 ? 0 : amountOf((await this.products.byIds([id]))[0], quantity);
    return this.change(customerId, (items) => {
      const known = items.some((item) => item.productId.equals(id));
      if (amount === 0) return items.filter((item) => !item.productId.equals(id));
      if (known)
        return items.map((item) => (item.productId.equals(id) ? { ...item, amount } : item));
      if (items.length >= MAX_ORDER_LINES)
        throw new DomainError('QUANTITY_INVALID', `A cart has at most ${MAX_ORDER_LINES} lines`);
      return [...items, { productId: id, amount }];
    });
  }

  clear(customerId: string): Promise<CartDto> {
    return this.change(customerId, () => []);
  }

  /** Takes in what a visitor had collected: amounts add, capped by what is there; what cannot be bought is left out. */
  async merge(
    customerId: string,
    guest: readonly { productId: string; quantity: number }[],
  ): Promise<CartDto> {
    const products = await this.products.byIds(
      guest.map((item) => new Types.ObjectId(item.productId)),
    );
    const byId = new Map(
      products.filter(isPublic).map((product) => [product._id.toString(), product]),
    );
    return this.change(customerId, (items) => {
      const merged = new Map(items.map((item) => [item.productId.toString(), item.amount]));
      for (const { productId, quantity } of guest) {
        const product = byId.get(productId);
        if (!product || (!merged.has(productId) && merged.size >= MAX_ORDER_LINES)) continue;
        const amount = mergedAmount(product, merged.get(productId) ?? 0, quantity);
        if (amount > 0) merged.set(productId, amount);
      }
      return [...merged].map(([productId, amount]) => ({
        productId: new Types.ObjectId(productId),
        amount,
      }));
    });
  }

  /** Inside the transaction of an order: what was bought leaves the cart. */
  async removeBought(
    session: ClientSession,
    customerId: string,
    productIds: readonly string[],
  ): Promise<EventDraft[]> {
    const cart = await this.carts.findById(customerId).session(session).lean<Cart>();
    const left = cart?.items.filter((item) => !productIds.includes(item.productId.toString()));
    if (!cart || !left || left.length === cart.items.length) return [];
    return [await this.write(session, customerId, cart, left)];
  }

  private async change(customerId: string, edit: (items: Items) => Items): Promise<CartDto> {
    await this.transactions.run(async (session) => {
      const cart =
        (await this.carts.findById(customerId).session(session).lean<Cart>()) ??
        emptyCart(customerId);
      await this.outbox.add(session, await this.write(session, customerId, cart, edit(cart.items)));
    });
    this.outbox.wake();
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
    const dto = toCartDto(after, await this.productsOf(items));
    return draft(
      'cart.changed',
      { id: cart._id, version: after.version },
      { customerId, cart: dto },
    );
  }

  private productsOf(items: Items): Promise<Product[]> {
    return this.products.byIds(items.map((item) => item.productId));
  }
}

function emptyCart(customerId: string): Cart {
  return { _id: new Types.ObjectId(customerId), items: [], version: 0 };
}

function amountOf(product: Product | undefined, quantity: number): number {
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
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

/** Both amounts together, at most what is there, in whole steps; never less than the customer's own cart already had. */
export function mergedAmount(
  product: Pick<Product, 'unit' | 'step' | 'minimum' | 'available'>,
  own: number,
  guestQuantity: number,
): number {
  const guest = toBaseUnits(guestQuantity, product.unit) ?? 0;
  const capped = Math.min(own + guest, product.available);
  const whole = capped - (capped % product.step);
  return Math.max(own, whole >= product.minimum ? whole : 0);
}
