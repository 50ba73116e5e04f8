import { mongo } from 'mongoose';

/**
 * Collections of an earlier build whose indexes delete data that is still needed; the slices create today's indexes.
 */
export const EXPIRING = ['outbox', 'processedEvents'];
/** Events published this many milliseconds before the backup may be missing in `unfinished`. */
const SLACK_MS = 60_000;

/**
 * Migrates the outbox of an earlier build's backup. That build marked handled events in a collection where the marks
 * expire; the backup lists the events that were published but not handled.
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
