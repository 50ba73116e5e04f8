import type { ClientSession, Model, Types } from 'mongoose';
import { commandTimeoutMs } from './deadlines.js';

/**
 * Inside a transaction: the rows of these ids, in no order, plain and without Mongoose's defaults. It is one command and
 * one answer: a query of Mongoose and the driver's cursor cost half as much again, and an order reads several times.
 * The driver does not ask again by itself after a failure; in a transaction it never does.
 */
export async function readByIds<Row>(
  { collection, db, modelName }: Model<Row>,
  ids: readonly Types.ObjectId[],
  session: ClientSession,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  if (!db.db) throw new Error('there is no connection to MongoDB');
  const { cursor } = await db.db.command(
    {
      find: collection.collectionName,
      filter: { _id: { $in: ids } },
      // One more than there can be: the answer is then the end.
      batchSize: ids.length + 1,
      maxTimeMS: commandTimeoutMs(),
    },
    { session },
  );
  if (Number(cursor.id) !== 0) throw new Error(`too much of ${modelName} for one answer`);
  return cursor.firstBatch as Row[];
}
