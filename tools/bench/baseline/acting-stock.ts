import { type ClientSession, type Document, type MongoClient, ObjectId } from 'mongodb';

/** A change of one product's stock, in thousandths of its unit. */
export interface Move {
  readonly productId: ObjectId;
  readonly reason: string;
  readonly onHand: number;
  readonly held: number;
  readonly sold: number;
  readonly orderId?: ObjectId;
  readonly holdId?: ObjectId;
}

/** Runs work in one transaction, as the product does. */
export function inTransaction<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  return client.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    }),
  );
}

/** Updates the products and writes a ledger entry for each move. */
export async function moveStock(
  client: MongoClient,
  session: ClientSession,
  moves: readonly Move[],
): Promise<void> {
  const db = client.db();
  const changes = new Map<string, { onHand: number; held: number; sold: number }>();
  for (const { productId, onHand, held, sold } of moves) {
    const all = changes.get(productId.toString()) ?? { onHand: 0, held: 0, sold: 0 };
    changes.set(productId.toString(), {
      onHand: all.onHand + onHand,
      held: all.held + held,
      sold: all.sold + sold,
    });
  }
  const { modifiedCount } = await db.collection('products').bulkWrite(
    [...changes].map(([id, { onHand, held, sold }]) => ({
      updateOne: {
        filter: {
          _id: new ObjectId(id),
          available: { $gte: held - onHand },
          held: { $gte: -held },
        },
        update: { $inc: { onHand, held, available: onHand - held, sold, version: 1 } },
      },
    })),
    { session },
  );
  if (modifiedCount !== changes.size) throw new Error('there is not enough');
  const entries = moves.map(
    ({ productId, reason, onHand, held, orderId, holdId }): Document => ({
      _id: new ObjectId(),
      productId,
      change: onHand,
      heldChange: held,
      reason,
      lot: null,
      orderId: orderId ?? null,
      holdId: holdId ?? null,
      actorId: null,
      note: null,
      at: new Date(),
    }),
  );
  await db.collection('stockLedger').insertMany(entries, { session });
}
