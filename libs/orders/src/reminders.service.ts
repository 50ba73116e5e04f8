import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { addDays, type Day, dayOf, reminderOf } from '#libs/contracts';
import {
  type ClientSession,
  draft,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { ORDER, type Order, type Part, UNFINISHED } from './order.model.js';
import { toOrderPart } from './order-dto.js';

/** Orders of one transaction: few, so that it is short. */
const BATCH = 50;

/** Reminds customers of what is handed over tomorrow. A run after days without one reminds of what is still to come. */
@Injectable()
export class RemindersService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Publishes one reminder for each order and day that is due. `now` is in milliseconds since 1970. */
  async send(now = Date.now()): Promise<void> {
    const today = dayOf(now, this.config.MARKET_TIME_ZONE);
    for (const date of [today, addDays(today, 1)]) {
      const due = reminderOf(date, this.config.MARKET_TIME_ZONE);
      if (Date.parse(due) > now) continue;
      const isToday = date === today;
      while (
        await this.transactions.run((session) => this.sendSome(session, date, due, isToday, now))
      );
    }
  }

  /** Whether there may be more. */
  private async sendSome(
    session: ClientSession,
    date: Day,
    due: string,
    isToday: boolean,
    now: number,
  ): Promise<boolean> {
    const starts = new Date(now).toISOString();
    const isDue = (part: Part) =>
      part.slot?.date === date &&
      part.slot.startAt > starts &&
      UNFINISHED.includes(part.status) &&
      !part.remindedAt;
    const found = await this.orders
      .find({
        'parts.slot.date': date,
        // the confirmation of a later order says the same
        createdAt: { $lt: new Date(due) },
        parts: {
          $elemMatch: {
            'slot.date': date,
            'slot.startAt': { $gt: starts },
            status: { $in: UNFINISHED },
            remindedAt: null,
          },
        },
      })
      .sort({ createdAt: 1, _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<Order[]>();
    for (const order of found) {
      const parts = order.parts.map((part) =>
        isDue(part) ? { ...part, remindedAt: new Date(now) } : part,
      );
      await this.orders.updateOne({ _id: order._id }, { $set: { parts } }, { session });
    }
    await this.outbox.add(
      session,
      ...found.map((order) =>
        draft(
          'order.reminded',
          { id: order._id, version: order.version },
          {
            reminder: {
              orderId: order._id.toString(),
              code: order.code,
              customerId: order.customer._id.toString(),
              address: order.address,
              isToday,
              parts: order.parts.filter(isDue).map(toOrderPart),
            },
          },
        ),
      ),
    );
    return found.length === BATCH;
  }
}
