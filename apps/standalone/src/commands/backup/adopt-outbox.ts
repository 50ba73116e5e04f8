import { mongo } from 'mongoose';

/** Collections of a build before whose indexes delete what is still needed; the slices make those of today. */
export const EXPIRING = ['outbox', 'processedEvents'];
/** Milliseconds before the backup in which an event may have been published, and not be in `unfinished`. */
const SLACK_MS = 60_000;

/**
 * Brings the outbox of a backup of a build before to the shape of today. That build marked handled events in a
 * collection from which they expire, and the backup says which events had been published and not handled.
 */
export async function adoptOutbox(db: mongo.Db, at: string, unfinished: string[]): Promise<void> {
  const outbox = db.collection('outbox');
  const isEarlier = { handled: { $exists: false } };
  const ids = unfinished.filter(mongo.ObjectId.isValid).map((id) => new mongo.ObjectId(id));
  const since = new Date(Date.parse(at) - SLACK_MS);
  const open = await outbox
    .find({
      ...isEarlier,
      $or: [{ _id: { $in: ids } }, { publishedAt: null }, { publishedAt: { $gte: since } }],
    })
    .project<{ _id: mongo.ObjectId; occurredAt: Date }>({ occurredAt: 1 })
    .toArray();
  await outbox.updateMany({ ...isEarlier, _id: { $nin: open.map(({ _id }) => _id) } }, [
    { $set: { handled: [], handledAt: '$publishedAt' } },
  ]);

  const handled = new Map(open.map(({ _id }) => [_id.toString(), [] as string[]]));
  for await (const { _id } of db.collection<{ _id: string }>('processedEvents').find()) {
    const [handler = '', id = ''] = _id.split(':');
    handled.get(id)?.push(handler);
  }
  for (const { _id, occurredAt: publishedAt } of open) {
    const $set = { handled: handled.get(_id.toString()) ?? [], handledAt: null, publishedAt };
    await outbox.updateOne({ _id }, { $set });
  }
  await db.dropCollection('processedEvents');
}
