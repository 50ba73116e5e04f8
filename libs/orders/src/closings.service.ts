import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ClientSession, draft, Outbox, Transactions } from '#libs/platform';
import { ORDER, type Order, type Part } from './order.model.js';
import { toOrderPart } from './order-dto.js';

/** Orders of one transaction: few, so that it is short. */
const BATCH = 50;
/** Milliseconds before a cut-off in which customers are told of it: from the first to the last. */
const FIRST_MS = 3 * 3_600_000;
const LAST_MS = 30 * 60_000;
/** The statuses in which customers can change their order. */
const CHANGEABLE: readonly Part['status'][] = ['placed', 'accepted'];

/** Tells customers that the time to change their order is nearly over. */
@Injectable()
export class ClosingsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Publishes one notice for each order with a cut-off in the next hours. `now` is in milliseconds since 1970. */
  async send(now = Date.now()): Promise<void> {
    while (await this.transactions.run((session) => this.sendSome(session, now)));
  }

  /** Whether there may be more. */
  private async sendSome(session: ClientSession, now: number): Promise<boolean> {
    const from = new Date(now + LAST_MS).toISOString();
    const until = new Date(now + FIRST_MS).toISOString();
    const isDue = ({ slot, status, closingSentAt }: Part) =>
      !!slot &&
      slot.cutOffAt >= from &&
      slot.cutOffAt <= until &&
      CHANGEABLE.includes(status) &&
      !closingSentAt;
    const found = await this.orders
      .find({
        'parts.slot.cutOffAt': { $gte: from, $lte: until },
        // who has just ordered knows it
        createdAt: { $lt: new Date(now - FIRST_MS) },
        parts: {
          $elemMatch: {
            'slot.cutOffAt': { $gte: from, $lte: until },
            status: { $in: CHANGEABLE },
            closingSentAt: null,
          },
        },
      })
      .sort({ createdAt: 1, _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<Order[]>();
    for (const order of found) {
      const parts = order.parts.map((part) =>
        isDue(part) ? { ...part, closingSentAt: new Date(now) } : part,
      );
      await this.orders.updateOne({ _id: order._id }, { $set: { parts } }, { session });
    }
    await this.outbox.add(
      session,
      ...found.map((order) =>
        draft(
          'order.closing',
          { id: order._id, version: order.version },
          {
            orderId: order._id.toString(),
            code: order.code,
            customerId: order.customer._id.toString(),
            parts: order.parts.filter(isDue).map(toOrderPart),
          },
        ),
      ),
    );
    return found.length === BATCH;
  }
}
