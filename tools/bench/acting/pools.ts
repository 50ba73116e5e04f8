import { type Db, type Document, ObjectId } from 'mongodb';
import type { PartStatus } from '#libs/contracts';
import type { Side } from './sides.js';

const BATCH = 1_000;

/** An order whose part can take its next step. */
export interface WaitingOrder {
  readonly orderId: string;
  readonly partId: string;
  readonly customerId: string;
}

/** A delivered line of an order that can be reviewed. */
export interface WaitingReceipt {
  readonly orderId: string;
  readonly productId: string;
  readonly customerId: string;
}

/** Documents that acts consume, written in advance through the driver. Later rounds use what remains. */
export class Pool<Entry> {
  private readonly entries: Entry[] = [];

  constructor(private readonly write: (count: number) => Promise<readonly Entry[]>) {}

  async fill(to: number): Promise<void> {
    while (this.entries.length < to)
      this.entries.push(...(await this.write(Math.min(BATCH, to - this.entries.length))));
  }

  take(): Entry {
    const entry = this.entries.pop();
    if (!entry) throw new Error('too few were made for this round');
    return entry;
  }
}

/** Orders in a given status: copies of a one-line order of the side's farm, cycling through products and customers. */
export function ordersPool(
  db: Db,
  { customers, farms: [farm] }: Side,
  model: Document,
  status: PartStatus,
): Pool<WaitingOrder> {
  const [part] = model.parts as Document[];
  const [line] = (part?.lines ?? []) as Document[];
  const items = farm?.items ?? [];
  return new Pool(async (count) => {
    const orders = Array.from({ length: count }, (_, n) => {
      const _id = new ObjectId();
      const customer = customers[n % customers.length];
      const lines = [{ ...line, productId: new ObjectId(items[n % items.length]?.productId) }];
      return {
        ...model,
        _id,
        code: `FG-${_id.toHexString()}`,
        customer: { _id: new ObjectId(customer?._id), name: 'Bea' },
        parts: [{ ...part, _id: new ObjectId(), status, lines }],
      };
    });
    await db.collection('orders').insertMany(orders, { ordered: false });
    return orders.map(({ _id, customer, parts }) => ({
      orderId: _id.toString(),
      partId: parts[0]?._id.toString() ?? '',
      customerId: customer._id.toString(),
    }));
  });
}

/** Receipts for products of all the side's farms, cycling through customers. */
export function receiptsPool(db: Db, { customers, farms }: Side): Pool<WaitingReceipt> {
  let made = 0;
  return new Pool(async (count) => {
    const receipts = Array.from({ length: count }, () => {
      const n = made++;
      const farm = farms[n % farms.length];
      const item = farm?.items[Math.floor(n / farms.length) % farm.items.length];
      return {
        _id: new ObjectId(),
        customerId: new ObjectId(customers[n % customers.length]?._id),
        orderId: new ObjectId(),
        productId: new ObjectId(item?.productId),
        productName: 'Carrots',
        productImage: '/produce/carrot.svg',
        farmId: farm?._id,
        farmName: 'Hollow Creek',
        farmSlug: 'hollow-creek',
        receivedAt: new Date(),
        reviewId: null,
      };
    });
    await db.collection('receipts').insertMany(receipts, { ordered: false });
    return receipts.map(({ orderId, productId, customerId }) => ({
      orderId: orderId.toString(),
      productId: productId.toString(),
      customerId: customerId.toString(),
    }));
  });
}
