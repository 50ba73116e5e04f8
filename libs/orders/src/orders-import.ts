import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  cardDues,
  type DeliveryAddress,
  deliveredAtOf,
  type FeeRate,
  type Fulfilment,
  fromThousandths,
  type Id,
  isLive,
  type PartStatus,
  type PlaceOrder,
} from '#libs/contracts';
import type { Farm } from '#libs/farms';
import { PlacesCheck } from '#libs/fulfilment';
import { MarketFees, type PastCardPart } from '#libs/payments';
import { type EventDraft, idAt, Outbox, type Principal, Transactions } from '#libs/platform';
import { type PastSale, ProductsImport, type TakenLine } from '#libs/products';
import { ReviewsImport } from '#libs/reviews';
import { newOrder, withPlaces } from './new-order.js';
import { ORDER, type Order, type Part, receiptsOf, type Step } from './order.model.js';
import { moneyOf } from './order-dto.js';
import { orderPlaced, partChanged } from './order-events.js';
import type { TakenPlace } from './order-places.service.js';
import { endOf, withEdit } from './part-edit.js';
import { PlacesCount } from './places-count.js';

/** A step of a seeded order; `handover` is out for delivery or ready for pickup, as the part is fulfilled. */
export interface PastStep {
  readonly to:
    | Extract<PartStatus, 'accepted' | 'packed' | 'delivered' | 'declined' | 'cancelled'>
    | 'handover';
  readonly at: Date;
}

/** How a customer of a seeded order gets the goods of a farm. */
export interface PastHandover extends TakenPlace {
  readonly method: Fulfilment;
}

/** A farm of a seeded order, with the name of its farmer and the steps of its part, oldest first. */
export interface PastSeller {
  readonly farm: Farm;
  readonly farmer: string;
  readonly steps: readonly PastStep[];
  /** By default as for an order that chooses nothing, without a slot. */
  readonly handover?: PastHandover;
}

/** A seeded order of the past. */
export interface PastOrder {
  readonly at: Date;
  readonly customer: { readonly _id: Types.ObjectId; readonly name: string };
  readonly address: DeliveryAddress;
  readonly lines: readonly TakenLine[];
  /** The farms of the lines. */
  readonly sellers: readonly PastSeller[];
  /** Whether a card pays it; else it is paid at the hand-overs. */
  readonly byCard?: boolean;
  /** Whether its events are published, so that people are notified. */
  readonly isPublished?: boolean;
}

/** A part of a written order that was handed over. */
export interface HandedOver {
  readonly orderId: Id;
  readonly partId: Id;
  readonly farmId: Id;
  readonly customerId: Id;
  readonly at: Date;
  /** What came, in the product's unit. */
  readonly lines: readonly { readonly productId: Id; readonly quantity: number }[];
}

/** Orders per transaction. */
const BATCH = 1_000;

/** The events of an order's change, and when it was. */
interface Change {
  readonly at: Date;
  readonly events: readonly EventDraft[];
}
interface Imported {
  readonly order: Order;
  /** Empty unless they are published. */
  readonly changes: readonly Change[];
}

/**
 * Writes past orders in bulk, for seeds. Builds them with the same code as new orders and their steps, and writes their
 * ledger entries and receipts. Most have no events, so the projections have to be rebuilt.
 */
@Injectable()
export class OrdersImport {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly products: ProductsImport,
    private readonly reviews: ReviewsImport,
    private readonly check: PlacesCheck,
    private readonly fees: MarketFees,
    private readonly count: PlacesCount,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the number of written orders; each {@link BATCH} is atomic. Throws what {@link newOrder} throws. */
  async add(past: Iterable<PastOrder>): Promise<number> {
    let batch: Imported[] = [];
    let count = 0;
    for (const one of past) {
      batch.push(imported(one, this.fees.rateAt(one.at)));
      if (batch.length < BATCH) continue;
      count += await this.write(batch);
      batch = [];
    }
    return count + (await this.write(batch));
  }

  /** Stores in the slots how many places the written orders have. */
  async takePlaces(): Promise<void> {
    await this.check.run((...batch) => this.count.in(...batch), { repair: true });
  }

  /** What cards pay of the written orders, oldest first. */
  async cardParts(): Promise<PastCardPart[]> {
    const orders = await this.orders
      .find({ 'payment.method': 'card' })
      .sort({ _id: 1 })
      .lean<Order[]>();
    return orders.flatMap(cardPartsOf);
  }

  /** The parts that were handed over since a time, the latest first. */
  async handedOver(since: Date): Promise<HandedOver[]> {
    const orders = await this.orders
      .find({ 'parts.timeline': { $elemMatch: { status: 'delivered', at: { $gte: since } } } })
      .lean<Order[]>();
    return orders
      .flatMap(handedOverOf)
      .filter(({ at }) => at >= since)
      .sort((one, other) => other.at.getTime() - one.at.getTime());
  }

