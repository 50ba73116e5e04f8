import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  type Day,
  type DayQuery,
  dayOf,
  type Id,
  mayTakeStep,
  OPEN_PARTS,
  type PackingOrderDto,
  type PackingOrders,
  type PackingShort,
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
import { type FarmPart, farmOf, OLDEST, ofFarm, partOfFarm, partsOf } from './farm-parts.js';
import { ORDER, type Order, type Part } from './order.model.js';
import { onDay } from './order-filter.js';
import { OrderStepsService } from './order-steps.service.js';
import { PartChangesService } from './part-changes.service.js';
import { RoundsService } from './rounds.service.js';

/** Maximum number of orders in one list; its `total` counts all. */
const LIST_MAX = 500;

/** The work of a farm's packers and drivers. Everything that it returns is made by crew-dto.ts. */
@Injectable()
export class CrewService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly steps: OrderStepsService,
    private readonly changes: PartChangesService,
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
   * Less of some lines of an order comes, or again what was ordered. A repeated request with the same `key` changes
   * nothing more. Throws `ORDER_NOT_FOUND`, `FORBIDDEN` if nothing would come, which an owner declines, and what
   * {@link PartChangesService.change} throws.
   */
  async short(
    packer: Principal,
    key: string,
    orderId: Id,
    body: PackingShort,
  ): Promise<PackingOrderDto> {
    const farmId = farmOf(packer);
    const { part } = await this.partOf(farmId, orderId);
    const comes = new Map(body.lines.map(({ productId, quantity }) => [productId, quantity]));
    if (part.lines.every(({ productId, amount }) => (comes.get(String(productId)) ?? amount) === 0))
      throw new DomainError(
        'FORBIDDEN',
        'Nothing of it would come: only an owner declines an order',
      );
    const ids = { orderId, partId: part._id.toString() };
    const order = await this.changes.changed(packer, key, ids, body);
    return toPackingOrder(order, partOfFarm(order, farmId));
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
    const { part } = await this.partOf(farmId, orderId);
    if (!mayBe(part)) throw new DomainError('ORDER_NOT_FOUND');
    if (!mayTakeStep(actor.farmRole ?? 'owner', part.fulfilment, body.status))
      throw new DomainError('FORBIDDEN');
    const order = await this.steps.step(actor, orderId, part._id.toString(), body);
    return { order, part: partOfFarm(order, farmId) };
  }

  /** The farm's part of an order. Throws `ORDER_NOT_FOUND`. */
  private async partOf(farmId: Types.ObjectId, orderId: Id): Promise<FarmPart> {
    const order = await this.orders.findOne({ _id: orderId, 'parts.farmId': farmId }).lean<Order>();
    const [found] = order ? partsOf(farmId, [order]) : [];
    if (!found) throw new DomainError('ORDER_NOT_FOUND');
    return found;
  }

  private today(): Day {
    return dayOf(Date.now(), this.config.MARKET_TIME_ZONE);
  }
}
