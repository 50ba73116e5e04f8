import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { type DeliveryAddress, isLive, orderStatusOf, type PartStatus } from '#libs/contracts';
import type { Farm } from '#libs/farms';
import { idAt, type Principal, Transactions } from '#libs/platform';
import { type PastSale, ProductsImport, ReviewsImport, type TakenLine } from '#libs/products';
import { newOrder } from './new-order.js';
import { ORDER, type Order, type Part, receiptsOf, type Step } from './order.model.js';
import { withPayment } from './payment.js';

/** A seeded order of the past. */
export interface PastOrder {
  readonly at: Date;
  readonly customer: { readonly _id: Types.ObjectId; readonly name: string };
  readonly address: DeliveryAddress;
  readonly lines: readonly TakenLine[];
  /** The farms of the lines, each with the name of its farmer. */
  readonly sellers: readonly { readonly farm: Farm; readonly farmer: string }[];
  /** The final status, the same for every part. */
  readonly end: Extract<PartStatus, 'delivered' | 'declined' | 'cancelled'>;
}

const HOUR_MS = 3_600_000;
/** Orders per transaction. */
const BATCH = 1_000;

/**
 * Writes past orders in bulk, for seeds. Builds them with the same code as new orders, and writes their ledger entries
 * and receipts. Emits no events, so the projections have to be rebuilt.
 */
@Injectable()
export class OrdersImport {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly products: ProductsImport,
    private readonly reviews: ReviewsImport,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of written orders; each {@link BATCH} is atomic. Throws what {@link newOrder} throws. */
  async add(past: Iterable<PastOrder>): Promise<number> {
    let batch: Order[] = [];
    let count = 0;
    for (const one of past) {
      batch.push(ended(one));
      if (batch.length < BATCH) continue;
      count += await this.write(batch);
      batch = [];
    }
    return count + (await this.write(batch));
  }

  async isEmpty(): Promise<boolean> {
    return (await this.orders.exists({})) === null;
  }

  private async write(batch: Order[]): Promise<number> {
    if (batch.length === 0) return 0;
    await this.transactions.run(async (session) => {
      await this.orders.insertMany(batch, { lean: true, session });
      await this.products.sell(session, batch.flatMap(salesOf));
      await this.reviews.receive(session, batch.flatMap(receiptsOf));
    });
    return batch.length;
  }
}

/** The order in its final state. */
function ended(past: PastOrder): Order {
  const { at, customer, address, lines, sellers } = past;
  const buyer: Principal = {
    userId: customer._id.toString(),
    name: customer.name,
    role: 'customer',
    status: 'active',
    farmId: null,
  };
  const items = lines.map(({ product }) => ({ productId: product._id.toString(), quantity: 1 }));
  const farms = sellers.map(({ farm }) => farm);
  const id = idAt(at);
  const order = newOrder(id, buyer, { items, address }, lines, farms, at);
  const parts = order.parts.map((part) => endedPart(part, past));
  const version = 1 + parts.reduce((steps, { timeline }) => steps + timeline.length - 1, 0);
  const status = orderStatusOf(parts.map((part) => part.status));
  return withPayment({ ...order, parts, status, version });
}

function endedPart(part: Part, { at, customer, sellers, end }: PastOrder): Part {
  const seller = sellers.find(({ farm }) => farm._id.equals(part.farmId));
  if (!seller) throw new Error('a part has no seller');
  const { ownerId: userId } = seller.farm;
  const steps = stepsTo(end, part.fulfilment).map(
    ([status, hours]): Step => ({
      status,
      // A recent order must not have steps in the future.
      at: new Date(Math.min(at.getTime() + hours * HOUR_MS, Date.now())),
      by:
        status === 'cancelled'
          ? { userId: customer._id, role: 'customer', name: customer.name }
          : { userId, role: 'farmer', name: seller.farmer },
      reason: null,
      declineReason: status === 'declined' ? 'no_capacity' : null,
      goods: isLive(status) ? null : 'restock',
    }),
  );
  const timeline = [...part.timeline, ...steps];
  return { ...part, status: end, timeline, version: timeline.length };
}

/** The statuses up to the final one, each with the hours since the order. */
function stepsTo(end: PastOrder['end'], way: Part['fulfilment']): [PartStatus, number][] {
  if (end !== 'delivered') return [[end, 3]];
  return [
    ['accepted', 1],
    ['packed', 14],
    [way === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup', 18],
    ['delivered', 22],
  ];
}

function salesOf({ _id: orderId, createdAt: at, parts }: Order): PastSale[] {
  return parts.flatMap(({ lines, status }) =>
    lines.map(({ productId, amount }) => {
      return { productId, amount, orderId, at, returned: !isLive(status) };
    }),
  );
}
