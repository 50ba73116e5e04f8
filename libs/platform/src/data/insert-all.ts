import type { AnyObject, ClientSession, Model } from 'mongoose';

/**
 * Inside a transaction: writes new documents as they are. One alone goes without the driver's machinery for many, which
 * costs a quarter of the command.
 */
export async function insertAll<Row>(
  { collection }: Model<Row>,
  rows: readonly (Row & AnyObject)[],
  session: ClientSession,
): Promise<void> {
  const [first] = rows;
  if (first && rows.length === 1) await collection.insertOne(first, { session });
  else if (first) await collection.insertMany([...rows], { session });
}
