import { type Db, MongoClient, ObjectId } from 'mongodb';
import type { Acknowledged } from '../tally';

type Payload = Record<string, Record<string, unknown> | string | undefined>;
interface Event {
  _id: ObjectId;
  name: string;
  aggregateId: string;
  payload: Payload;
}
interface Entry {
  _id: ObjectId;
  eventId: string;
  mailedAt: Date | null;
}

const WAIT_MS = 150_000;
const LOOK_MS = 250;

/** What the database itself says, past the shop: of everything that was written since a moment. */
export class Books {
  readonly #client: MongoClient;
  #from = new ObjectId();

  constructor(uri: string) {
    this.#client = new MongoClient(uri, { serverSelectionTimeoutMS: 60_000 });
  }

  get #db(): Db {
    return this.#client.db();
  }

  /** What was written before counts no more. */
  begin(): void {
    this.#from = ObjectId.createFromTime(Math.floor(Date.now() / 1_000));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Resolves when every event is published and every mail sent, or after a time in which that must have been. */
  async settled(): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    const since = { _id: { $gte: this.#from } };
    const waits = async () =>
      (await this.#db.collection('outbox').countDocuments({ ...since, publishedAt: null })) +
      (await this.#db.collection('notifications').countDocuments({ ...since, mailedAt: null })) +
      (await this.#db.collection('authMails').countDocuments(since));
    while ((await waits()) > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** Orders that were promised and are not there, or are there and were not promised, or are there twice. */
  async orders(promised: readonly Acknowledged[]): Promise<string[]> {
    const since = { _id: { $gte: this.#from } };
    const rows = await this.#db
      .collection('orders')
      .find(since, { projection: { _id: 1 } })
      .toArray();
    const stored = new Set(rows.map(({ _id }) => String(_id)));
    const keys = await this.#db
      .collection<{ _id: string; resultId: ObjectId }>('idempotencyKeys')
      .find({ _id: { $in: promised.map(({ userId, key }) => `${userId}:${key}`) } })
      .toArray();
    const resultOf = new Map(keys.map(({ _id, resultId }) => [_id, resultId.toString()]));
    const placed = await this.#eventsOf(['order.placed']);
    const told = countBy(placed, ({ aggregateId }) => aggregateId);
    const known = new Set(promised.map(({ orderId }) => orderId));
    return [
      ...promised.flatMap(({ userId, key, orderId }) => [
        ...(stored.has(orderId) ? [] : [`order ${orderId} was promised and is not there`]),
        ...(resultOf.get(`${userId}:${key}`) === orderId
          ? []
          : [`the key of order ${orderId} stands for ${resultOf.get(`${userId}:${key}`)}`]),
        ...(told.get(orderId) === 1
          ? []
          : [`order ${orderId} has ${told.get(orderId) ?? 0} events order.placed`]),
      ]),
      ...(known.size === promised.length ? [] : ['two keys brought about one order']),
      ...[...stored]
        .filter((id) => !known.has(id))
        .map((id) => `order ${id} is there and was promised to nobody`),
    ];
  }

  /** Events that are not published. */
  async outbox(): Promise<string[]> {
    const waiting = await this.#db
      .collection<Event>('outbox')
      .find({ _id: { $gte: this.#from }, publishedAt: null })
      .toArray();
    return waiting.map(({ _id, name }) => `${name} ${_id.toString()} was not published`);
  }

  /** Notices that are missing, doubled, or not told to their owner's pages exactly once. */
  async inbox(): Promise<string[]> {
    const events = await this.#eventsOf(Object.keys(noticesOf));
    const entries = await this.#entries();
    const made = countBy(entries, ({ eventId }) => eventId);
    const added = await this.#eventsOf(['inbox.added']);
    const told = countBy(added, ({ payload }) => String(field(payload, 'notification', '_id')));
    return [
      ...events.flatMap(({ _id, name, payload }) => {
        const wanted = noticesOf[name]?.(payload) ?? 0;
        const got = made.get(_id.toString()) ?? 0;
        return wanted === got
          ? []
          : [`${name} ${_id.toString()} made ${got} notices, not ${wanted}`];
      }),
      ...entries.flatMap(({ _id }) => {
        const times = told.get(_id.toString()) ?? 0;
        return times === 1 ? [] : [`notice ${_id.toString()} has ${times} events inbox.added`];
      }),
    ];
  }

  /** Notices without a mail, mails without a notice, and people who were not asked to confirm their address. */
  async mails(got: ReadonlyMap<string, number>): Promise<string[]> {
    const wanted = new Set((await this.#entries()).map(({ _id }) => `notifications ${_id}`));
    const first = `notifications ${this.#from}`;
    const came = (await this.#eventsOf(['user.registered'])).length;
    const asked = [...got.keys()].filter((key) => key.startsWith('accounts ')).length;
    return [
      ...[...wanted].filter((key) => !got.has(key)).map((key) => `${key} was not mailed`),
      ...[...got.keys()]
        .filter((key) => !key.startsWith('accounts ') && key >= first && !wanted.has(key))
        .map((key) => `a mail belongs to nothing: ${key}`),
      ...(came === asked ? [] : [`${came} people signed up, and ${asked} were asked to confirm`]),
    ];
  }

  async eventCount(): Promise<number> {
    return this.#db.collection('outbox').countDocuments({ _id: { $gte: this.#from } });
  }

  #entries(): Promise<Entry[]> {
    return this.#db
      .collection<Entry>('notifications')
      .find({ _id: { $gte: this.#from } })
      .toArray();
  }

  #eventsOf(names: readonly string[]): Promise<Event[]> {
    return this.#db
      .collection<Event>('outbox')
      .find({ _id: { $gte: this.#from }, name: { $in: [...names] } })
      .toArray();
  }
}

/** How many people are told of an event: said here once more, so that it is no echo of the shop's own rules. */
const noticesOf: Readonly<Record<string, (payload: Payload) => number>> = {
  'order.placed': () => 1,
  'order.part-placed': () => 1,
  'order.part-status-changed': () => 1,
  'order.part-moved': (payload) => (lastStep(payload) === 'farmer' ? 0 : 1),
  'product.low-stock': () => 1,
  'product.sold-out': () => 1,
  'review.posted': () => 1,
  'own-review.changed': ({ step }) => (step === 'replied' || step === 'hidden' ? 1 : 0),
};

function lastStep({ part }: Payload): unknown {
  const { timeline } = (part ?? {}) as { timeline?: { by: { role: string } }[] };
  return timeline?.at(-1)?.by.role;
}

function field(payload: Payload, name: string, inside: string): unknown {
  const value = payload[name];
  return typeof value === 'object' ? value[inside] : undefined;
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
