import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import {
  type ChangePartStatus,
  type Id,
  nextPartStatuses,
  type OrderDto,
  type OrderStatus,
  type OrdersPage,
  type OrdersQuery,
  orderStatusOf,
  type PlaceOrder,
  partStatusSchema,
  toDollars,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  type ClientSession,
  DomainError,
  decodeCursor,
  draft,
  type EventDraft,
  Outbox,
  type Principal,
  pageById,
  Transactions,
} from '#libs/platform';
import { StockService } from '#libs/products';
import { CartsService } from './carts.service.js';
import { Idempotency } from './idempotency.js';
import { newOrder } from './new-order.js';
import {
  ORDER,
  type Order,
  type OrderViewer,
  type Part,
  toOrderDto,
  toOrderPart,
  totalsOf,
} from './order.model.js';

/** Orders: placed in one transaction with the stock they take, then led along by farms. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly stock: StockService,
    private readonly farms: FarmsService,
    private readonly carts: CartsService,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Places an order: takes the stock, writes the order and appends the events, or does nothing at all.
   * The same `key` and body again answer the same order. Throws what {@link StockService.take} throws,
   * `FARM_NOT_APPROVED`, `FULFILMENT_NOT_OFFERED` and `IDEMPOTENCY_KEY_REUSED`.
   */
  async place(customer: Principal, key: string, body: PlaceOrder): Promise<OrderDto> {
    const order = await this.transactions.run(async (session) => {
      const before = await this.idempotency.orderOf(session, customer.userId, key, body);
      return before ? this.find(session, before) : this.create(session, customer, key, body);
    });
    this.outbox.wake();
    return toOrderDto(order, { sees: 'all' });
  }

  private async create(
    session: ClientSession,
    customer: Principal,
    key: string,
    body: PlaceOrder,
  ): Promise<Order> {
    const id = new Types.ObjectId();
    const { lines, events } = await this.stock.take(session, id, body.items);
    const farmIds = new Map(
      lines.map(({ product }) => [product.farm._id.toString(), product.farm._id]),
    );
    const farms = await this.farms.byIds(session, [...farmIds.values()]);
    if (farms.length !== farmIds.size || farms.some((farm) => farm.status !== 'approved'))
      throw new DomainError('FARM_NOT_APPROVED');
    const order = newOrder(id, customer, body, lines, farms);
    await this.orders.collection.insertOne(order, { session });
    await this.idempotency.remember(session, customer.userId, key, body, id);
    const bought = body.items.map((item) => item.productId);
    await this.outbox.add(
      session,
      ...placed(order),
      ...events,
      ...(await this.carts.removeBought(session, customer.userId, bought)),
    );
    return order;
  }

  /** The orders that the caller may see, newest first: own ones, those with a part of the own farm, or all. */
  async list(reader: Principal, { status, cursor, limit }: OrdersQuery): Promise<OrdersPage> {
    const filter: QueryFilter<Order> = {
      ...visibleTo(reader),
      ...(status && inStatus(reader, status)),
    };
    const older = cursor ? { _id: { $lt: new Types.ObjectId(decodeCursor(cursor)[1]) } } : {};
    const [found, total] = await Promise.all([
      this.orders
        .find({ ...filter, ...older })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean<Order[]>(),
      this.orders.countDocuments(filter),
    ]);
    const { rows, nextCursor } = pageById(found, limit);
    return { orders: rows.map((order) => toOrderDto(order, viewerOf(reader))), nextCursor, total };
  }

  /** Throws `ORDER_NOT_FOUND` also for orders of others. */
  async get(reader: Principal, id: Id): Promise<OrderDto> {
    const order = await this.orders.findOne({ ...visibleTo(reader), _id: id }).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    return toOrderDto(order, viewerOf(reader));
  }

  /**
   * Moves one farm's part along the transition table; a part that falls away gives its stock back.
   * Throws `ORDER_NOT_FOUND`, `VERSION_CONFLICT` (with `details.version`) and `ORDER_TRANSITION_INVALID`.
   */
  async changePartStatus(
    actor: Principal,
    orderId: Id,
    partId: Id,
    change: ChangePartStatus,
  ): Promise<OrderDto> {
    const order = await this.transactions.run(async (session) => {
      const before = await this.orders
        .findOne({ ...visibleTo(actor), _id: orderId })
        .session(session)
        .lean<Order>();
      const part = before?.parts.find(({ _id }) => _id.toString() === partId);
      if (!before || !part || !mayTouch(actor, part)) throw new DomainError('ORDER_NOT_FOUND');
      if (part.version !== change.version)
        throw new DomainError('VERSION_CONFLICT', undefined, {
          details: { version: part.version },
        });
      const allowed = nextPartStatuses(part.status, part.fulfilment, actor.role);
      if (!allowed.includes(change.status)) {
        throw new DomainError('ORDER_TRANSITION_INVALID', undefined, {
          details: { from: part.status, allowed },
        });
      }
      const after = withPart(before, moved(part, actor, change));
      const { parts, status, version } = after;
      await this.orders.updateOne(
        { _id: before._id, version: before.version },
        { $set: { parts, status, version } },
        { session },
      );
      const returned =
        change.status === 'declined' || change.status === 'cancelled' ? part.lines : [];
      const stockEvents = await this.stock.giveBack(
        session,
        before._id,
        returned,
        change.reason ?? null,
      );
      await this.outbox.add(session, ...partStatusChanged(before, after, part._id), ...stockEvents);
      return after;
    });
    this.outbox.wake();
    return toOrderDto(order, viewerOf(actor));
  }

  private async find(session: ClientSession, id: Types.ObjectId): Promise<Order> {
    const order = await this.orders.findById(id).session(session).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    return order;
  }
}

