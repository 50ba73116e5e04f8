import { type Db, ObjectId } from 'mongodb';
import { addDays, dayOf, type Fulfilment, SLOT_DAYS } from '#libs/contracts';
import type { Cast } from './people.js';

const DAY_MS = 86_400_000;

/** What an order chooses at a farm. */
export type Choice = Record<string, { fulfilment: Fulfilment; slotId: string }>;

/** Gives each farm a schedule with a slot on every day ahead; returns the choice of the fourth, by farm. */
export async function openDays(db: Db, { farms }: Cast): Promise<Map<string, Choice>> {
  const choices = new Map<string, Choice>();
  for (const { _id: farmId } of farms) {
    const farm = await db.collection('farms').findOne({ _id: farmId });
    const fulfilment = farm?.fulfilment[0] as Fulfilment;
    const shared = {
      ...{ farmId, name: 'Every day', method: fulfilment, areas: [], version: 1 },
      place: fulfilment === 'pickup' ? 'The barn' : null,
      capacity: 1_000_000,
    };
    const scheduleId = new ObjectId();
    const today = dayOf(Date.now(), 'UTC');
    const slots = Array.from({ length: SLOT_DAYS }, (_, n) => {
      const date = addDays(today, n);
      const [startAt, endAt] = [16, 19].map((hour) => new Date(`${date}T${hour}:00:00Z`));
      const cutOffAt = new Date(Date.parse(date) - DAY_MS);
      const moments = { date, startAt, endAt, cutOffAt };
      return { _id: new ObjectId(), scheduleId, ...shared, ...moments, taken: 0, state: 'open' };
    });
    await db.collection('schedules').insertOne({ _id: scheduleId, ...shared });
    await db.collection('slots').insertMany(slots);
    const madeTo = addDays(today, SLOT_DAYS - 1);
    await db.collection('calendars').insertOne({ _id: farmId, version: 1, madeTo });
    const slotId = slots[3]?._id.toString() ?? '';
    choices.set(farmId.toString(), { [farmId.toString()]: { fulfilment, slotId } });
  }
  return choices;
}

/** From now on no farm has days. */
export async function closeDays(db: Db): Promise<void> {
  for (const name of ['calendars', 'slots', 'schedules']) await db.collection(name).deleteMany({});
}
