import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  addDays,
  type CalendarEntry,
  type Day,
  dayOf,
  type Id,
  membershipsOf,
  type NewFeed,
  type OwnFeed,
  orderDates,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  DomainError,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  toCalendar,
} from '#libs/platform';
import { UsersService } from '#libs/users';
import { FEED, type Feed } from './feed.model.js';
import { LIVE, ORDER, type Order, type Part } from './order.model.js';
import { toOrderDto } from './order-dto.js';

/** 256 bits, so that nobody finds an address by trying. */
const TOKEN_BYTES = 32;
const FILE = '.ics';
/** Days for which past dates stay in a calendar. */
const PAST_DAYS = 30;
/** An order is placed at most so many days before its slot: slots are made for 28 days. */
const ORDERED_DAYS = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Calendars that a calendar program reads by a private address: a customer's days, or a farm's. */
@Injectable()
export class FeedsService {
  constructor(
    @InjectModel(FEED) private readonly feeds: Model<Feed>,
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly users: UsersService,
    private readonly farms: FarmsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  async find(userId: Id): Promise<OwnFeed> {
    const feed = await this.feeds.findById(userId).lean<Feed>();
    return { feed: feed && { createdAt: feed.createdAt.toISOString() } };
  }

  /** Makes an address, and revokes the earlier one. */
  async make(userId: Id): Promise<NewFeed> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = new Date();
    await this.feeds.updateOne(
      { _id: userId },
      { $set: { tokenHash: hashOf(token), createdAt } },
      { upsert: true },
    );
    const address = `${publicUrl(this.config)}/api/v1/feeds/${token}${FILE}`;
    return { address, createdAt: createdAt.toISOString() };
  }

  async revoke(userId: Id): Promise<OwnFeed> {
    await this.feeds.deleteOne({ _id: userId });
    return { feed: null };
  }

  /**
   * The calendar at an address. Throws `FEED_NOT_FOUND` if there is none, it was revoked, or its owner may not sign in.
   */
  async read(file: string, now = Date.now()): Promise<string> {
    const token = file.endsWith(FILE) ? file.slice(0, -FILE.length) : '';
    const feed = await this.feeds.findOne({ tokenHash: hashOf(token) }).lean<Feed>();
    if (!feed) throw new DomainError('FEED_NOT_FOUND');
    const user = await this.users.get(feed._id.toString());
    const { role, status } = user;
    if (status === 'suspended') throw new DomainError('FEED_NOT_FOUND');
    const first = addDays(dayOf(now, this.config.MARKET_TIME_ZONE), -PAST_DAYS);
    const site = publicUrl(this.config);
    if (role === 'customer')
      return toCalendar(await this.datesOf(feed._id, first), {
        site,
        name: 'Farmgate: your orders',
      });
    // Their own farm, also while they work for another.
    const farmId = membershipsOf(user).find((one) => one.role === 'owner')?.farmId;
    if (role !== 'farmer' || !farmId) throw new DomainError('FEED_NOT_FOUND');
    const { name } = await this.farms.get(farmId);
    return toCalendar(await this.datesOfFarm(new Types.ObjectId(farmId), first, now), {
      site,
      name: `Farmgate: ${name}`,
    });
  }

  /** A customer's days. Where a delivery goes to is left out: whoever has the address of the calendar reads it. */
  private async datesOf(customerId: Types.ObjectId, first: Day): Promise<CalendarEntry[]> {
    const since = new Date(addDays(first, -ORDERED_DAYS));
    const orders = await this.orders
      .find({ 'customer._id': customerId, createdAt: { $gte: since } })
      .sort({ createdAt: -1, _id: -1 })
      .lean<Order[]>();
    return orders
      .flatMap((order) => orderDates({ ...toOrderDto(order, { sees: 'all' }), address: null }))
      .filter(({ endAt }) => endAt >= first);
  }

  /** A farm's slots that have orders: how many, and nothing of their customers. */
  private async datesOfFarm(
    farmId: Types.ObjectId,
    first: Day,
    now: number,
  ): Promise<CalendarEntry[]> {
    const wanted = { farmId, 'slot.date': { $gte: first } };
    const slots = await this.orders.aggregate<SlotOrders>([
      { $match: { parts: { $elemMatch: wanted } } },
      { $unwind: '$parts' },
      { $match: { 'parts.farmId': farmId, 'parts.slot.date': { $gte: first } } },
      {
        $group: {
          _id: '$parts.slot._id',
          part: { $first: '$parts' },
          orders: { $sum: { $cond: [{ $in: ['$parts.status', LIVE] }, 1, 0] } },
          // grows with every change of any of them
          sequence: { $sum: '$parts.version' },
        },
      },
    ]);
    return slots.flatMap(({ _id, part, orders, sequence }) => {
      const { slot, fulfilment, pickupPlace } = part;
      if (!slot || orders === 0) return [];
      const count = orders === 1 ? '1 order' : `${orders} orders`;
      return [
        {
          uid: `${_id}@slots.farmgate`,
          sequence,
          startAt: slot.startAt,
          endAt: slot.endAt,
          changedAt: new Date(now).toISOString(),
          title:
            fulfilment === 'delivery'
              ? `${count}, delivery`
              : `${count}, pickup${pickupPlace ? ` at ${pickupPlace}` : ''}`,
          text: `${count} by now`,
          location: fulfilment === 'pickup' ? pickupPlace : null,
          path: `/dashboard/farmer/orders?day=${slot.date}`,
          isCancelled: false,
        },
      ];
    });
  }
}

/** The parts of a slot. */
interface SlotOrders {
  _id: Id;
  part: Pick<Part, 'slot' | 'fulfilment' | 'pickupPlace'>;
  orders: number;
  sequence: number;
}
