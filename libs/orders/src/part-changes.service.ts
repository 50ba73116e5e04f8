import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type AuditState,
  type ChangePart,
  dayOf,
  fromThousandths,
  type Id,
  isLive,
  type OrderDto,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { ConfiguredCards, StoreCredits } from '#libs/payments';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
} from '#libs/platform';
import { StockService } from '#libs/products';
import { crewChanged } from './crew-dto.js';
import { requireCash, requireMinimums, requireSelling } from './new-order.js';
import { ORDER, type Order, type Part, UNFINISHED } from './order.model.js';
import { mayChange, viewerOf, visibleTo } from './order-access.js';
import { moneyOf, orderedTotal, toOrderDto } from './order-dto.js';
import { partChanged } from './order-events.js';
import { OrderPlaces } from './order-places.service.js';
import { declinedByFarm, editOf, ledgerNote, type PartEdit, withEdit } from './part-edit.js';

/** Changes parts of orders after they were placed. Every change goes through {@link commit}. */
@Injectable()
export class PartChangesService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly farms: FarmsService,
    private readonly stock: StockService,
    private readonly places: OrderPlaces,
    private readonly idempotency: Idempotency,
    private readonly configured: ConfiguredCards,
    private readonly credits: StoreCredits,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /**
   * Other amounts of some lines, or the end of a part; an admin may set any status. A repeated request with the same
   * `key` and body changes nothing more. Throws `ORDER_NOT_FOUND`, what {@link editOf} and {@link StockService.alter}
   * throw, `FARM_NOT_APPROVED`, `FARM_ON_HOLIDAY`, `ORDER_BELOW_MINIMUM`, `CASH_NOT_ACCEPTED` and `IDEMPOTENCY_KEY_REUSED`.
   */
  async change(
    actor: Principal,
    key: string,
    { orderId, partId }: { orderId: Id; partId: Id },
    body: ChangePart,
  ): Promise<OrderDto> {
    return toOrderDto(await this.changed(actor, key, { orderId, partId }, body), viewerOf(actor));
  }

  /** The same, with the whole order as it is stored. */
  changed(
    actor: Principal,
    key: string,
    { orderId, partId }: { orderId: Id; partId: Id },
    body: ChangePart,
  ): Promise<Order> {
    return this.idempotency.once(
      { userId: actor.userId, key, request: { orderId, partId, change: body } },
      {
        keys: [
          `order:${orderId}`,
          ...(body.lines ?? []).map(({ productId }) => `product:${productId}`),
        ],
        make: async (session) => {
          const { order: before, part } = await this.find(session, actor, orderId, partId);
          const ids = (body.lines ?? []).map(({ productId }) => new Types.ObjectId(productId));
          const products = await this.stock.look(ids, session);
          const edit = editOf(part, actor, body, products, new Date());
          const after = await this.commit(session, actor, before, part, edit);
          if (actor.role === 'customer') await this.requireSold(session, part, after, edit);
          return after;
        },
        find: async () => (await this.find(null, actor, orderId, partId)).order,
      },
    );
  }

  /** The order and its part. Throws `ORDER_NOT_FOUND`, also for those that the caller may not change. */
  async find(
    session: ClientSession | null,
    actor: Principal,
    orderId: Id,
    partId: Id,
  ): Promise<{ order: Order; part: Part }> {
    const order = await this.orders
      .findOne({ ...visibleTo(actor), _id: orderId })
      .session(session)
      .lean<Order>();
    const part = order?.parts.find(({ _id }) => _id.toString() === partId);
    if (!order || !part || !mayChange(actor, part)) throw new DomainError('ORDER_NOT_FOUND');
    return { order, part };
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
      await this.commit(session, null, order, part, declinedByFarm(part, reason, new Date()));
    }
    return found.length === limit;
  }

  /**
   * Inside a transaction, the one way to change a part: order, stock, place, store credit, events and, for admins and
   * the system (an `actor` of null), the audit log.
   */
  async commit(
    session: ClientSession,
    actor: Principal | null,
    before: Order,
    part: Part,
    edit: PartEdit,
  ): Promise<Order> {
    const { changes, step, refund } = edit;
    const after = withEdit(before, part._id, edit, actor?.role ?? 'farmer');
    const { parts, status, deliveryFee, payment, version } = after;
    // Only this part is written: another farm's part stays as it is stored.
    const index = parts.findIndex(({ _id }) => _id.equals(part._id));
    await this.orders.updateOne(
      { _id: before._id, version: before.version },
      { $set: { [`parts.${index}`]: parts[index], status, deliveryFee, payment, version } },
      { session },
    );
    const today = dayOf(Date.now(), this.config.MARKET_TIME_ZONE);
    const events = [...partChanged(before, after, part._id), ...crewChanged(before, after, today)];
    for (const { lines, goods, reason, declineReason } of changes)
      events.push(
        ...(await this.stock.alter(session, before._id, lines, {
          isCustomer: actor?.role === 'customer',
          goods: goods ?? 'restock',
          note: ledgerNote(reason, declineReason),
        })),
      );
    const ends = step !== null && isLive(part.status) && !isLive(step.status);
    if (ends && part.slot) events.push(...(await this.places.free(session, [{ slot: part.slot }])));
    await this.credits.applyChange(session, {
      order: after,
      before: moneyOf(before),
      after: moneyOf(after),
    });
    await this.outbox.add(session, ...events);
    // a refund is recorded with the answer that gives it
    if (!refund && (!actor || actor.role === 'admin'))
      await this.addAuditEntry(session, actor, before, part, edit);
    return after;
  }

  /**
   * For a customer's change: the farm sells what was added, and takes cash if store credit does not pay all any more; its
   * minimum is kept if there is less now.
   */
  private async requireSold(
    session: ClientSession,
    before: Part,
    order: Order,
    { changes, step }: PartEdit,
  ): Promise<void> {
    const after = order.parts.find(({ _id }) => _id.equals(before._id));
    if (!after || (step && !isLive(step.status))) return;
    const farms = await this.farms.byIds(session, [after.farmId]);
    const isAdded = changes.some(({ lines }) => lines.some(({ from, to }) => to > from));
    if (isAdded) requireSelling(farms);
    const isCash = order.payment.method !== 'card' && this.configured.current !== null;
    const isNew = before.payment.amount === 0 && after.payment.amount > 0;
    if (isAdded && isCash && isNew) requireCash(farms);
    const ordered = orderedTotal(after);
    if (ordered < orderedTotal(before)) requireMinimums(farms, [{ ...after, subtotal: ordered }]);
  }

  private async addAuditEntry(
    session: ClientSession,
    actor: Principal | null,
    order: Order,
    part: Part,
    { changes, step }: PartEdit,
  ): Promise<void> {
    const subject: AuditState = { part: part._id.toString(), farm: part.farmName };
    const [before, after]: [AuditState, AuditState] = [{ ...subject }, { ...subject }];
    if (step) {
      before.status = part.status;
      after.status = step.status;
      if (step.goods) after.goods = step.goods;
    }
    const names = new Map(part.lines.map(({ productId, name }) => [productId.toString(), name]));
    if (!step || isLive(step.status))
      for (const { productId, from, to } of changes.flatMap(({ lines }) => lines)) {
        const name = names.get(productId.toString()) ?? productId.toString();
        before[name] = fromThousandths(from);
        after[name] = fromThousandths(to);
      }
    await this.audit.add(session, {
      actor,
      action: 'order.part-changed',
      target: { type: 'order', id: order._id, name: `${order.code} ${order.customer.name}` },
      before,
      after,
      reason: changes[0]?.reason ?? step?.reason ?? null,
    });
  }
}
