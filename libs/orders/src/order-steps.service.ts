import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  type ChangePartStatus,
  type Id,
  nextPartStatuses,
  type OrderDto,
  orderStatusOf,
  toDollars,
} from '#libs/contracts';
import {
  Audit,
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  Outbox,
  type Principal,
  Transactions,
} from '#libs/platform';
import { StockService } from '#libs/products';
import { ORDER, type Order, type Part, toOrderDto, toOrderPart, totalsOf } from './order.model.js';
import { mayTouch, viewerOf, visibleTo } from './order-access.js';

/** The steps of an order after it is placed: each farm's part goes its own way. */
@Injectable()
export class OrderStepsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly stock: StockService,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

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
      if (actor.role === 'admin') await this.note(session, actor, part, before._id, change);
      await this.outbox.add(session, ...partStatusChanged(before, after, part._id), ...stockEvents);
      return after;
    });
    this.outbox.wake();
    return toOrderDto(order, viewerOf(actor));
  }

  /** An admin who moves a part does what is the farm's or the customer's to do: that is remembered. */
  private async note(
    session: ClientSession,
    actor: Principal,
    part: Part,
    orderId: Types.ObjectId,
    { status, reason }: ChangePartStatus,
  ): Promise<void> {
    const about = { part: part._id.toString(), farm: part.farmName };
    await this.audit.add(session, {
      actor,
      action: 'order.part-status-changed',
      target: { type: 'order', id: orderId },
      before: { ...about, status: part.status },
      after: { ...about, status },
      reason: reason ?? null,
    });
  }
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
