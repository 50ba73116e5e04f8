import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { orderTotals } from '#libs/contracts';
import {
  type ClientSession,
  CountedBy,
  type CountedRow,
  type CountedSlice,
  readSlice,
} from '#libs/platform';
import { ORDER, type Order } from './order.model.js';
import { moneyOf } from './order-dto.js';
import { folded } from './part-edit.js';

/** Reads every order in batches, for the recount of the projections. */
@Injectable()
export class OrdersCount {
  constructor(@InjectModel(ORDER) private readonly orders: Model<Order>) {}

  @CountedBy('orders')
  async rows(session: ClientSession, slice: CountedSlice): Promise<CountedRow<'orders'>[]> {
    const found = await readSlice(this.orders, session, slice);
    return found.map(toCountedOrder);
  }
}

/** What of an order is counted. */
export function toCountedOrder(order: Order): CountedRow<'orders'> {
  // by the fold, so that a recount finds lines and totals that are stored otherwise
  const parts = order.parts.map(folded);
  return {
    id: order._id.toString(),
    code: order.code,
    createdAt: order.createdAt.toISOString(),
    customerId: order.customer._id.toString(),
    total: orderTotals(parts, order.deliveryFee).total,
    money: moneyOf({ ...order, parts }),
    parts: parts.map((part) => ({
      farmId: part.farmId.toString(),
      status: part.status,
      subtotal: part.subtotal,
      slotDay: part.slot?.date ?? null,
      lines: part.lines.map(({ productId, name, category, unit, amount, total }) => ({
        productId: productId.toString(),
        category,
        name,
        unit,
        amount,
        total,
      })),
    })),
  };
}
