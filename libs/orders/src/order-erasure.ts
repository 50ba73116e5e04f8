import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import { FarmsService } from '#libs/farms';
import {
  BlocksDeletion,
  type ClientSession,
  countTotal,
  type DeletedPerson,
  type Erased,
  Erases,
  type LeavingPerson,
  Transactions,
} from '#libs/platform';
import { CART, type Cart } from './cart.model.js';
import { CheckoutService } from './checkout.service.js';
import { erasedOrder } from './erased-order.js';
import { FEED, type Feed } from './feed.model.js';
import { ORDER, type Order, UNFINISHED } from './order.model.js';

/** The orders, cart, held goods and calendar address of a deleted account. */
@Injectable()
export class OrderErasure {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    @InjectModel(CART) private readonly carts: Model<Cart>,
    @InjectModel(FEED) private readonly feeds: Model<Feed>,
    private readonly farms: FarmsService,
    private readonly checkouts: CheckoutService,
    private readonly transactions: Transactions,
  ) {}

  @BlocksDeletion('orders')
  openOrders(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    return this.count(session, { 'customer._id': userId, 'parts.status': { $in: UNFINISHED } });
  }

  @BlocksDeletion('farmOrders')
  async openFarmOrders(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    const farm = await this.farms.foundedBy(session, userId);
    if (!farm) return 0;
    const open = { $elemMatch: { farmId: farm._id, status: { $in: UNFINISHED } } };
    return this.count(session, { parts: open });
  }

  /** An order that is still to be handed over keeps what its farm needs for that; it is left until then. */
  @Erases('orders')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    await this.feeds.deleteOne({ _id: userId });
    const hold = await this.checkouts.current(userId.toString());
    if (hold) await this.checkouts.release(userId.toString(), hold._id);
    await this.carts.deleteOne({ _id: userId });
    const own = await this.orders
      .find({ 'customer._id': userId }, { code: 1, 'parts.status': 1 })
      .lean<Pick<Order, '_id' | 'code' | 'parts'>[]>();
    const open = own.filter(({ parts }) => parts.some(({ status }) => UNFINISHED.includes(status)));
    const openIds = new Set(open.map(({ _id }) => _id.toString()));
    for (const { _id } of own) if (!openIds.has(_id.toString())) await this.eraseOrder(_id, userId);
    for (const { _id } of await this.workedOn(userId)) await this.eraseOrder(_id, userId);
    return {
      left: open.length,
      traces: own.flatMap(({ _id, code }) => [_id.toString(), code]),
    };
  }

  /** Others' orders on which the person did something. No index has these, which no page asks for. */
  private workedOn(userId: Types.ObjectId): Promise<Pick<Order, '_id'>[]> {
    const by = ['timeline', 'changes', 'refunds'].map((acts) => ({
      [`parts.${acts}.by.userId`]: userId,
    }));
    return this.orders
      .find({ $or: by, 'customer._id': { $ne: userId } }, { _id: 1 })
      .lean<Pick<Order, '_id'>[]>()
      .exec();
  }

  /** Without a new version: nothing changes on which anybody decides. */
  private async eraseOrder(_id: Types.ObjectId, userId: Types.ObjectId): Promise<void> {
    await this.transactions.run(async (session) => {
      const order = await this.orders.findById(_id).session(session).lean<Order>();
      if (!order) return;
      await this.orders.updateOne({ _id }, { $set: erasedOrder(order, userId) }, { session });
    });
  }

  private count(session: ClientSession, filter: QueryFilter<Order>): Promise<number> {
    return countTotal(this.orders, filter, session);
  }
}
