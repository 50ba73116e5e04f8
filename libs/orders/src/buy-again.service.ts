import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type BuyAgain,
  type BuyAgainReason,
  type CartDto,
  fromThousandths,
  type Id,
  MAX_ORDER_LINES,
  toThousandths,
  wholeSteps,
} from '#libs/contracts';
import { DomainError, type Principal } from '#libs/platform';
import { isPublic, type Product, ProductsService } from '#libs/products';
import { CartsService } from './carts.service.js';
import { type Line, ORDER, type Order } from './order.model.js';
import { visibleTo } from './order-access.js';

/** Fills the cart with the lines of an earlier order. */
@Injectable()
export class BuyAgainService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly products: ProductsService,
    private readonly carts: CartsService,
  ) {}

  /**
   * Raises each line of the cart to what was ordered, as far as it is available now; larger amounts and other
   * lines stay unchanged. Idempotent. Throws `ORDER_NOT_FOUND`.
   */
  async fillCart(customer: Principal, orderId: Id): Promise<BuyAgain> {
    const order = await this.orders.findOne({ ...visibleTo(customer), _id: orderId }).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    const lines = order.parts.flatMap((part) => part.lines).filter(({ ordered }) => ordered > 0);
    const found = await this.products.byIds(lines.map(({ productId }) => productId));
    const byId = new Map(found.map((product) => [product._id.toString(), product]));
    let cart = await this.carts.get(customer.userId);
    const outcomes: BuyAgain['lines'] = [];
    for (const line of lines) {
      const { amount, reason } = orderableAmount(line, byId.get(line.productId.toString()));
      const raised = await this.raise(customer.userId, cart, line, amount);
      cart = raised.cart;
      outcomes.push(outcomeOf(line, cart, raised.reason ?? reason));
    }
    return { cart, lines: outcomes };
  }

  /** Raises the amount of a product in the cart; never lowers it. */
  private async raise(
    customerId: string,
    cart: CartDto,
    line: Line,
    amount: number,
  ): Promise<{ cart: CartDto; reason?: BuyAgainReason }> {
    const inCart = amountIn(cart, line);
    if (amount <= inCart) return { cart };
    if (inCart === 0 && cart.items.length >= MAX_ORDER_LINES) return { cart, reason: 'cart_full' };
    try {
      const quantity = fromThousandths(amount);
      return { cart: await this.carts.setItem(customerId, line.productId.toString(), quantity) };
    } catch (error) {
      // The product was paused or its step changed since it was read above.
      if (error instanceof DomainError) return { cart, reason: 'not_sold' };
      throw error;
    }
  }
}

/** The amount of a line that can be ordered now, in thousandths, and the reason if it is less than in the order. */
function orderableAmount(
  line: Pick<Line, 'unit' | 'ordered'>,
  product: Product | undefined,
): { amount: number; reason: BuyAgainReason | null } {
  if (!product || !isPublic(product)) return { amount: 0, reason: 'not_sold' };
  if (product.unit !== line.unit) return { amount: 0, reason: 'unit_changed' };
  const whole = wholeSteps(Math.min(line.ordered, product.available), product.step);
  if (whole < product.minimum) return { amount: 0, reason: 'sold_out' };
  return { amount: whole, reason: whole < line.ordered ? 'less_left' : null };
}

function outcomeOf(
  line: Line,
  cart: CartDto,
  reason: BuyAgainReason | null,
): BuyAgain['lines'][number] {
  const inCart = amountIn(cart, line);
  const outcome = inCart >= line.ordered ? 'added' : inCart > 0 ? 'reduced' : 'skipped';
  return {
    productId: line.productId.toString(),
    name: line.name,
    unit: line.unit,
    wanted: fromThousandths(line.ordered),
    inCart: fromThousandths(inCart),
    outcome,
    reason: outcome === 'added' ? null : reason,
  };
}

/** In thousandths; 0 when the product is not in the cart, or in another unit. */
function amountIn(cart: CartDto, line: Pick<Line, 'productId' | 'unit'>): number {
  const id = line.productId.toString();
  const item = cart.items.find(({ productId, unit }) => productId === id && unit === line.unit);
  return item ? toThousandths(item.quantity) : 0;
}