  async isEmpty(): Promise<boolean> {
    return (await this.orders.exists({})) === null;
  }

  private async write(batch: readonly Imported[]): Promise<number> {
    if (batch.length === 0) return 0;
    const orders = batch.map(({ order }) => order);
    // In their order, because inboxes list what was handled last first.
    const changes = batch
      .flatMap((one) => one.changes)
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    await this.transactions.run(async (session) => {
      await this.orders.insertMany(orders, { lean: true, session });
      await this.products.sell(session, orders.flatMap(salesOf));
      await this.reviews.receive(session, orders.flatMap(receiptsOf));
      await this.outbox.add(session, ...changes.flatMap(({ events }) => events));
    });
    return batch.length;
  }
}

/** The order in its final state, and its changes. */
function imported(past: PastOrder, feeRate: FeeRate): Imported {
  const { at, customer, address, lines, sellers, byCard = false, isPublished = false } = past;
  const buyer: Principal = {
    userId: customer._id.toString(),
    name: customer.name,
    role: 'customer',
    status: 'active',
    farmId: null,
    farmRole: null,
  };
  const items = lines.map(({ product }) => ({ productId: product._id.toString(), quantity: 1 }));
  const farms = sellers.map(({ farm }) => farm);
  const chosen = sellers.flatMap(({ farm, handover }) =>
    handover ? [[farm._id.toString(), handover] as const] : [],
  );
  const methods = chosen.map(([farmId, { method }]) => [farmId, method] as const);
  const body: PlaceOrder = {
    items,
    address,
    fulfilment: Object.fromEntries(methods),
    ...(byCard && { payment: 'card' }),
  };
  const drafted = newOrder(idAt(at), buyer, body, lines, farms, feeRate, at);
  let order = withPlaces(drafted, new Map(chosen));
  const changes: Change[] = isPublished ? [{ at, events: orderPlaced(order) }] : [];
  const steps = order.parts
    .flatMap((part) => stepsOf(part, past).map((step) => ({ part, step })))
    .sort((one, other) => one.step.at.getTime() - other.step.at.getTime());
  for (const { part, step } of steps) {
    const ends = isLive(step.status) ? [] : [endOf(part, step)];
    const edit = { changes: ends, step, added: [] };
    const after = withEdit(order, part._id, edit, step.by.role);
    if (isPublished) changes.push({ at: step.at, events: partChanged(order, after, part._id) });
    order = after;
  }
  return { order, changes };
}

function cardPartsOf(order: Order): PastCardPart[] {
  const dues = cardDues(moneyOf(order));
  const { _id, code, customer, version, createdAt: placedAt } = order;
  return order.parts.map((part) => {
    const partId = part._id.toString();
    return {
      order: { _id, code, partId },
      customerId: customer._id,
      farmId: part.farmId,
      cents: part.payment.held ?? 0,
      due: dues.get(partId) ?? null,
      version,
      placedAt,
      changedAt: part.timeline.at(-1)?.at ?? placedAt,
    };
  });
}

function handedOverOf({ _id, customer, parts }: Order): HandedOver[] {
  return parts.flatMap((part) => {
    const at = deliveredAtOf(part);
    if (part.status !== 'delivered' || !at) return [];
    return {
      orderId: _id.toString(),
      partId: part._id.toString(),
      farmId: part.farmId.toString(),
      customerId: customer._id.toString(),
      at,
      lines: part.lines.map(({ productId, amount }) => ({
        productId: productId.toString(),
        quantity: fromThousandths(amount),
      })),
    };
  });
}

function stepsOf({ farmId, fulfilment }: Part, { customer, sellers }: PastOrder): Step[] {
  const seller = sellers.find(({ farm }) => farm._id.equals(farmId));
  if (!seller) throw new Error('a part has no seller');
  const { ownerId: userId } = seller.farm;
  const handover = fulfilment === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup';
  return seller.steps.map(
    ({ to, at }): Step => ({
      status: to === 'handover' ? handover : to,
      at,
      by:
        to === 'cancelled'
          ? { userId: customer._id, role: 'customer', name: customer.name }
          : { userId, role: 'farmer', name: seller.farmer },
      reason: null,
      declineReason: to === 'declined' ? 'no_capacity' : null,
      goods: to === 'declined' || to === 'cancelled' ? 'restock' : null,
    }),
  );
}

function salesOf({ _id: orderId, createdAt: at, parts }: Order): PastSale[] {
  return parts.flatMap(({ lines, status }) =>
    lines.map(({ productId, placed: amount }) => {
      return { productId, amount, orderId, at, returned: !isLive(status) };
    }),
  );
}