/** The condition under which the caller may see an order; it stands in every query. */
function visibleTo(reader: Principal): QueryFilter<Order> {
  switch (reader.role) {
    case 'admin':
      return {};
    case 'customer':
      return { 'customer._id': new Types.ObjectId(reader.userId) };
    case 'farmer':
      // A farmer without a farm sees no order at all.
      return { 'parts.farmId': reader.farmId ? new Types.ObjectId(reader.farmId) : null };
  }
}

/** The condition under which an order has this status for its reader: for a farm its own part decides. */
function inStatus(reader: Principal, status: OrderStatus): QueryFilter<Order> {
  if (reader.role !== 'farmer' || !reader.farmId) return { status };
  const farmId = new Types.ObjectId(reader.farmId);
  const statuses = partStatusSchema.options.filter((part) => orderStatusOf([part]) === status);
  return { parts: { $elemMatch: { farmId, status: { $in: statuses } } } };
}

function viewerOf(reader: Principal): OrderViewer {
  return reader.role === 'farmer' && reader.farmId
    ? { sees: 'farm', farmId: new Types.ObjectId(reader.farmId) }
    : { sees: 'all' };
}

function mayTouch(actor: Principal, part: Part): boolean {
  return actor.role !== 'farmer' || part.farmId.toString() === actor.farmId;
}

function moved(part: Part, actor: Principal, { status, reason }: ChangePartStatus): Part {
  const entry = {
    status,
    at: new Date(),
    by: { role: actor.role, name: actor.name },
    reason: reason ?? null,
  };
  return { ...part, status, version: part.version + 1, timeline: [...part.timeline, entry] };
}

function withPart(order: Order, part: Part): Order {
  const parts = order.parts.map((other) => (other._id.equals(part._id) ? part : other));
  return {
    ...order,
    parts,
    status: orderStatusOf(parts.map(({ status }) => status)),
    version: order.version + 1,
  };
}

/** The whole order for its customer and the admins, and for each farm what it may see of it. */
function placed(order: Order): EventDraft[] {
  const aggregate = { id: order._id, version: order.version };
  return [
    draft('order.placed', aggregate, { order: toOrderDto(order, { sees: 'all' }) }),
    ...order.parts.map(({ farmId }) =>
      draft('order.part-placed', aggregate, {
        order: toOrderDto(order, { sees: 'farm', farmId }),
        farmId: farmId.toString(),
      }),
    ),
  ];
}

/** The change with the order's new totals for its customer and the admins, and without them for the farm. */
function partStatusChanged(before: Order, after: Order, partId: Types.ObjectId): EventDraft[] {
  const moved = after.parts.find(({ _id }) => _id.equals(partId));
  if (!moved) throw new Error('the part is not of this order');
  const { goods, fee, total } = totalsOf(after);
  const aggregate = { id: after._id, version: after.version };
  const part = toOrderPart(moved);
  const { farmId } = part;
  const orderId = after._id.toString();
  return [
    draft('order.part-status-changed', aggregate, {
      orderId,
      customerId: after.customer._id.toString(),
      farmId,
      part,
      order: {
        status: after.status,
        isDelivered: after.status === 'Delivered',
        goodsTotal: toDollars(goods),
        deliveryFee: toDollars(fee),
        totalPrice: toDollars(total),
        version: after.version,
      },
      totalChange: toDollars(total - totalsOf(before).total),
    }),
    draft('order.part-moved', aggregate, { orderId, farmId, part }),
  ];
}
