import { type ClientSession, type Db, MongoClient, ObjectId } from 'mongodb';
import type { Acknowledged, Written } from '../market-day/tally';
import { MoneyCheck } from './money-check';

type Payload = Readonly<Record<string, Record<string, unknown> | string | null | undefined>>;

/** A committed event, with only the fields that are used here. */
export interface CommittedEvent {
  readonly id: string;
  readonly name: string;
  readonly occurredAt: Date;
  readonly payload: Payload;
}
interface OutboxRow extends Omit<CommittedEvent, 'id'> {
  readonly _id: ObjectId;
  readonly companions?: readonly (Omit<CommittedEvent, 'occurredAt'> & { occurredAt: string })[];
}
interface LineRow {
  readonly productId: ObjectId;
  readonly placed: number;
  readonly ordered: number;
  readonly amount: number;
  readonly price: number;
  readonly total: number;
}
interface ChangeRow {
  readonly kind: string;
  readonly lines: readonly { readonly productId: ObjectId; readonly to: number }[];
}
interface PartRow {
  readonly _id: ObjectId;
  readonly status: string;
  readonly fulfilment: string;
  readonly subtotal: number;
  readonly payment: { readonly credit?: number };
  readonly lines: readonly LineRow[];
  readonly changes: readonly ChangeRow[];
}
interface OrderRow {
  readonly _id: ObjectId;
  readonly parts: readonly PartRow[];
  readonly deliveryFee: number;
  readonly payment: { readonly amount: number; readonly feeCredit?: number };
}
interface LedgerRow {
  readonly productId: ObjectId;
  readonly orderId: ObjectId;
  readonly change: number;
}
interface SlotRow {
  readonly _id: ObjectId;
  readonly taken: number;
  readonly capacity: number | null;
}
interface ConversationRow {
  readonly _id: ObjectId;
  readonly messages: number;
  readonly readers: Readonly<Record<string, { readonly unread: number; readonly read: number }>>;
}
interface MessageRow {
  readonly _id: ObjectId;
  readonly conversationId: ObjectId;
  readonly number: number;
  readonly from: string;
}
interface Notification {
  readonly _id: ObjectId;
  readonly kind: string;
  readonly eventId: string;
  readonly readAt: Date | null;
  readonly mailIfUnread: boolean;
  readonly mailedAt: Date | null;
  readonly mailAt: Date;
  readonly mailedWith: ObjectId | null;
}

/** Kinds that are only in the inbox and on devices, restated here. */
const NOT_MAILED: ReadonlySet<string> = new Set(['order.closing']);

const OUTBOX_FIELDS = { name: 1, occurredAt: 1, payload: 1, companions: 1 } as const;

/** Compares collections with each other, without the application's code: everything written since `begin()`. */
export class DatabaseCheck {
  readonly #client: MongoClient;
  #from = new ObjectId();

  constructor(uri: string) {
    this.#client = new MongoClient(uri, { serverSelectionTimeoutMS: 60_000 });
  }

  /** Ignores what was written before now. */
  begin(): void {
    this.#from = ObjectId.createFromTime(Math.floor(Date.now() / 1_000));
  }

