import { type Db, ObjectId } from 'mongodb';
import { orderDtoSchema } from '#libs/contracts';
import type { Program } from '../runner/programs.js';
import {
  ordersPool,
  type Pool,
  receiptsPool,
  type WaitingOrder,
  type WaitingReceipt,
} from './pools.js';
import { basket, type Side, signIn } from './sides.js';

/** A side with everything that its acts need. */
export interface Cast extends Side {
  /** Origin of the pages, which the sign-in checks. */
  readonly origin: string;
  readonly pools: {
    readonly placed: Pool<WaitingOrder>;
    readonly accepted: Pool<WaitingOrder>;
    readonly underWay: Pool<WaitingOrder>;
    readonly receipts: Pool<WaitingReceipt>;
  };
  /** Last seen version of each product and cart, by id. */
  readonly versions: Map<string, number>;
  /** Returns 0, 1, 2, … separately for each key. */
  readonly turn: (key: string) => number;
}

/** Entries per inbox. */
const ENTRIES = 30;

export async function castOf(db: Db, api: Program, side: Side): Promise<Cast> {
  await signIn(api, side);
  await fillInboxes(db, side);
  const model = await db.collection('orders').findOne({ _id: await placeOne(api, side) });
  if (!model) throw new Error('there is no order to copy');
  const turns = new Map<string, number>();
  return {
    ...side,
    origin: `http://localhost:${api.port}`,
    pools: {
      placed: ordersPool(db, side, model, 'placed'),
      accepted: ordersPool(db, side, model, 'accepted'),
      underWay: ordersPool(db, side, model, 'out_for_delivery'),
      receipts: receiptsPool(db, side),
    },
    versions: new Map(),
    turn: (key) => {
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return turn;
    },
  };
}

/** Places an order of one line at the first farm. */
async function placeOne(api: Program, side: Side): Promise<ObjectId> {
  const [customer] = side.customers;
  const address = {
    recipient: 'Ann Miller',
    phone: '518 555 0100',
    line1: '12 Mill Lane',
    city: 'Hudson',
    state: 'NY',
    postalCode: '12534',
  };
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${customer?.token}`,
      'idempotency-key': `acting-to-copy-${customer?._id}`,
    },
    body: JSON.stringify({ items: basket(side, 0, 1), address }),
  });
  return new ObjectId(orderDtoSchema.parse(await answer.json())._id);
}

/** Writes inbox entries and their counts of today, as the order handlers would. */
async function fillInboxes(db: Db, { customers }: Side): Promise<void> {
  const createdAt = new Date();
  const entries = customers.flatMap(({ _id }) =>
    Array.from({ length: ENTRIES }, (_, n) => ({
      _id: new ObjectId(),
      userId: new ObjectId(_id),
      eventId: `acting-${n}`,
      kind: 'order',
      title: 'Your order is on its way',
      text: 'Hollow Creek has packed your order, and brings it today.',
      details: [{ label: 'Order', value: 'FG-7K3Q9MXW' }],
      link: { path: '/orders', label: 'See the order' },
      readAt: null,
      mailedAt: createdAt,
      createdAt,
    })),
  );
  await db.collection('notifications').insertMany(entries, { ordered: false });
  await db.collection('inboxes').bulkWrite(
    customers.map(({ _id }) => ({
      updateOne: {
        filter: { _id: new ObjectId(_id) },
        update: {
          $inc: { version: ENTRIES, total: ENTRIES, unread: ENTRIES },
          $set: { countedOn: createdAt.toISOString().slice(0, 10) },
        },
        upsert: true,
      },
    })),
  );
}
