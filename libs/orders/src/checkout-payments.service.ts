import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import {
  type CheckoutPayment,
  type Id,
  orderTotals,
  type PayAnew,
  type PayCheckout,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { CardPayments, CardRenewals, MarketFees, SavedCards, StoreCredits } from '#libs/payments';
import { type ClientSession, DomainError, Idempotency, type Principal } from '#libs/platform';
import { type Hold, HoldsService, StockService } from '#libs/products';
import { UsersService } from '#libs/users';
import { authorizationTime } from './card-cover.js';
import { newOrder, requireSelling } from './new-order.js';
import type { Order } from './order.model.js';
import { OrdersService } from './orders.service.js';

/** Holds the money of an order on a card before it is placed, while its goods are held. */
@Injectable()
export class CheckoutPaymentsService {
  constructor(
    private readonly cards: CardPayments,
    private readonly renewals: CardRenewals,
    private readonly saved: SavedCards,
    private readonly credits: StoreCredits,
    private readonly orders: OrdersService,
    private readonly holds: HoldsService,
    private readonly stock: StockService,
    private readonly farms: FarmsService,
    private readonly fees: MarketFees,
    private readonly users: UsersService,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Holds what each part of the order will cost, or saves the card if its slot is far away. A repeated request with
   * the same `key` and body asks about the same payment. Throws `PAYMENT_NOT_OFFERED`, `SERVICE_UNAVAILABLE`,
   * `CARD_NOT_FOUND`, `HOLD_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `TOTAL_CHANGED` (with `details.from` and `to`, in
   * dollars), `CARD_TOKENS_MISSING`, `CREDIT_NOT_ENOUGH`, `PAYMENT_NOT_FOUND` if store credit pays all of it, and what
   * {@link newOrder} and {@link requireSelling} throw.
   */
  async pay(customer: Principal, key: string, body: PayCheckout): Promise<CheckoutPayment> {
    const { userId } = customer;
    const payer = await this.payerOf(userId);
    const shownCard = await this.laterCardOf(userId, body);
    const id = await this.idempotency.once(
      { userId, key, request: { payment: body } },
      {
        keys: [`hold:${body.order.holdId}`],
        make: async (session, checkoutId) => {
          const { order, hold } = await this.quote(session, customer, body);
          const held = order.parts.filter(({ payment }) => payment.held);
          if (held.length === 0) throw new DomainError('PAYMENT_NOT_FOUND', 'Store credit pays it');
          await this.credits.requireBalance(session, userId, toCents(body.order.credit ?? 0));
          await this.cards.begin(session, {
            checkoutId,
            customerId: userId,
            payer,
            holdId: body.order.holdId,
            card: body.card,
            shownCard,
            farms: held.map(({ farmId, payment }) => ({
              farmId,
              cents: payment.held ?? 0,
              authorizeAt: authorizeAtOf(hold, farmId.toString()),
            })),
          });
          return checkoutId;
        },
        find: async (checkoutId) => checkoutId,
      },
    );
    return this.confirm(userId, id.toString());
  }

  /**
   * Pays what of an order is not held any more, see {@link CardRenewals.payAnew}. Throws `ORDER_NOT_FOUND`, too, and what
   * {@link SavedCards.payerOf} throws.
   */
  async payAnew(
    customer: Principal,
    key: string,
    orderId: Id,
    body: PayAnew,
  ): Promise<CheckoutPayment> {
    const { userId } = customer;
    await this.orders.get(customer, orderId);
    const payer = await this.payerOf(userId);
    const id = await this.idempotency.once(
      { userId, key, request: { orderId, payment: body } },
      {
        keys: [`order:${orderId}`],
        make: async (session, checkoutId) => {
          const of = { customerId: userId, orderId };
          await this.renewals.payAnew(session, of, { ...body, checkoutId, payer });
          return checkoutId;
        },
        find: async (checkoutId) => checkoutId,
      },
    );
    return this.confirm(userId, id.toString());
  }

  /** Asks about a payment that is pending, or whose challenge the customer has answered. Throws `PAYMENT_NOT_FOUND`. */
  confirm(customerId: Id, id: Id): Promise<CheckoutPayment> {
    return this.cards.confirm(customerId, id);
  }

  current(customerId: Id): Promise<CheckoutPayment | null> {
    return this.cards.current(customerId);
  }

  /** The saved card that is to hold money later: until then nobody asks whether it is the customer's. */
  private async laterCardOf(userId: Id, { card, order }: PayCheckout) {
    if (card.kind === 'new') return null;
    const hold = await this.holds.get(userId, order.holdId);
    const isLater = hold.slots?.some(({ farmId }) => authorizeAtOf(hold, farmId)) ?? false;
    return isLater ? this.saved.get(userId, card.reference) : null;
  }

  private async payerOf(userId: Id): Promise<string> {
    const { email } = await this.users.get(userId);
    return this.saved.payerOf(userId, email);
  }

  /** The order as it would be placed now, without its places. */
  private async quote(
    session: ClientSession,
    customer: Principal,
    { order: body, total: seen }: PayCheckout,
  ): Promise<{ order: Order; hold: Hold }> {
    const hold = await this.holds.get(customer.userId, body.holdId, session);
    if (hold.status !== 'open') throw new DomainError('HOLD_NOT_FOUND');
    const ids = body.items.map(({ productId }) => new Types.ObjectId(productId));
    const products = await this.stock.look(ids, session);
    const lines = body.items.map(({ productId, quantity }) => {
      const product = products.find(({ _id }) => _id.toString() === productId);
      if (!product)
        throw new DomainError('PRODUCT_NOT_FOUND', undefined, { details: { productId } });
      return { product, amount: toThousandths(quantity) };
    });
    const farmIds = new Map(
      lines.map(({ product }) => [product.farm._id.toString(), product.farm._id]),
    );
    const farms = await this.farms.byIds(session, [...farmIds.values()]);
    requireSelling(farms);
    const rate = this.fees.rateAt(new Date());
    const order = newOrder(new Types.ObjectId(), customer, body, lines, farms, rate);
    const { total } = orderTotals(order.parts, order.deliveryFee);
    if (total !== toCents(seen))
      throw new DomainError('TOTAL_CHANGED', undefined, {
        details: { from: seen, to: toDollars(total) },
      });
    return { order, hold };
  }
}

/** When the money of a farm's part is to be held; null for at once, if its slot is near or it has none. */
function authorizeAtOf({ slots = [] }: Hold, farmId: Id): Date | null {
  const place = slots.find((one) => one.farmId === farmId);
  if (!place) return null;
  const at = authorizationTime(place.slot);
  return at.getTime() > Date.now() ? at : null;
}
