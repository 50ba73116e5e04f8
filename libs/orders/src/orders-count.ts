import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type CountedRows, fromBaseUnits, orderTotals, toThousandths } from '#libs/contracts';
import { type ClientSession, CountedBy } from '#libs/platform';
import { ORDER, type Order } from './order.model.js';

/** Every order, for those who recount. */
@Injectable()
export class OrdersCount {
  constructor(@InjectModel(ORDER) private readonly orders: Model<Order>) {}

  @CountedBy('orders')
  async *rows(session: ClientSession): AsyncIterable<CountedRows['orders']> {
    const fields = { 'parts.timeline': 0, address: 0 };
    const all: AsyncIterable<Order> = this.orders
      .find({}, fields)
      .session(session)
      .lean<Order[]>()
      .cursor({ batchSize: 1_000 });
    for await (const order of all)
      yield {
        createdAt: order.createdAt.toISOString(),
        customerId: order.customer._id.toString(),
        total: orderTotals(order.parts, order.deliveryFee).total,
        parts: order.parts.map((part) => ({
          farmId: part.farmId.toString(),
          status: part.status,
          subtotal: part.subtotal,
          lines: part.lines.map(({ productId, name, unit, amount, total }) => ({
            productId: productId.toString(),
            name,
            unit,
            amount: toThousandths(fromBaseUnits(amount, unit)),
            total,
          })),
        })),
      };
  }
}
