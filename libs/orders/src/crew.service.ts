import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type Day,
  type DayQuery,
  dayOf,
  type Id,
  mayTakeStep,
  OPEN_PARTS,
  type PackingOrderDto,
  type PackingOrders,
  type StopDto,
  type Stops,
  type TakeStep,
} from '#libs/contracts';
import {
  DomainError,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  readWithTotal,
} from '#libs/platform';
import { isStopOn, toPackingOrder, toStop } from './crew-dto.js';
import { farmOf, OLDEST, ofFarm, partsOf } from './farm-parts.js';
import { ORDER, type Order, type Part } from './order.model.js';
import { onDay } from './order-filter.js';
import { OrderStepsService } from './order-steps.service.js';
import { RoundsService } from './rounds.service.js';

/** Maximum number of orders in one list; its `total` counts all. */
const LIST_MAX = 500;

/** The work of a farm's packers and drivers. Everything that it returns is made by crew-dto.ts. */
@Injectable()
export class CrewService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly steps: OrderStepsService,
    private readonly rounds: RoundsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** The farm's open parts, oldest order first. Throws `FARM_NOT_FOUND` without a farm. */
  async packingOrders(packer: Principal, { day }: DayQuery): Promise<PackingOrders> {
    const farmId = farmOf(packer);
    const { found, total } = await readWithTotal(this.orders, {
      filter: ofFarm(farmId, { status: { $in: OPEN_PARTS }, ...(day && onDay(day)) }),
      sort: OLDEST,
      limit: LIST_MAX,
    });
    const parts = partsOf(farmId, found.slice(0, LIST_MAX));
    return { orders: parts.map(({ order, part }) => toPackingOrder(order, part)), total };
  }

  /** Today's deliveries on a round. Throws `FARM_NOT_FOUND` without a farm. */
  async stops(driver: Principal): Promise<Stops> {
    const farmId = farmOf(driver);
    const { parts, total } = await this.rounds.plan(farmId, [
      { status: { $in: [...OPEN_PARTS, 'delivered'] }, ...onDay(this.today()) },
      { status: { $in: OPEN_PARTS }, ...onDay('none') },
    ]);
    return { stops: parts.map(({ order, part }) => toStop(order, part)), total };
  }

  /** A packer's step. Throws `FORBIDDEN` for one that is not a packer's, and what {@link OrderStepsService.take} throws. */
  async pack(packer: Principal, orderId: Id, body: TakeStep): Promise<PackingOrderDto> {
    const { order, part } = await this.take(packer, orderId, body, () => true);
    return toPackingOrder(order, part);
  }

  /**
   * A driver's step with a stop of today. Throws `ORDER_NOT_FOUND` for any other, `FORBIDDEN` for a step that is not a
   * driver's, and what {@link OrderStepsService.take} throws.
   */
  async deliver(driver: Principal, orderId: Id, body: TakeStep): Promise<StopDto> {
    const today = this.today();
    const { order, part } = await this.take(driver, orderId, body, (one) => isStopOn(one, today));
    return toStop(order, part);
  }

  private async take(
    actor: Principal,
    orderId: Id,
    body: TakeStep,
    mayBe: (part: Part) => boolean,
  ): Promise<{ order: Order; part: Part }> {
    const farmId = farmOf(actor);
    const found = await this.orders.findOne({ _id: orderId, 'parts.farmId': farmId }).lean<Order>();
    const part = found && partsOf(farmId, [found])[0]?.part;
    if (!part || !mayBe(part)) throw new DomainError('ORDER_NOT_FOUND');
    if (!mayTakeStep(actor.farmRole ?? 'owner', part.fulfilment, body.status))
      throw new DomainError('FORBIDDEN');
    const order = await this.steps.step(actor, orderId, part._id.toString(), body);
    const after = partsOf(farmId, [order])[0]?.part;
    if (!after) throw new Error('the order lost its part');
    return { order, part: after };
  }

  private today(): Day {
    return dayOf(Date.now(), this.config.MARKET_TIME_ZONE);
  }
}
