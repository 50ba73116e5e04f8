import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type ChangePartStatus,
  goodsAfter,
  type Id,
  isLive,
  type OrderDto,
  type OrderSteps,
  type OrderStepsResult,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  type EventDraft,
  Outbox,
  type Principal,
  Transactions,
  toProblem,
} from '#libs/platform';
import { StockService } from '#libs/products';
import { ORDER, type Order, type Part, type Step, UNFINISHED } from './order.model.js';
import { mayChange, viewerOf, visibleTo } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { partStatusChanged } from './order-events.js';
import { OrderPlaces } from './order-places.service.js';
import { isRepeated, requireAllowed, stepOf, withStep } from './part-step.js';

/** Changes the status of an order's parts; each farm's part has its own life cycle. */
@Injectable()
export class OrderStepsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly stock: StockService,
    private readonly places: OrderPlaces,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the status of one part by the transition table, which an admin may override. The goods of a declined or
   * cancelled part are restocked or written off, and its place in a slot is freed. A repeated request returns the same order. Throws `ORDER_NOT_FOUND`,
   * `VERSION_CONFLICT` (with `details.version`), `ORDER_TRANSITION_INVALID`, and `VALIDATION_FAILED` if a field is
   * missing or not permitted for the role.
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
      if (!before || !part || !mayChange(actor, part)) throw new DomainError('ORDER_NOT_FOUND');
      if (isRepeated(part, actor, change)) return before;
      requireAllowed(part, actor, change);
      const step = stepOf(part, actor, change, new Date());
      const after = await this.make(session, before, part, step);
      if (actor.role === 'admin')
        await this.addAuditEntry(session, actor, part, before, step, change.override);
      return after;
    });
    return toOrderDto(order, viewerOf(actor));
  }

  /**
   * Inside a transaction: declines the farm's parts in a slot that it has given up, packed ones too, at most `limit` of
   * them, oldest order first. Those that are delivered stay. Returns whether there may be more.
   */
  async declineSlot(
    session: ClientSession,
    { slotId, reason, limit }: { slotId: Id; reason: string; limit: number },
  ): Promise<boolean> {
    const found = await this.orders
      .find({ parts: { $elemMatch: { 'slot._id': slotId, status: { $in: UNFINISHED } } } })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .session(session)
      .lean<Order[]>();
    for (const order of found) {
      const part = order.parts.find(
        ({ slot, status }) => slot?._id === slotId && UNFINISHED.includes(status),
      );
      if (!part) throw new Error('an order without a part in the slot');
      const step: Step = {
        status: 'declined',
        at: new Date(),
        by: { userId: null, role: 'farmer', name: part.farmName },
        reason,
        declineReason: 'other',
        // As in a cancellation: what has left the farm does not go back on sale.
        goods: goodsAfter(part.status, 'cancelled'),
      };
      await this.make(session, order, part, step);
      await this.addAuditEntry(session, null, part, order, step);
    }
    return found.length === limit;
  }

  /** Stores a step with what follows from it, and publishes it. */
  private async make(
    session: ClientSession,
    before: Order,
    part: Part,
    step: Step,
  ): Promise<Order> {
    const after = withStep(before, part._id, step);
    const { parts, status, payment, version } = after;
    await this.orders.updateOne(
      { _id: before._id, version: before.version },
      { $set: { parts, status, payment, version } },
      { session },
    );
    const stock = await this.freeGoods(session, before._id, part, step);
    const ends = isLive(part.status) && !isLive(step.status);
    const places = ends && part.slot ? await this.places.free(session, [{ slot: part.slot }]) : [];
    await this.outbox.add(
      session,
      ...partStatusChanged(before, after, part._id),
      ...stock,
      ...places,
    );
    return after;
  }

  /**
   * One step for each of several parts, each in its own transaction: a rejected step does not stop the others. Any
   * other error ends the request; a repeated request skips the finished steps and returns their orders.
   */
  async changePartStatuses(actor: Principal, { steps }: OrderSteps): Promise<OrderStepsResult> {
    const results: OrderStepsResult['results'] = [];
    for (const { orderId, partId, ...change } of steps) {
      try {
        results.push({ order: await this.changePartStatus(actor, orderId, partId, change) });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        results.push({ problem: toProblem(error) });
      }
    }
    return { results };
  }

  private async freeGoods(
    session: ClientSession,
    orderId: Types.ObjectId,
    part: Part,
    { goods, reason, declineReason }: Step,
  ): Promise<EventDraft[]> {
    if (goods === null) return [];
    const note = [declineReason, reason].filter(Boolean).join(': ') || null;
    const fate = goods === 'restock' ? 'restock' : 'write-off';
    return this.stock.giveBack(session, orderId, part.lines, note, fate);
  }

  /** Records in the audit log that an admin, or the system itself, acted for the farm or the customer. */
  private async addAuditEntry(
    session: ClientSession,
    actor: Principal | null,
    part: Part,
    order: Order,
    { status, reason, goods }: Step,
    override?: true,
  ): Promise<void> {
    const subject = { part: part._id.toString(), farm: part.farmName };
    await this.audit.add(session, {
      actor,
      action: 'order.part-status-changed',
      target: { type: 'order', id: order._id, name: `${order.code} ${order.customer.name}` },
      before: { ...subject, status: part.status },
      after: { ...subject, status, ...(goods && { goods }), ...(override && { override }) },
      reason,
    });
  }
}
