import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  dayOf,
  deliveredAtOf,
  type FarmRole,
  type HandOverCodes,
  type HandOverRefused,
  type Id,
  isLive,
  mayTakeStep,
  nextStep,
  type OrderDto,
  type PackingHandOver,
  type StopHandOver,
  toDollars,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
} from '#libs/platform';
import { toPackingOrder, toStop } from './crew-dto.js';
import { collectedWith, type FarmPart, farmOf, partOfFarm } from './farm-parts.js';
import { HandOverLimit } from './hand-over-limit.js';
import { ORDER, type Order, type Part, UNFINISHED } from './order.model.js';
import { viewerOf, visibleTo } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { PartChangesService } from './part-changes.service.js';
import { farmStep } from './part-edit.js';

const NEWEST = { createdAt: -1, _id: -1 } as const;
/** Orders that may have the same code by chance. */
const NAMESAKES_MAX = 10;

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
    const { order } = await this.limited(farmer, key, code, 'owner');
    return toOrderDto(order, viewerOf(farmer));
  }

  /** The same for a packer, who hands over what is picked up. */
  async handOverPacked(packer: Principal, key: string, code: string): Promise<PackingHandOver> {
    const { order, part } = await this.limited(packer, key, code, 'packer');
    return { order: toPackingOrder(order, part), isPaidNow: collectedWith(order, part) > 0 };
  }

  /** The same for a driver, who hands over what is delivered. */
  async handOverStop(driver: Principal, key: string, code: string): Promise<StopHandOver> {
    const { order, part } = await this.limited(driver, key, code, 'driver');
    return { stop: toStop(order, part), toCollect: toDollars(collectedWith(order, part)) };
  }

  private async limited(
    actor: Principal,
    key: string,
    code: string,
    as: FarmRole,
  ): Promise<FarmPart> {
    await this.limit.count(actor.userId);
    try {
      const found = await this.once(actor, key, code, as);
      await this.limit.forgive(actor.userId);
      return found;
    } catch (error) {
      if (!isGuess(error)) await this.limit.forgive(actor.userId);
      throw error;
    }
  }

  private once(actor: Principal, key: string, code: string, as: FarmRole): Promise<FarmPart> {
    const farmId = farmOf(actor);
    return this.idempotency.once(
      { userId: actor.userId, key, request: { handOver: code, ...(as !== 'owner' && { as }) } },
      {
        make: async (session) => {
          const { order, part } = await this.find(session, farmId, code);
          this.requireDue(order, part, as);
          const step = { ...farmStep(actor, 'delivered', new Date()), byCode: true };
          const edit = { changes: [], step, added: [] };
          const after = await this.parts.commit(session, actor, order, part, edit);
          return { order: after, part: partOfFarm(after, farmId) };
        },
        find: () => this.find(null, farmId, code),
      },
    );
  }

  /** The farm's part of a code: the one that is still to be handed over, if several have it. */
  private async find(
    session: ClientSession | null,
    farmId: Types.ObjectId,
    code: string,
  ): Promise<FarmPart> {
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
  private requireDue(order: Order, part: Part, as: FarmRole): void {
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
    if (!mayTakeStep(as, fulfilment, 'delivered'))
      throw refused('Somebody else hands it over', { reason: 'other_role', ...about });
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
