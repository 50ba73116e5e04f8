import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, OrderReceiptDto } from '#libs/contracts';
import { type Farm, FarmsService } from '#libs/farms';
import { CardPayments } from '#libs/payments';
import { type ClientSession, draft, Outbox, type Principal } from '#libs/platform';
import { ORDER, type Order } from './order.model.js';
import { moneyOf, toOrderDto } from './order-dto.js';
import { OrdersService } from './orders.service.js';

/** Receipts of orders: to read at any time, and mailed once, when the order is settled. */
@Injectable()
export class ReceiptsService {
  constructor(
    @InjectModel(ORDER) private readonly stored: Model<Order>,
    private readonly orders: OrdersService,
    private readonly farms: FarmsService,
    private readonly cards: CardPayments,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `ORDER_NOT_FOUND`, also for orders that the reader may not see. */
  async get(reader: Principal, id: Id): Promise<OrderReceiptDto> {
    const order = await this.orders.get(reader, id);
    const farmIds = order.parts.map(({ farmId }) => new Types.ObjectId(farmId));
    const [{ payments }, farms] = await Promise.all([
      this.cards.ofOrder(id),
      this.farms.byIds(null, farmIds),
    ]);
    return { order, payments, farms: farms.map(toSeller) };
  }

  /**
   * Inside a transaction: publishes `order.settled` of those of these orders that are. Once per order, because the
   * order keeps when; two transactions that do so conflict.
   */
  async issue(session: ClientSession, orderIds: readonly Id[]): Promise<void> {
    const found = await this.stored
      .find({
        _id: { $in: orderIds.map((id) => new Types.ObjectId(id)) },
        status: 'Delivered',
        settledAt: null,
      })
      .session(session)
      .lean<Order[]>();
    for (const order of found) {
      const { _id, payment, version } = order;
      const payments =
        payment.method === 'card' ? await this.cards.settled(session, _id, moneyOf(order)) : [];
      if (!payments) continue;
      await this.stored.updateOne({ _id }, { $set: { settledAt: new Date() } }, { session });
      const settled = { order: toOrderDto(order, { sees: 'all' }), payments };
      await this.outbox.add(session, draft('order.settled', { id: _id, version }, settled));
    }
  }
}

function toSeller({ _id, name, ...farm }: Farm): OrderReceiptDto['farms'][number] {
  const { pickupDetails, pickupPlace, city, state } = farm;
  const isWhole = pickupPlace !== null && city !== '' && pickupPlace.includes(city);
  const place = isWhole ? [pickupPlace] : [pickupPlace, city, state];
  return {
    _id: _id.toString(),
    name,
    address: pickupDetails?.address || place.filter(Boolean).join(', '),
  };
}