  /** Marks all e-mail addresses as confirmed, because mails about orders are sent only to those. */
  async confirmAddresses(): Promise<void> {
    await this.#db.collection('authUsers').updateMany({}, { $set: { emailVerified: true } });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** The money of what was written since `begin()`. */
  get money(): MoneyCheck {
    return new MoneyCheck(this.#db, this.#since());
  }

  /** Whether every event has its notifications, every mail has been sent and every payment is at rest. */
  async isSettled(): Promise<boolean> {
    const since = this.#since();
    const unsent =
      (await this.#db
        .collection('notifications')
        .countDocuments({ ...since, mailedAt: null, mailAt: { $lte: new Date() } })) +
      (await this.#db.collection('authMails').countDocuments(since));
    if (unsent > 0 || (await this.money.unfinished()).length > 0) return false;
    return (await this.notifications()).length === 0;
  }

  /** Orders that are acknowledged but missing, unacknowledged, or duplicated. */
  async orders(acknowledged: readonly Acknowledged[]): Promise<string[]> {
    const rows = await this.#db
      .collection('orders')
      .find(this.#since(), { projection: { _id: 1 } })
      .toArray();
    const stored = new Set(rows.map(({ _id }) => String(_id)));
    const keys = await this.#db
      .collection<{ _id: string; resultId: ObjectId }>('idempotencyKeys')
      .find({ _id: { $in: acknowledged.map(({ userId, key }) => `${userId}:${key}`) } })
      .toArray();
    const resultOf = new Map(keys.map(({ _id, resultId }) => [_id, resultId.toString()]));
    const placed = countBy(await this.outbox(['order.placed']), ({ payload }) =>
      String(field(payload, 'order', '_id')),
    );
    const known = new Set(acknowledged.map(({ orderId }) => orderId));
    return [
      ...acknowledged.flatMap(({ userId, key, orderId }) => {
        const result = resultOf.get(`${userId}:${key}`);
        const events = placed.get(orderId) ?? 0;
        return [
          ...(stored.has(orderId) ? [] : [`order ${orderId} was acknowledged and is missing`]),
          ...(result === orderId ? [] : [`the key of order ${orderId} belongs to ${result}`]),
          ...(events === 1 ? [] : [`order ${orderId} has ${events} events order.placed`]),
        ];
      }),
      ...(known.size === acknowledged.length ? [] : ['two keys created one order']),
      ...[...stored]
        .filter((id) => !known.has(id))
        .map((id) => `order ${id} exists and was never acknowledged`),
    ];
  }

  /** Messages that are acknowledged but missing or there twice, and conversations that count them wrong. */
  async messages(written: readonly Written[]): Promise<string[]> {
    const db = this.#db;
    const rows = await db.collection<MessageRow>('messages').find(this.#since()).toArray();
    const stored = new Set(rows.map(({ _id }) => String(_id)));
    const events = countBy(await this.outbox(['message.sent']), ({ payload }) =>
      String(field(payload, 'message', '_id')),
    );
    const byKey = new Map(written.map(({ userId, key, messageId }) => [userId + key, messageId]));
    const found = await db.collection<ConversationRow>('conversations').find().toArray();
    const all = await db.collection<MessageRow>('messages').find().toArray();
    return [
      ...written.flatMap(({ userId, key, messageId }) => [
        ...(stored.has(messageId) ? [] : [`message ${messageId} was acknowledged and is missing`]),
        ...(byKey.get(userId + key) === messageId ? [] : [`the key of ${messageId} has another`]),
      ]),
      ...(stored.size === new Set(byKey.values()).size
        ? []
        : [`there are ${stored.size} messages, and ${byKey.size} were sent`]),
      ...[...stored].flatMap((id) =>
        events.get(id) === 1 ? [] : [`message ${id} has ${events.get(id) ?? 0} events`],
      ),
      ...found.flatMap(({ _id, messages, readers }) => {
        const own = all.filter(({ conversationId }) => conversationId.equals(_id));
        const numbers = own.map(({ number }) => number).sort((a, b) => a - b);
        const isCounted = messages === own.length && numbers.every((one, at) => one === at + 1);
        const wrong = Object.entries(readers).filter(
          ([side, { unread, read }]) =>
            unread !== own.filter(({ from, number }) => from !== side && number > read).length,
        );
        return [
          ...(isCounted ? [] : [`conversation ${_id} has the messages ${numbers.join()}`]),
          ...wrong.map(([side]) => `conversation ${_id} counts wrong what the ${side} has unread`),
        ];
      }),
    ];
  }

  /** Parts whose lines or sum are not the fold of their changes, and orders that are worth something else than due. */
  async folds(): Promise<string[]> {
    const orders = await this.#db.collection<OrderRow>('orders').find(this.#since()).toArray();
    return orders.flatMap(({ _id, parts, deliveryFee, payment }) => {
      const wrong = parts.filter((part) => {
        const lines = part.lines.map((line) => folded(line, part.changes));
        const sum = lines.reduce((cents, { total }) => cents + total, 0);
        const isSame = part.lines.every((line, at) => {
          const { ordered, amount, total } = lines[at] ?? {};
          return line.ordered === ordered && line.amount === amount && line.total === total;
        });
        return !isSame || part.subtotal !== sum || (isEnded(part) && sum !== 0);
      });
      const live = parts.filter((part) => !isEnded(part));
      const fee = live.some(({ fulfilment }) => fulfilment === 'delivery') ? deliveryFee : 0;
      // what store credit pays is not due
      const due = live.reduce(
        (cents, part) => cents + Math.max(0, part.subtotal - (part.payment.credit ?? 0)),
        Math.max(0, fee - (payment.feeCredit ?? 0)),
      );
      return [
        ...wrong.map((part) => `part ${part._id} is not the fold of its changes`),
        ...(payment.amount === due
          ? []
          : [`order ${_id} costs ${payment.amount}, expected ${due}`]),
      ];
    });
  }

  /** Products of which orders take another amount than the ledger says. */
  async ledger(): Promise<string[]> {
    const orders = await this.#db.collection<OrderRow>('orders').find(this.#since()).toArray();
    const taken = new Map<string, number>();
    const add = (key: string, by: number) => taken.set(key, (taken.get(key) ?? 0) + by);
    for (const { _id, parts } of orders)
      for (const { productId, amount } of parts.flatMap(({ lines }) => lines))
        add(`${productId} in order ${_id}`, amount);
    const entries = await this.#db
      .collection<LedgerRow>('stockLedger')
      .find({ orderId: { $in: orders.map(({ _id }) => _id) }, reason: { $in: ['sale', 'return'] } })
      .toArray();
    for (const { productId, orderId, change } of entries)
      add(`${productId} in order ${orderId}`, change);
    return [...taken].flatMap(([what, by]) =>
      by === 0 ? [] : [`the ledger of product ${what} differs by ${by} thousandths`],
    );
  }

  /** Slots with another number of taken places than there are live parts and open holds in them, or with too many. */
  places(): Promise<string[]> {
    // In one snapshot, because holds may expire meanwhile.
    return this.#client.withSession((session) =>
      session.withTransaction(() => this.#places(session), { readConcern: { level: 'snapshot' } }),
    );
  }

  async #places(session: ClientSession): Promise<string[]> {
    const slots = await this.#db.collection<SlotRow>('slots').find({}, { session }).toArray();
    const counted = new Map<string, number>();
    for (const [collection, list, filter] of [
      ['orders', 'parts', { 'parts.status': { $nin: ['declined', 'cancelled'] } }],
      ['holds', 'slots', { status: 'open' }],
    ] as const) {
      const counts = await this.#db
        .collection(collection)
        .aggregate<{ _id: string; places: number }>(
          [
            { $match: { [`${list}.slot._id`]: { $in: slots.map(({ _id }) => _id.toString()) } } },
            { $unwind: `$${list}` },
            { $match: filter },
            { $group: { _id: `$${list}.slot._id`, places: { $sum: 1 } } },
          ],
          { session },
        )
        .toArray();
      for (const { _id, places } of counts) counted.set(_id, (counted.get(_id) ?? 0) + places);
    }
    return slots.flatMap(({ _id, taken, capacity }) => {
      const expected = counted.get(_id.toString()) ?? 0;
      return [
        ...(taken === expected
          ? []
          : [`slot ${_id} has ${taken} places taken, expected ${expected}`]),
        ...(capacity === null || taken <= capacity
          ? []
          : [`slot ${_id} has ${taken} of ${capacity} places taken`]),
      ];
    });
  }

  /** Notifications that are missing or duplicated, or do not have exactly one `inbox.added` event. */
  async notifications(): Promise<string[]> {
    const events = await this.outbox(Object.keys(notificationsPerEvent));
    const stored = await this.#notifications();
    const created = countBy(stored, ({ eventId }) => eventId);
    const added = countBy(await this.outbox(['inbox.added']), ({ payload }) =>
      String(field(payload, 'notification', '_id')),
    );
    return [
      ...events.flatMap(({ id, name, payload }) => {
        const expected = notificationsPerEvent[name]?.(payload) ?? 0;
        const cause = causeOf(name, payload) ?? id;
        const found = created.get(cause) ?? 0;
        return expected === found
          ? []
          : [`${name} ${id} has ${found} notifications, expected ${expected}`];
      }),
      ...stored.flatMap(({ _id }) => {
        const times = added.get(_id.toString()) ?? 0;
        return times === 1 ? [] : [`notification ${_id} has ${times} events inbox.added`];
      }),
    ];
  }

  /** Notifications without a mail, mails without a notification, and sign-ups without a mail to confirm the address. */
  async mails(received: ReadonlyMap<string, number>): Promise<string[]> {
    // What changes an order again within minutes comes in one later mail, which may not be due yet.
    const due = (await this.#notifications()).filter(
      ({ kind, mailedAt, mailAt }) =>
        !NOT_MAILED.has(kind) && (mailedAt !== null || mailAt <= new Date()),
    );
    const expected = new Set(
      due.map(({ _id, mailedWith }) => `notifications ${mailedWith ?? _id}`),
    );
    // Messages are mailed only to who has not read them.
    const seen = new Set(
      due
        .filter(({ mailIfUnread, readAt }) => mailIfUnread && readAt !== null)
        .map(({ _id }) => `notifications ${_id}`),
    );
    const first = `notifications ${this.#from}`;
    const signedUp = (await this.outbox(['user.registered'])).length;
    const confirmations = [...received.keys()].filter((key) => key.startsWith('accounts ')).length;
    return [
      ...[...expected]
        .filter((key) => !received.has(key) && !seen.has(key))
        .map((key) => `${key} was not mailed`),
      ...[...received.keys()]
        .filter((key) => !key.startsWith('accounts ') && key >= first && !expected.has(key))
        .map((key) => `a mail belongs to nothing: ${key}`),
      ...(signedUp === confirmations
        ? []
        : [`${signedUp} people signed up, and ${confirmations} got a mail to confirm`]),
    ];
  }

  /** Events committed since `begin()`: all, or only those with the given names. */
  async outbox(names?: readonly string[]): Promise<CommittedEvent[]> {
    const rows = await this.#db
      .collection<OutboxRow>('outbox')
      .find(this.#since())
      .project<OutboxRow>(OUTBOX_FIELDS)
      .toArray();
    return rows
      .flatMap(({ _id, companions = [], ...first }): CommittedEvent[] => [
        { ...first, id: _id.toString() },
        ...companions.map((event) => ({ ...event, occurredAt: new Date(event.occurredAt) })),
      ])
      .filter(({ name }) => names === undefined || names.includes(name));
  }

  get #db(): Db {
    return this.#client.db();
  }

  #since() {
    return { _id: { $gte: this.#from } };
  }

  #notifications(): Promise<Notification[]> {
    return this.#db.collection<Notification>('notifications').find(this.#since()).toArray();
  }
}

/** Notifications per event, restated here so that the check does not share the application's mistakes. */
const notificationsPerEvent: Readonly<Record<string, (payload: Payload) => number>> = {
  'order.placed': () => 1,
  'order.part-placed': () => 1,
  'order.reminded': () => 1,
  'order.closing': () => 1,
  // The answer to a report notifies of its refund.
  'order.part-changed': ({ refunds }) => (refunds ? 0 : 1),
  'order.unpaid': () => 1,
  // A farm gets none of what it did itself: a step or an end, or else the last change.
  'order.farm-part-changed': (payload) =>
    payload.refunds || roleOfLast(payload) === 'farmer' ? 0 : 1,
  'order.settled': () => 1,
  'problem.reported': () => 1,
  // To the customer, and to the farm if an admin answers.
  'problem.answered': (payload) => (roleOfAnswer(payload) === 'farmer' ? 1 : 2),
  // One stands for all messages until its reader has read them.
  'message.sent': (payload) => (unreadBefore(payload) === 0 ? 1 : 0),
  'farm.payouts-changed': ({ state }) => (state === 'returned' ? 1 : 0),
  'product.low-stock': () => 1,
  'product.sold-out': () => 1,
  'review.posted': () => 1,
  'own-review.changed': ({ step }) => (step === 'replied' || step === 'hidden' ? 1 : 0),
};

/** What a notification is known by if it is not its event. */
function causeOf(name: string, payload: Payload): string | null {
  // an order is settled once, whichever event says it
  if (name === 'order.settled') return `receipt:${field(payload, 'order', '_id')}`;
  if (name !== 'message.sent') return null;
  return `message:${field(payload, 'conversation', '_id')}:${field(payload, 'message', 'number')}`;
}

/** How many messages the reader of a new one had not read before. */
function unreadBefore(payload: Payload): number {
  const unread = field(payload, 'conversation', 'unread') as Record<string, number>;
  const reader = field(payload, 'message', 'from') === 'customer' ? 'farm' : 'customer';
  return (unread[reader] ?? 0) - 1;
}

/** A line after the changes of its part, restated here. */
function folded(
  { productId, placed, price }: LineRow,
  changes: readonly ChangeRow[],
): Pick<LineRow, 'ordered' | 'amount' | 'total'> {
  let [ordered, amount] = [placed, placed];
  for (const { kind, lines } of changes)
    for (const { to } of lines.filter((line) => line.productId.equals(productId))) {
      amount = to;
      if (['added', 'set', 'removed'].includes(kind)) ordered = to;
      if (kind === 'intervened') ordered = Math.max(ordered, to);
    }
  return { ordered, amount, total: Math.floor((price * amount + 500) / 1_000) };
}

const isEnded = ({ status }: PartRow) => status === 'declined' || status === 'cancelled';

function roleOfLast({ part, from }: Payload): unknown {
  type Acts = { by: { role: string } }[];
  const { status, timeline, changes } = (part ?? {}) as {
    status?: string;
    timeline?: Acts;
    changes?: Acts;
  };
  return (status === from ? changes : timeline)?.at(-1)?.by.role;
}

function roleOfAnswer(payload: Payload): unknown {
  const answer = field(payload, 'problem', 'answer') as { by: { role: string } } | null;
  return answer?.by.role;
}

function field(payload: Payload, name: string, inside: string): unknown {
  const value = payload[name];
  return typeof value === 'object' ? value?.[inside] : undefined;
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
