import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  type DomainEvent,
  type InboxPage,
  inboxCountSchema,
  inboxPageSchema,
  type NotificationKind,
  type OrderDto,
  ownFarmDtoSchema,
  type PartStatus,
  productDtoSchema,
} from '#libs/contracts';
import { Metrics, openQueue, REDIS, Transactions } from '#libs/platform';
import {
  Marketplace,
  movePart,
  SocketClient,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';
import { NotificationsProcessor } from './notifications.processor.js';
import type { Recipient } from './recipient.model.js';

let market: Marketplace;
let farm: TestFarm;
let customer: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  farm = await market.farm();
  customer = await market.person('customer');
  admin = await market.person('admin');
});
afterAll(() => market.close());

async function inboxOf({ client }: TestPerson, query = ''): Promise<InboxPage> {
  return inboxPageSchema.parse((await client.get(`/inbox${query}`)).body);
}
/** The kinds in a person's inbox, newest first, after all events are handled. */
async function kindsFor(person: TestPerson): Promise<NotificationKind[]> {
  await market.settled();
  return (await inboxOf(person)).notifications.map(({ kind }) => kind);
}
const move = async (who: TestPerson, order: OrderDto, status: PartStatus, reason?: string) => {
  const now = (await who.client.get(`/orders/${order._id}`)).body as OrderDto;
  const [part] = now.parts;
  const answer = await movePart(
    who.client,
    { orderId: order._id, partId: part?._id },
    {
      status,
      version: part?.version,
      ...(reason && { reason }),
      ...(status === 'declined' && { declineReason: 'other' }),
    },
  );
  expect(answer.status).toBe(200);
};
async function eventsOf(name: DomainEvent['name']): Promise<DomainEvent[]> {
  return market.events({ name });
}

