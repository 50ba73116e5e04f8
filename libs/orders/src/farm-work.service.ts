import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import {
  type DayQuery,
  type DeliveryAddress,
  fromThousandths,
  type Id,
  MAX_ORDER_DAYS,
  OPEN_PARTS,
  type OrderDays,
  type PackingSlip,
  type PackingSlips,
  type PickList,
  type PickListQuery,
  TO_PACK,
  toDollars,
} from '#libs/contracts';
import { DomainError, type Principal, readWithTotal } from '#libs/platform';
import { farmOf, feeToCollect, OLDEST, ofFarm, partsOf, toCollect } from './farm-parts.js';
import { comes, type Line, ORDER, type Order, type Part } from './order.model.js';
import { onDay } from './order-filter.js';

/** Maximum number of orders in one pick list; its `total` counts all. */
const LIST_MAX = 500;
/** Maximum number of packing slips in one response. */
const SLIPS_MAX = 200;

/** Days, pick lists and packing slips for farms. */
@Injectable()
export class FarmWorkService {
  constructor(@InjectModel(ORDER) private readonly orders: Model<Order>) {}

  /** The day of every open part, oldest order first. Throws `FARM_NOT_FOUND` without a farm. */
  async orderDays(farmer: Principal): Promise<OrderDays> {
    const farmId = farmOf(farmer);
    const fields = ['_id', 'farmId', 'slot', 'status', 'fulfilment', 'version'];
    const found = await this.orders
      .find(ofFarm(farmId, { status: { $in: OPEN_PARTS } }), {
        ...Object.fromEntries(fields.map((field) => [`parts.${field}`, 1])),
      })
      .sort(OLDEST)
      .limit(MAX_ORDER_DAYS + 1)
      .lean<Order[]>();
    const parts = partsOf(farmId, found.slice(0, MAX_ORDER_DAYS)).map(({ order, part }) => ({
      orderId: order._id.toString(),
      partId: part._id.toString(),
      day: part.slot?.date ?? ('none' as const),
      status: part.status,
      fulfilment: part.fulfilment,
      version: part.version,
    }));
    return { parts, isComplete: found.length <= MAX_ORDER_DAYS };
  }

  /** The goods to pick, by product and by order, oldest order first. Throws `FARM_NOT_FOUND` without a farm. */
  async pickList(farmer: Principal, { status, day, from, to }: PickListQuery): Promise<PickList> {
    const farmId = farmOf(farmer);
    const filter: QueryFilter<Order> = {
      ...ofFarm(farmId, {
        status: { $in: status ? [status] : ['placed', 'accepted'] },
        ...(day && onDay(day)),
      }),
      ...((from || to) && {
        createdAt: { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) },
      }),
    };
    const { found, total } = await readWithTotal(this.orders, {
      filter,
      sort: OLDEST,
      limit: LIST_MAX,
    });
    const picks = partsOf(farmId, found.slice(0, LIST_MAX));
    return {
      products: byProduct(picks),
      orders: picks.map(({ order, part }) => ({
        orderId: order._id.toString(),
        partId: part._id.toString(),
        code: order.code,
        placedAt: order.createdAt.toISOString(),
        status: part.status,
        fulfilment: part.fulfilment,
        slot: part.slot ?? null,
        note: part.note,
        lines: part.lines.map(toPickLine),
        version: part.version,
      })),
      total,
    };
  }

  /** The slip for the farm's own part of an order. Throws `ORDER_NOT_FOUND`, also for orders without such a part. */
  async packingSlip(farmer: Principal, id: Id): Promise<PackingSlip> {
    const farmId = farmer.farmId ? new Types.ObjectId(farmer.farmId) : null;
    const order = await this.orders.findOne({ _id: id, 'parts.farmId': farmId }).lean<Order>();
    const part = order?.parts.find((one) => farmId !== null && one.farmId.equals(farmId));
    if (!order || !part) throw new DomainError('ORDER_NOT_FOUND');
    return toSlip(order, part);
  }

  /** The slips of the parts to pack, by window. Throws `FARM_NOT_FOUND` without a farm. */
  async packingSlips(farmer: Principal, { day }: DayQuery): Promise<PackingSlips> {
    const farmId = farmOf(farmer);
    const { found, total } = await readWithTotal(this.orders, {
      filter: ofFarm(farmId, { status: { $in: TO_PACK }, ...(day && onDay(day)) }),
      sort: OLDEST,
      limit: SLIPS_MAX,
    });
    const slips = partsOf(farmId, found.slice(0, SLIPS_MAX)).map(({ order, part }) =>
      toSlip(order, part),
    );
    const startOf = ({ slot }: PackingSlip) => slot?.startAt ?? '';
    return { slips: slips.sort((a, b) => startOf(a).localeCompare(startOf(b))), total };
  }
}

function toSlip(order: Order, part: Part): PackingSlip {
  const { status } = part.payment;
  return {
    orderId: order._id.toString(),
    partId: part._id.toString(),
    code: order.code,
    placedAt: order.createdAt.toISOString(),
    farmName: part.farmName,
    status: part.status,
    fulfilment: part.fulfilment,
    pickupPlace: part.pickupPlace,
    slot: part.slot ?? null,
    address: part.fulfilment === 'delivery' ? withoutRecipient(order.address) : null,
    notes: [part.note, order.notes].filter((note) => note !== null && note !== undefined),
    lines: part.lines
      .filter((line) => line.ordered > 0 || comes(line))
      .map((line) => ({ ...toPickLine(line), total: toDollars(line.total) })),
    goodsTotal: toDollars(part.subtotal),
    payment: {
      method: order.payment.method,
      status,
      deliveryFee: toDollars(feeToCollect(order, part)),
      toCollect: toDollars(toCollect(order, part)),
    },
    version: part.version,
  };
}

function byProduct(picks: readonly { order: Order; part: Part }[]): PickList['products'] {
  const sums = new Map<
    string,
    { line: Line; amount: number; orders: PickList['products'][0]['orders'] }
  >();
  for (const { order, part } of picks)
    for (const line of part.lines) {
      // Amounts of a product whose unit was changed cannot be added up.
      const key = `${line.productId}:${line.unit}`;
      const sum = sums.get(key) ?? { line, amount: 0, orders: [] };
      sum.amount += line.amount;
      sum.orders.push({
        orderId: order._id.toString(),
        code: order.code,
        quantity: fromThousandths(line.amount),
        note: line.note,
      });
      sums.set(key, sum);
    }
  return [...sums.values()]
    .sort((a, b) => a.line.name.localeCompare(b.line.name))
    .map(({ line, amount, orders }) => ({
      productId: line.productId.toString(),
      name: line.name,
      image: line.image,
      unit: line.unit,
      quantity: fromThousandths(amount),
      orders,
    }));
}

/** Anybody can read a slip on its box, so it shows neither name nor phone. */
const withoutRecipient = ({ recipient, phone, ...address }: DeliveryAddress) => address;

const toPickLine = (line: Line) => ({
  productId: line.productId.toString(),
  name: line.name,
  unit: line.unit,
  quantity: fromThousandths(line.amount),
  ordered: fromThousandths(line.ordered),
  note: line.note,
});
