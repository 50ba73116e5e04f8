import type { Model, QueryFilter } from 'mongoose';
import { commandTimeoutMs } from './deadlines.js';

interface Batch<Row> {
  readonly filter: QueryFilter<Row>;
  readonly fields: Readonly<Record<string, 1>>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly limit: number;
}

/**
 * The first rows that fit, plain and without Mongoose's defaults, in one answer of MongoDB (16 MB at the most). A cursor
 * of the driver walks over every document once more before it decodes it: where a hundred thousand are read, that is
 * half of the work. The driver does not ask again by itself after a failure.
 */
export async function readBatch<Row, Found>(
  { collection, db }: Model<Row>,
  { filter, fields: projection, sort, limit }: Batch<Row>,
): Promise<Found[]> {
  if (!db.db) throw new Error('there is no connection to MongoDB');
  const answer = await db.db.command({
    find: collection.collectionName,
    filter,
    projection,
    sort,
    limit,
    batchSize: limit,
    singleBatch: true,
    maxTimeMS: commandTimeoutMs(),
  });
  return answer.cursor.firstBatch as Found[];
}