describe('an order', () => {
  let order: OrderDto;

  it('adds entries for its customer and the farm’s owner, pushed with the unread count', async () => {
    const [tab, farmTab] = await Promise.all([
      SocketClient.connect(market.url, customer.client),
      SocketClient.connect(market.url, farm.farmer.client),
    ]);
    const carrots = await market.product(farm, { stock: 50 });
    order = await market.order(customer, [[carrots, 2]]);
    const { payload } = await farmTab.receives(
      'inbox.added',
      (event) => event.payload.notification.kind === 'order.received',
    );
    expect(payload.notification.title).toContain(order.code);
    expect(payload.notification.details).toContainEqual({ label: '2 × Carrots', value: '$5.00' });
    const added = await tab.receives('inbox.added');
    expect(added.payload).toMatchObject({ userId: customer.user._id, inbox: { unread: 1 } });
    expect(added.version).toBe(added.payload.inbox.version);
    // Nobody receives events of another user's inbox.
    const userIds = farmTab.ofName('inbox.added').map((event) => event.payload.userId);
    expect(new Set(userIds)).toEqual(new Set([farm.farmer.user._id]));
    tab.close();
    farmTab.close();
  });

  it('adds an entry for the customer per step, and none for the farm that made the step', async () => {
    const before = await kindsFor(farm.farmer);
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const)
      await move(farm.farmer, order, status);
    expect(await kindsFor(customer)).toEqual(
      expect.arrayContaining([
        'order.settled',
        'order.delivered',
        'order.out_for_delivery',
        'order.packed',
        'order.accepted',
        'order.placed',
      ]),
    );
    expect(await kindsFor(farm.farmer)).toEqual(before);
    const { notifications } = await inboxOf(customer);
    for (const entry of notifications) {
      expect(entry.title).toContain(order.code);
      const page = entry.kind === 'order.settled' ? '/receipt' : '';
      expect(entry.link.path).toBe(`/orders/${order._id}${page}`);
    }
  });

  it('adds an entry with the reason for the farm when its customer cancels', async () => {
    const carrots = await market.product(farm, { stock: 50 });
    const second = await market.order(customer, [[carrots, 1]]);
    await move(customer, second, 'cancelled', 'Found <b>some</b>');
    expect(await kindsFor(farm.farmer)).toContain('order.cancelled');
    const { notifications } = await inboxOf(farm.farmer);
    const entry = notifications.find(({ kind }) => kind === 'order.cancelled');
    expect(entry?.text).toContain('“Found <b>some</b>”');
  });

  it('counts the stored entries once a day and increments from there', async () => {
    await market.settled();
    const inboxes = market.collection<{ _id: string }>('inboxes');
    const mine = { _id: new Types.ObjectId(customer.user._id) } as never;
    // Outdated counts, as after old entries expired.
    await inboxes.updateOne(mine, { $set: { total: 99, unread: 99, countedOn: '2020-01-01' } });
    const { total, unread } = await inboxOf(customer);
    const tab = await SocketClient.connect(market.url, customer.client);
    const carrots = await market.product(farm, { stock: 50 });
    for (const more of [1, 2]) {
      await market.order(customer, [[carrots, 1]]);
      const { payload } = await tab.receives(
        'inbox.added',
        (event) => event.payload.inbox.total === total + more,
      );
      expect(payload.inbox.unread).toBe(unread + more);
    }
    expect(await inboxOf(customer)).toMatchObject({ total: total + 2, unread: unread + 2 });
    tab.close();
  });

  it('adds one entry per person, however often its events are handled', async () => {
    await market.settled();
    const before = await Promise.all([inboxOf(customer), inboxOf(farm.farmer)]);
    const again = [
      ...(await eventsOf('order.placed')),
      ...(await eventsOf('order.part-placed')),
      ...(await eventsOf('order.part-changed')),
    ];
    expect(again.length).toBeGreaterThan(5);
    for (const event of again) await market.handle(event);
    // Also when the events are no longer marked as handled.
    const names = [...new Set(again.map(({ name }) => name))];
    await market.forgetHandled('NotificationsProcessor.follow', { name: { $in: names } });
    for (const event of again) await market.handle(event);
    expect(await Promise.all([inboxOf(customer), inboxOf(farm.farmer)])).toEqual(before);
  });

  it('waits in its own job, without failing, where its event comes before the one with the farm’s owner', async () => {
    const newcomer = await market.farm();
    const plums = await market.product(newcomer);
    await market.settled();
    const recipients = market.collection<Recipient>('recipients');
    const owner = await recipients.findOneAndDelete({ email: newcomer.farmer.user.email });
    if (!owner) throw new Error('the owner is no recipient');
    const placed = await market.order(customer, [[plums, 1]]);
    const [event] = await market.events({ name: 'order.part-placed', aggregateId: placed._id });
    const queue = openQueue('domain-events', market.app.get<Redis>(REDIS));
    const jobOf = async () => await queue.getJob(event?.id ?? '');
    await waitFor('the job to wait', async () => (await jobOf())?.isDelayed() ?? false);
    expect((await jobOf())?.failedReason).toBeUndefined();
    expect(await market.app.get(Metrics).text()).toMatch(
      /^farmgate_job_seconds_count\{queue="domain-events",job="order\.part-placed",outcome="waiting"\} [1-9]/m,
    );
    // The customer's notice does not wait for the farm's.
    const { notifications } = await inboxOf(customer);
    expect(notifications[0]?.title).toContain(placed.code);
    await recipients.insertOne(owner);
    expect(await kindsFor(newcomer.farmer)).toEqual(['order.received']);
    await queue.close();
  });
});

