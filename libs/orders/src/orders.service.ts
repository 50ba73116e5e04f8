import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Id,
  type OrderDto,
  type OrderPayments,
  orderDates,
  type PlaceOrder,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { CardPayments, ConfiguredCards, MarketFees, StoreCredits } from '#libs/payments';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  publicUrl,
  toCalendar,
} from '#libs/platform';
import { authorizationTime } from './card-cover.js';
import { choiceOf, newOrder, requireCash, requireSelling, withPlaces } from './new-order.js';
import { ORDER, type Order } from './order.model.js';
import { viewerOf, visibleTo } from './order-access.js';
import { moneyOf, toOrderDto } from './order-dto.js';
import { orderPlaced } from './order-events.js';
import { OrderPlaces, requireGoods, slotKeys } from './order-places.service.js';
import { PurchaseService } from './purchase.service.js';

/** Places orders, each in one transaction with its stock and its places in slots, and reads orders. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly farms: FarmsService,
    private readonly purchase: PurchaseService,
    private readonly places: OrderPlaces,
    private readonly fees: MarketFees,
    private readonly cards: CardPayments,
    private readonly credits: StoreCredits,
    private readonly configured: ConfiguredCards,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /**
   * Places an order: takes the stock and the places, and writes the order and its events, all or nothing. A repeated
   * request with the same `key` and body returns the same order. Throws what {@link PurchaseService.take} and
   * {@link OrderPlaces.take} throw, `FARM_NOT_APPROVED`, `FARM_ON_HOLIDAY`, `FULFILMENT_NOT_OFFERED`,
   * `ORDER_BELOW_MINIMUM` and `CASH_NOT_ACCEPTED` (with `details.farms`), `PAYMENT_NOT_OFFERED`,
   * `PAYMENT_NOT_AUTHORISED`, `AMOUNT_TOO_HIGH`, `CREDIT_NOT_ENOUGH` and `IDEMPOTENCY_KEY_REUSED`.
   */
  async place(customer: Principal, key: string, body: PlaceOrder): Promise<OrderDto> {
    const order = await this.idempotency.once(
      { userId: customer.userId, key, request: body },
      {
        keys: [
          ...body.items.map(({ productId }) => `product:${productId}`),
          ...slotKeys(body.farms),
        ],
        make: (session, id) => this.create(session, id, customer, body),
        find: (id) => this.find(id),
      },
    );
    return toOrderDto(order, { sees: 'all' });
  }

  private async create(
    session: ClientSession,
    id: Types.ObjectId,
    customer: Principal,
    body: PlaceOrder,
  ): Promise<Order> {
    if (!body.holdId) await this.checkSlots(session, body);
    const { lines, held, events } = await this.purchase.take(session, customer.userId, id, body);
    const farmIds = new Map(
      lines.map(({ product }) => [product.farm._id.toString(), product.farm._id]),
    );
    const farms = await this.farms.byIds(session, [...farmIds.values()]);
    if (farms.length !== farmIds.size) throw new DomainError('FARM_NOT_APPROVED');
    requireSelling(farms);
    requireGoods(body.farms, farms);
    const drafted = newOrder(id, customer, body, lines, farms, this.fees.rateAt(new Date()));
    const { method, amount } = drafted.payment;
    if (method === 'card') this.configured.required();
    // store credit may leave nothing to collect
    else if (amount > 0 && this.configured.current) requireCash(farms);
    const places = await this.places.take(
      session,
      farms.map((farm) => choiceOf(farm, body)),
      held,
      body.address.postalCode,
    );
    const order = withPlaces(drafted, places.taken);
    await this.takePayment(session, customer, order, body);
    await this.credits.applyChange(session, { order, before: null, after: moneyOf(order) });
    await this.orders.insertMany([order], { lean: true, session });
    await this.outbox.add(session, ...orderPlaced(order), ...events, ...places.events);
    return order;
  }

  /** The authorised payment of the hold becomes the order's; one that the order does not use is released. */
  private async takePayment(
    session: ClientSession,
    { userId: customerId }: Principal,
    { _id, code, parts }: Order,
    { payment, holdId }: PlaceOrder,
  ): Promise<void> {
    const held = parts.flatMap(({ _id, farmId, slot, payment: { held: cents = 0 } }) =>
      cents > 0 ? [{ _id, farmId, cents, authorizeAt: slot ? authorizationTime(slot) : null }] : [],
    );
    if (payment !== 'card' || held.length === 0)
      return holdId ? this.cards.release(session, holdId) : undefined;
    if (!holdId) throw new DomainError('PAYMENT_NOT_AUTHORISED');
    await this.cards.claim(session, { _id, code, customerId, holdId, parts: held });
  }

  /** Throws what {@link OrderPlaces.take} will throw for named slots that are full; a hold may have places in them. */
  private async checkSlots(session: ClientSession, body: PlaceOrder): Promise<void> {
    const named = Object.entries(body.farms ?? {}).filter(([, { slotId }]) => slotId);
    if (named.length === 0) return;
    const ids = named.map(([farmId]) => new Types.ObjectId(farmId));
    const farms = await this.farms.byIds(session, ids);
    const choices = farms.map((farm) => choiceOf(farm, body));
    await this.places.check(session, choices, body.address.postalCode);
  }

  /** Throws `ORDER_NOT_FOUND`, also for orders that the reader may not see. */
  async get(reader: Principal, id: Id): Promise<OrderDto> {
    const order = await this.orders.findOne({ ...visibleTo(reader), _id: id }).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    return toOrderDto(order, viewerOf(reader));
  }

  /** What became of the money of an order that is paid by card. Throws `ORDER_NOT_FOUND`. */
  async payments(reader: Principal, id: Id): Promise<OrderPayments> {
    await this.get(reader, id);
    return this.cards.ofOrder(id);
  }

  /**
   * A calendar file with the days of an order, or of one part. Throws `ORDER_NOT_FOUND`, and `SLOT_NOT_FOUND` if the
   * farms tell the customer when.
   */
  async calendar(reader: Principal, id: Id, partId?: Id): Promise<string> {
    const order = await this.get(reader, id);
    const parts = order.parts.filter(({ _id }) => partId === undefined || _id === partId);
    const dates = orderDates({ ...order, parts });
    if (dates.length === 0) throw new DomainError('SLOT_NOT_FOUND');
    return toCalendar(dates, { site: publicUrl(this.config) });
  }

  private async find(id: Types.ObjectId): Promise<Order> {
    const order = await this.orders.findById(id).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    return order;
  }
}
