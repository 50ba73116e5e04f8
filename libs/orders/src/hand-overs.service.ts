import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  dayOf,
  deliveredAtOf,
  type HandOverCodes,
  type HandOverRefused,
  type Id,
  isLive,
  nextStep,
  type OrderDto,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
} from '#libs/platform';
import { farmOf } from './farm-parts.js';
import { HandOverLimit } from './hand-over-limit.js';
import { ORDER, type Order, type Part, UNFINISHED } from './order.model.js';
import { viewerOf, visibleTo } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { PartChangesService } from './part-changes.service.js';
import { farmStep } from './part-edit.js';

const NEWEST = { createdAt: -1, _id: -1 } as const;
/** Orders that may have the same code by chance. */
const NAMESAKES_MAX = 10;

interface Found {
  readonly order: Order;
  readonly part: Part;
}

/** Hands parts over by the code that their customer shows. */
@Injectable()
export class HandOversService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly parts: PartChangesService,
    private readonly limit: HandOverLimit,
    private readonly idempotency: Idempotency,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** The codes of a customer's order, of the parts that are still to be handed over. Throws `ORDER_NOT_FOUND`. */
  async codes(customer: Principal, id: Id): Promise<HandOverCodes> {
    const order = await this.orders.findOne({ ...visibleTo(customer), _id: id }).lean<Order>();
    if (!order) throw new DomainError('ORDER_NOT_FOUND');
    return {
      parts: order.parts.flatMap(({ _id, status, handOverCode }) =>
        handOverCode && UNFINISHED.includes(status)
          ? [{ partId: _id.toString(), code: handOverCode }]
          : [],
      ),
    };
  }

  /**
   * Hands over the part of a code, once. A repeated request with the same `key` returns the same order. Throws
   * `HAND_OVER_CODE_UNKNOWN`, `HAND_OVER_REFUSED` (with {@link HandOverRefused}), `RATE_LIMITED` after many codes that
   * are none of the farm's, `FARM_NOT_FOUND` and `IDEMPOTENCY_KEY_REUSED`.
   */
  async handOver(farmer: Principal, key: string, code: string): Promise<OrderDto> {
    await this.limit.count(farmer.userId);
    try {
      const order = await this.once(farmer, farmOf(farmer), key, code);
      await this.limit.forgive(farmer.userId);
      return toOrderDto(order, viewerOf(farmer));
    } catch (error) {
      if (!isGuess(error)) await this.limit.forgive(farmer.userId);
      throw error;
    }
  }

  private once(
    farmer: Principal,
    farmId: Types.ObjectId,
    key: string,
    code: string,
  ): Promise<Order> {
    return this.idempotency.once(
      { userId: farmer.userId, key, request: { handOver: code } },
      {
        make: async (session) => {
          const { order, part } = await this.find(session, farmId, code);
          this.requireDue(order, part);
          const step = { ...farmStep(farmer, 'delivered', new Date()), byCode: true };
          const edit = { changes: [], step, added: [] };
          return this.parts.commit(session, farmer, order, part, edit);
        },
        find: async () => (await this.find(null, farmId, code)).order,
      },
    );
  }

  /** The farm's part of a code: the one that is still to be handed over, if several have it. */
  private async find(
    session: ClientSession | null,
    farmId: Types.ObjectId,
    code: string,
  ): Promise<Found> {
    const orders = await this.orders
      .find({ 'parts.handOverCode': code })
      .sort(NEWEST)
      .limit(NAMESAKES_MAX)
      .session(session)
      .lean<Order[]>();
    const found = orders.flatMap((order) =>
      order.parts.filter((part) => part.handOverCode === code).map((part) => ({ order, part })),
    );
    if (found.length === 0) throw new DomainError('HAND_OVER_CODE_UNKNOWN');
    const own = found.filter(({ part }) => part.farmId.equals(farmId));
    const due = own.find(({ part }) => UNFINISHED.includes(part.status)) ?? own[0];
    if (!due) throw refused('It is another farm’s', { reason: 'other_farm' });
    return due;
  }

  /** Throws `HAND_OVER_REFUSED` for a part that is not to be handed over now. */
  private requireDue(order: Order, part: Part): void {
    const { status, slot, fulfilment, timeline } = part;
    const about = { order: order.code, orderId: order._id.toString(), status };
    if (status === 'delivered') {
      const at = deliveredAtOf(part)?.toISOString();
      const by = timeline.findLast((step) => step.status === 'delivered')?.by.name;
      throw refused('It is handed over already', {
        reason: 'delivered',
        ...about,
        ...(at && { at }),
        ...(by !== undefined && { by }),
      });
    }
    if (!isLive(status))
      throw refused('It is cancelled or declined', { reason: 'ended', ...about });
    const day = slot?.date;
    if (day && day !== dayOf(Date.now(), this.config.MARKET_TIME_ZONE))
      throw refused(`It is for ${day}`, { reason: 'other_day', ...about, day });
    if (nextStep(status, fulfilment) !== 'delivered')
      throw refused('It is not on its way or ready yet', { reason: 'not_ready', ...about });
  }
}

const refused = (message: string, details: HandOverRefused) =>
  new DomainError('HAND_OVER_REFUSED', message, { details: { ...details } });

/** Whether a code was none of the caller's farm. */
const isGuess = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'HAND_OVER_CODE_UNKNOWN' || error.details?.reason === 'other_farm');