describe('a farm with two owners', () => {
  it('has its news in the inbox of each, once, and of nobody who packs or left', async () => {
    const own = await market.farm();
    const [partner, packer] = [
      await market.member(own, 'owner'),
      await market.member(own, 'packer'),
    ];
    const plums = await market.product(own, { stock: 50 });
    await market.settled();
    const placed = await market.order(customer, [[plums, 1]]);
    for (const owner of [own.farmer, partner])
      expect(await kindsFor(owner)).toContain('order.received');
    expect(await kindsFor(packer)).toEqual([]);
    const [event] = await market.events({ name: 'order.part-placed', aggregateId: placed._id });
    if (event?.name !== 'order.part-placed') throw new Error('nothing was placed');
    await market.app
      .get(Transactions)
      .run((session) => market.app.get(NotificationsProcessor).notify([event], session));
    for (const owner of [own.farmer, partner])
      expect((await kindsFor(owner)).filter((kind) => kind === 'order.received')).toHaveLength(1);
    // what one of them reads of a conversation is read for both
    const [part] = placed.parts;
    const thread = `/orders/${placed._id}/parts/${part?._id}/messages`;
    await customer.client.post(thread, { text: 'Hello' }, { 'idempotency-key': 'k'.repeat(20) });
    await market.settled();
    expect((await inboxOf(partner)).notifications[0]).toMatchObject({
      kind: 'message.received',
      readAt: null,
    });
    await own.farmer.client.call('PUT', `${thread}/read`, { number: 1 });
    await market.settled();
    expect((await inboxOf(partner)).notifications[0]?.readAt).not.toBeNull();
    // no more after leaving
    expect((await partner.client.post('/team/leave', { farmId: own.id })).status).toBe(200);
    await market.settled();
    const before = (await inboxOf(partner)).total;
    await market.order(customer, [[plums, 1]]);
    await market.settled();
    expect((await inboxOf(partner)).total).toBe(before);
  });
});

describe('an inbox', () => {
  it('is marked as read in all tabs, with increasing versions', async () => {
    const tab = await SocketClient.connect(market.url, customer.client);
    const { notifications, total, unread, version } = await inboxOf(customer);
    expect(unread).toBe(notifications.length);
    const ids = notifications.slice(0, 2).map(({ _id }) => _id);
    const { body } = await customer.client.post('/inbox/read', { ids });
    const count = inboxCountSchema.parse(body);
    expect(count).toEqual({ total, unread: unread - 2, version: version + 1 });
    const event = await tab.receives('inbox.read');
    expect(event.payload).toMatchObject({ ids, inbox: count });
    expect(event.version).toBe(count.version);

    // A repeated request emits no event.
    expect((await customer.client.post('/inbox/read', { ids })).body).toEqual(count);
    const all = await customer.client.post('/inbox/read', { all: true });
    expect(all.body).toEqual({ total, unread: 0, version: version + 2 });
    expect((await tab.receives('inbox.read', ({ payload }) => payload.ids === null)).version).toBe(
      version + 2,
    );
    expect((await inboxOf(customer)).notifications.every(({ readAt }) => readAt)).toBe(true);
    expect(tab.ofName('inbox.read')).toHaveLength(2);
    tab.close();
  });

  it('has correct counts when entries are added and read concurrently', async () => {
    const carrots = await market.product(farm, { stock: 50 });
    const { version } = await inboxOf(farm.farmer);
    await Promise.all([
      ...Array.from({ length: 8 }, () => market.order(customer, [[carrots, 1]])),
      farm.farmer.client.post('/inbox/read', { all: true }),
    ]);
    await market.settled();
    const now = await inboxOf(farm.farmer, '?limit=100');
    const rows = (await market.events({ aggregateId: `inbox:${farm.farmer.user._id}` })).toSorted(
      (a, b) => a.version - b.version,
    );
    expect(rows.map((row) => row.version)).toEqual(rows.map((_, n) => n + 1));
    expect(now.version).toBe(rows.length);
    expect(now.version).toBeGreaterThan(version);
    expect(now.unread).toBe(now.notifications.filter(({ readAt }) => readAt === null).length);
    expect(rows.at(-1)?.payload).toMatchObject({
      inbox: { unread: now.unread, version: now.version },
    });
  });

  it('is paged, newest first', async () => {
    const { notifications, total } = await inboxOf(customer, '?limit=100');
    const first = await inboxOf(customer, '?limit=3');
    const second = await inboxOf(customer, `?limit=100&cursor=${first.nextCursor}`);
    expect([...first.notifications, ...second.notifications]).toEqual(notifications);
    expect([first.total, second.total, second.nextCursor]).toEqual([total, total, null]);
    expect(total).toBe(notifications.length);
  });

  it('is private', async () => {
    const stranger = await market.person('customer');
    await market.settled();
    const { notifications } = await inboxOf(farm.farmer);
    const ids = notifications.filter(({ readAt }) => !readAt).map(({ _id }) => _id);
    expect(ids.length).toBeGreaterThan(0);
    expect((await inboxOf(stranger)).total).toBe(0);
    const answer = await stranger.client.post('/inbox/read', { ids });
    expect(answer).toMatchObject({ status: 200, body: { unread: 0, version: 0 } });
    expect((await inboxOf(farm.farmer)).notifications).toEqual(notifications);
    expect((await market.visitor.get('/inbox')).code).toBe('UNAUTHENTICATED');
    expect((await market.visitor.post('/inbox/read', { all: true })).code).toBe('UNAUTHENTICATED');
  });

  it('rejects requests without ids, with invalid ids, and with ids and all', async () => {
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { all: false }, { all: true, ids: [] }])
      expect((await customer.client.post('/inbox/read', body)).code).toBe('VALIDATION_FAILED');
  });
});

describe('a farmer or a user', () => {
  it('gets one entry each time stock runs low or out', async () => {
    const { farmer } = farm;
    const plums = await market.product(farm, { name: 'Plums', stock: 8, lowAt: 5 });
    const stockNotices = async () => {
      await market.settled();
      return (await inboxOf(farmer, '?limit=100')).notifications
        .filter(({ title }) => title.startsWith('Plums'))
        .map(({ kind }) => kind);
    };
    await market.order(customer, [[plums, 1]]);
    expect(await stockNotices()).toEqual([]);
    await market.order(customer, [[plums, 3]]);
    await market.order(customer, [[plums, 1]]);
    expect(await stockNotices()).toEqual(['stock.low']);
    await market.order(customer, [[plums, 3]]);
    expect(await stockNotices()).toEqual(['stock.sold_out', 'stock.low']);
    const { version } = productDtoSchema.parse(
      (await farmer.client.get(`/products/${plums._id}`)).body,
    );
    const refilled = await farmer.client.patch(`/products/${plums._id}`, { version, onHand: 9 });
    expect(refilled.status).toBe(200);
    expect(await stockNotices()).toHaveLength(2);
    await market.order(customer, [[plums, 9]]);
    expect(await stockNotices()).toEqual(['stock.sold_out', 'stock.sold_out', 'stock.low']);
  });

  it('gets entries about their farm and their account, with the reason', async () => {
    const { client } = await market.person('farmer');
    await waitFor('the farm to be created', async () =>
      (await kindsOf(client)).includes('farm.created'),
    );
    const guest = await market.person('customer');
    const change = { status: 'inactive', reason: 'Asked for it' };
    expect((await admin.client.patch(`/users/${guest.user._id}/status`, change)).status).toBe(200);
    expect(await kindsFor(guest)).toEqual(['account.inactive']);
    const { notifications } = await inboxOf(guest);
    expect(notifications[0]?.text).toContain('“Asked for it”');
    // Inactive users may read.
    expect((await guest.client.post('/inbox/read', { all: true })).body).toMatchObject({
      unread: 0,
    });
  });

  it('gets an entry about an admin’s decision on the farm', async () => {
    const { id, farmer } = await market.farm();
    const { version } = ownFarmDtoSchema.parse((await farmer.client.get('/farms/mine')).body);
    const decision = { decision: 'refused', reason: 'No pictures', version };
    expect((await admin.client.patch(`/farms/${id}/decision`, decision)).status).toBe(200);
    expect(await kindsFor(farmer)).toEqual(['farm.refused']);
    expect((await inboxOf(farmer)).notifications[0]?.text).toContain('“No pictures”');
  });

  const kindsOf = async (client: TestPerson['client']) =>
    inboxPageSchema.parse((await client.get('/inbox')).body).notifications.map(({ kind }) => kind);
});
