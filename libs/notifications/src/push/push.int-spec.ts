import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  type InboxPage,
  inboxPageSchema,
  type OrderDto,
  PUSH_DEVICES_MAX,
  type PushKind,
  pushDtoSchema,
  pushKindSchema,
  type QuietHours,
} from '#libs/contracts';
import { draft, Jobs, Outbox, openQueue, REDIS, Transactions } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  Marketplace,
  movePart,
  PushService,
  type TestFarm,
  type TestPerson,
  type TestSubscription,
  waitFor,
} from '#libs/testing';
import type { Push } from './push.model.js';
import { PushProcessor } from './push.processor.js';
import type { PushBook } from './push-book.model.js';
import { PushesService } from './pushes.service.js';

let service: PushService;
let market: Marketplace;
let farm: TestFarm;
let carrots: Product;
let queue: ReturnType<typeof openQueue>;
beforeAll(async () => {
  service = await PushService.open();
  market = await Marketplace.open({ settings: { PUSH_HOSTS: service.origin } });
  farm = await market.farm(['pickup']);
  carrots = await market.product(farm, { stock: 1_000 });
  queue = openQueue('push', market.app.get<Redis>(REDIS));
});
afterAll(async () => {
  await queue.close();
  await market.close();
  await service.close();
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(service.faults).toEqual([]);
});

const ALL: PushKind[] = [...pushKindSchema.options];
const put = ({ client }: TestPerson, subscription: object, more: object = {}) =>
  client.put('/push/devices', { name: 'Phone', kinds: ALL, ...subscription, ...more });
/** A device of this person that gets pushes of these kinds. */
async function turnOn(person: TestPerson, kinds = ALL): Promise<TestSubscription> {
  const subscription = service.subscribe();
  expect(await put(person, subscription, { kinds })).toMatchObject({ status: 200 });
  return subscription;
}
const devicesOf = async ({ client }: TestPerson) =>
  pushDtoSchema.parse((await client.get('/push')).body).devices;
const rows = () => market.collection<Push>('pushes');
const rowsOf = ({ user }: TestPerson) =>
  rows()
    .find({ userId: new Types.ObjectId(user._id) })
    .sort({ _id: 1 })
    .toArray();
/** Waits until nothing of this person waits to be sent. */
async function sent(person: TestPerson): Promise<void> {
  await market.settled();
  await waitFor('every push to be done', async () =>
    (await rowsOf(person)).every(({ doneAt }) => doneAt !== null),
  );
}
const newOrder = (customer: TestPerson, quantity = 4) =>
  market.order(customer, [[carrots, quantity]]);
const part = ({ _id, parts }: OrderDto) => ({ orderId: _id, partId: parts[0]?._id });
async function change(who: TestPerson, order: OrderDto, version: number, body: object) {
  const answer = await movePart(who.client, part(order), { version, ...body });
  expect(answer.code).toBeUndefined();
}
const quantityOf = (quantity: number) => ({
  lines: [{ productId: carrots._id.toString(), quantity }],
});
const farmReason = (reason: string) => ({ reason, declineReason: 'other' });
const inboxOf = async ({ client }: TestPerson): Promise<InboxPage> =>
  inboxPageSchema.parse((await client.get('/inbox')).body);
const setQuiet = async ({ client }: TestPerson, quiet: QuietHours | null) =>
  expect(await client.put('/push/quiet-hours', { quiet })).toMatchObject({ status: 200 });
/** Quiet hours around now, which end in at least half an hour. */
function aroundNow(): QuietHours {
  const clock = (addMs: number) => new Date(Date.now() + addMs).toISOString().slice(11, 16);
  return { from: clock(-60 * 60_000), to: clock(60 * 60_000) };
}

describe('a push', () => {
  it('reaches the farm’s owner encrypted, signed, and as its mail begins', async () => {
    const shop = await market.farm(['pickup']);
    const product = await market.product(shop);
    const phone = await turnOn(shop.farmer);
    const customer = await market.person('customer');
    const order = await market.order(customer, [[product, 1]]);
    await sent(shop.farmer);
    const [push, ...others] = service.to(phone);
    expect(others).toEqual([]);
    const [entry] = (await inboxOf(shop.farmer)).notifications;
    expect(push?.message).toEqual({
      id: entry?._id,
      tag: `order-received:${order._id}`,
      title: entry?.title,
      body: expect.stringMatching(/^It will be collected from you/),
      path: `/orders/${order._id}`,
      at: entry?.addedAt,
      unread: 1,
    });
    expect(push?.ttl).toBeGreaterThan(23 * 3_600);
    expect(push?.topic).toMatch(/^[\w-]{32}$/);
    expect(push?.claims.sub).toMatch(/^mailto:/);
    // what its mail has and a lock screen need not show
    expect(push?.text).not.toContain('Orchard Lane');
    expect(push?.text.length).toBeLessThan(1_000);
  });

  it('is one per order and kind, by the same topic', async () => {
    const customer = await market.person('customer');
    const phone = await turnOn(customer);
    const order = await newOrder(customer);
    await change(farm.farmer, order, 1, { status: 'accepted' });
    await change(farm.farmer, order, 2, { ...quantityOf(3), ...farmReason('Rain') });
    await sent(customer);
    await change(farm.farmer, order, 3, { ...quantityOf(2), ...farmReason('Hail') });
    await sent(customer);
    await change(farm.farmer, order, 4, { status: 'packed' });
    await change(farm.farmer, order, 5, { status: 'ready_for_pickup' });
    await sent(customer);
    const got = service.to(phone);
    expect(got.map(({ message }) => message.tag)).toEqual([
      `order-short:${order._id}`,
      `order-short:${order._id}`,
      `order-ready:${order._id}`,
    ]);
    expect(new Set(got.map(({ topic }) => topic)).size).toBe(2);
    expect(got[1]?.message.body).toContain('Hail');
  });

  it('comes on each device that wants its kind, and on no other', async () => {
    const customer = await market.person('customer');
    const wants = await turnOn(customer, ['order-ready']);
    const other = await turnOn(customer, ['message']);
    const second = await turnOn(customer);
    const order = await newOrder(customer);
    for (const [n, status] of ['accepted', 'packed', 'ready_for_pickup'].entries())
      await change(farm.farmer, order, n + 1, { status });
    await sent(customer);
    expect([wants, other, second].map((device) => service.to(device).length)).toEqual([1, 0, 1]);
  });

  it('of a message waits for two minutes, and does not come if it was read meanwhile', async () => {
    const customer = await market.person('customer');
    const phone = await turnOn(customer);
    const order = await newOrder(customer);
    const thread = `/orders/${order._id}/parts/${order.parts[0]?._id}/messages`;
    const write = async () => {
      await farm.farmer.client.post(
        thread,
        { text: 'Apricots' },
        { 'idempotency-key': randomUUID() },
      );
      await market.settled();
    };
    await write();
    const [read] = await rowsOf(customer);
    expect(read?.dueAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
    await customer.client.put(`${thread}/read`, { number: 1 });
    await market.settled();
    await promote(read);
    await sent(customer);
    expect(service.to(phone)).toEqual([]);
    await write();
    await promote((await rowsOf(customer))[1]);
    await sent(customer);
    const [push] = service.to(phone);
    expect(push?.message.path).toBe(`/orders/${order._id}?messages=${order.parts[0]?._id}`);
    expect(push?.text).not.toContain('Apricots');
  });
});

/** Runs the job of a push that waits, as if its time had come. */
async function promote(push: Push | undefined): Promise<void> {
  if (!push) throw new Error('nothing is to be pushed');
  const job = await queue.getJob(`${push._id}-${push.dueAt.getTime()}`);
  expect(await job?.isDelayed()).toBe(true);
  await job?.promote();
}

describe('quiet hours', () => {
  it('hold pushes back, and of each kind the newest comes then', async () => {
    const customer = await market.person('customer');
    const phone = await turnOn(customer);
    await setQuiet(customer, aroundNow());
    const order = await newOrder(customer);
    await change(farm.farmer, order, 1, { ...quantityOf(3), ...farmReason('Rain') });
    await market.settled();
    await change(farm.farmer, order, 2, { ...quantityOf(2), ...farmReason('Hail') });
    await market.settled();
    const [older, newer, ...more] = await rowsOf(customer);
    expect([older?.doneAt, newer?.doneAt, more]).toEqual([expect.any(Date), null, []]);
    expect(newer?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30 * 60_000);
    expect(service.to(phone)).toEqual([]);
    // the worker was late, and the hours are not over: it waits again
    await promote(newer);
    await waitFor('the job to be done', async () => {
      const { active = 0, waiting = 0 } = await queue.getJobCounts('active', 'waiting');
      return active + waiting === 0;
    });
    expect(service.to(phone)).toEqual([]);
    await setQuiet(customer, null);
    await market.app.get(PushProcessor).send({ pushId: String(newer?._id) });
    expect(service.to(phone).map(({ message }) => message.body)).toEqual([
      expect.stringContaining('Hail'),
    ]);
  });

  it('over which a push is of no use end without it', async () => {
    const customer = await market.person('customer');
    const phone = await turnOn(customer);
    await setQuiet(customer, aroundNow());
    const order = await newOrder(customer);
    await change(farm.farmer, order, 1, { ...quantityOf(3), ...farmReason('Rain') });
    await market.settled();
    const [push] = await rowsOf(customer);
    const past = new Date(Date.now() - 120_000);
    if (!push) throw new Error('nothing is to be pushed');
    await rows().updateOne({ _id: push._id }, { $set: { dueAt: past, expiresAt: past } });
    await market.app.get(PushProcessor).sweep();
    await sent(customer);
    expect(service.to(phone)).toEqual([]);
  });
});

describe('a push is delivered once', () => {
  /** A push of a short order that waits: nothing adds its job. */
  async function waiting() {
    const customer = await market.person('customer');
    const phone = await turnOn(customer);
    const order = await newOrder(customer);
    await market.settled();
    const lost = jest.spyOn(market.app.get(PushProcessor), 'queue').mockResolvedValue(undefined);
    await change(farm.farmer, order, 1, { ...quantityOf(3), ...farmReason('Rain') });
    await market.settled();
    lost.mockRestore();
    const [push] = await rowsOf(customer);
    if (!push) throw new Error('nothing is to be pushed');
    return { customer, phone, push };
  }
  const due = (push: Push) =>
    rows().updateOne({ _id: push._id }, { $set: { dueAt: new Date(Date.now() - 61_000) } });
  const sweep = () => market.app.get(PushProcessor).sweep();

  it('also if the worker is killed after the commit, or Redis loses the job', async () => {
    const { customer, phone, push } = await waiting();
    await sweep();
    expect(service.to(phone)).toEqual([]);
    await due(push);
    await Promise.all([sweep(), sweep()]);
    await sent(customer);
    await sweep();
    await market.app.get(PushProcessor).send({ pushId: push._id.toString() });
    expect(service.to(phone)).toHaveLength(1);
  });

  it('and again with the same id, which the device knows, if it is killed before it has noted that', async () => {
    const { customer, phone, push } = await waiting();
    jest
      .spyOn(market.app.get(PushesService), 'done')
      .mockRejectedValueOnce(new Error('the worker is dead'));
    const send = () => market.app.get(PushProcessor).send({ pushId: push._id.toString() });
    await expect(send()).rejects.toThrow('the worker is dead');
    await send();
    await send();
    await sent(customer);
    const [first, again, ...others] = service.to(phone);
    expect([others, again?.message]).toEqual([[], first?.message]);
  });

  it('and not for an event that is handled again', async () => {
    const { customer, phone, push } = await waiting();
    await due(push);
    await sweep();
    await sent(customer);
    const filter = { name: 'order.part-changed' } as const;
    await market.forgetHandled('NotificationsProcessor.notify', filter);
    for (const event of await market.events({ name: 'order.part-changed' }))
      await market.handle(event);
    await sent(customer);
    expect(service.to(phone)).toHaveLength(1);
  });
});

describe('a push service', () => {
  async function shorted(customer: TestPerson) {
    const order = await newOrder(customer);
    await change(farm.farmer, order, 1, { ...quantityOf(3), ...farmReason('Rain') });
    await market.settled();
    return order;
  }

  it.each([404, 410])('that answers %d ends the subscription', async (status) => {
    const customer = await market.person('customer');
    const gone = await turnOn(customer);
    const phone = await turnOn(customer);
    service.reply(gone, status);
    await shorted(customer);
    await sent(customer);
    expect(await devicesOf(customer)).toHaveLength(1);
    expect(service.to(phone)).toHaveLength(1);
    await shorted(customer);
    await sent(customer);
    expect(service.to(phone)).toHaveLength(2);
    expect(service.to(gone)).toEqual([]);
  });

  it('that fails is asked again; one that refuses a push is not', async () => {
    const customer = await market.person('customer');
    const [busy, strict] = [await turnOn(customer), await turnOn(customer)];
    service.reply(busy, 503);
    service.reply(strict, 413);
    const before = service.requests;
    await shorted(customer);
    await waitFor('both to be asked', async () => service.requests >= before + 2);
    const byDevice = async (endpoint: string) => {
      const { devices } = (await market
        .collection<PushBook>('pushBooks')
        .findOne({ _id: new Types.ObjectId(customer.user._id) })) as PushBook;
      const id = devices.find((device) => device.endpoint === endpoint)?._id;
      return (await rowsOf(customer)).find(({ deviceId }) => deviceId.equals(String(id)));
    };
    const failed = await byDevice(busy.endpoint);
    await waitFor('the job to wait for another try', async () =>
      (await queue.getJob(`${failed?._id}-${failed?.dueAt.getTime()}`))?.isDelayed(),
    );
    await waitFor('the other to be done', async () =>
      Boolean((await byDevice(strict.endpoint))?.doneAt),
    );
    service.reply(busy, 201);
    await promote(failed);
    await sent(customer);
    expect([service.to(busy).length, service.to(strict).length]).toEqual([1, 0]);
    expect(await devicesOf(customer)).toHaveLength(2);
  });

  it('that never answers holds up nobody else', async () => {
    const customer = await market.person('customer');
    const slow = await turnOn(customer);
    const phone = await turnOn(customer);
    service.reply(slow, 'never');
    await shorted(customer);
    await waitFor('the other device to get it', async () => service.to(phone).length === 1);
    expect((await rowsOf(customer)).some(({ doneAt }) => doneAt === null)).toBe(true);
    service.reply(slow, 201);
    await rows().updateMany(
      { userId: new Types.ObjectId(customer.user._id) },
      { $set: { doneAt: new Date() } },
    );
  });
});

describe('a device', () => {
  it('is listed without its address, changes its kinds, and is removed', async () => {
    const customer = await market.person('customer');
    const phone = service.subscribe();
    const added = pushDtoSchema.parse((await put(customer, phone)).body);
    expect(added).toMatchObject({ devices: [{ name: 'Phone', kinds: ALL }], version: 1 });
    expect(JSON.stringify(added)).not.toContain('127.0.0.1');
    const again = pushDtoSchema.parse((await put(customer, phone, { kinds: ['message'] })).body);
    expect(again.devices).toEqual([{ ...added.devices[0], kinds: ['message'] }]);
    const path = `/push/devices/${added.devices[0]?._id}`;
    const stranger = await market.person('customer');
    expect(await stranger.client.delete(path)).toMatchObject({ status: 200 });
    expect(await devicesOf(customer)).toHaveLength(1);
    for (let n = 0; n < 2; n++)
      expect((await customer.client.delete(path)).body).toMatchObject({ devices: [] });
  });

  it('belongs to who turned it on last', async () => {
    const [first, second] = [await market.person('customer'), await market.person('customer')];
    const phone = await turnOn(first);
    expect(await put(second, phone)).toMatchObject({ status: 200 });
    expect([await devicesOf(first), (await devicesOf(second)).length]).toEqual([[], 1]);
  });

  it('ends with its session, and with a suspension', async () => {
    const [customer, other] = [await market.person('customer'), await market.person('customer')];
    for (const person of [customer, other]) await turnOn(person);
    const id = `session-of-${customer.subject}`;
    await market.app
      .get(Transactions)
      .run((session) =>
        market.app
          .get(Outbox)
          .add(session, draft('session.ended', { id, version: 1 }, { sessionId: id })),
      );
    await market.settled();
    expect([await devicesOf(customer), (await devicesOf(other)).length]).toEqual([[], 1]);
    const admin = await market.person('admin');
    const suspension = { status: 'suspended', reason: 'Spam' };
    await admin.client.patch(`/users/${other.user._id}/status`, suspension);
    await market.settled();
    const book = await market
      .collection<PushBook>('pushBooks')
      .findOne({ _id: new Types.ObjectId(other.user._id) });
    expect(book?.devices).toEqual([]);
  });

  it.each([
    ['a host of our own network', 'https://10.0.0.1/send/1'],
    ['a name of it', 'https://redis/send/1'],
    ['another host', 'https://push.evil.example/send/1'],
    ['a host that only ends alike', 'https://notfcm.googleapis.com.evil.example/1'],
    ['another port', 'https://fcm.googleapis.com:8443/1'],
    ['a password', 'https://a:b@fcm.googleapis.com/1'],
    ['no https', 'http://fcm.googleapis.com/1'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'nonsense'],
  ])('with %s is refused, and nothing changes', async (_, endpoint) => {
    const others = await Marketplace.open({
      engines: market.engines,
      settings: { PUSH_HOSTS: 'fcm.googleapis.com' },
    });
    const person = await market.person('customer');
    const client = others.visitor.as(person.client.token);
    const body = { name: 'Phone', kinds: ALL, keys: service.subscribe().keys, endpoint };
    expect(await client.put('/push/devices', body)).toMatchObject({
      ...{ status: 422, code: 'PUSH_ENDPOINT_REFUSED' },
    });
    expect(await devicesOf(person)).toEqual([]);
    const known = { ...body, endpoint: 'https://fcm.googleapis.com/fcm/send/1' };
    expect(await client.put('/push/devices', known)).toMatchObject({ status: 200 });
    await others.close();
  });

  it('with keys that are none, kinds that are none, or one too many is refused', async () => {
    const person = await market.person('customer');
    const subscription = service.subscribe();
    const { p256dh, auth } = subscription.keys;
    const noPoint = Buffer.from(p256dh, 'base64url').fill(7, 1).toString('base64url');
    for (const keys of [{ p256dh: p256dh.slice(0, -1), auth }, { p256dh, auth: `${auth}A` }, {}])
      expect(await put(person, { ...subscription, keys })).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    for (const kinds of [[], ['everything'], ['message', 'message']])
      expect(await put(person, subscription, { kinds })).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    const keys = { p256dh: noPoint, auth };
    expect(await put(person, { ...subscription, keys })).toMatchObject({
      ...{ status: 422, code: 'PUSH_KEY_INVALID' },
    });
    expect(await devicesOf(person)).toEqual([]);
    for (let n = 0; n < PUSH_DEVICES_MAX; n++) await turnOn(person);
    expect(await put(person, subscription)).toMatchObject({
      ...{ status: 409, code: 'PUSH_DEVICE_LIMIT_REACHED' },
    });
    expect(await devicesOf(person)).toHaveLength(PUSH_DEVICES_MAX);
  });

  it('is not taken where nothing is pushed', async () => {
    const silent = await Marketplace.open({
      engines: market.engines,
      settings: { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' },
    });
    const person = await market.person('customer');
    const client = silent.visitor.as(person.client.token);
    const body = { name: 'Phone', kinds: ALL, ...service.subscribe() };
    expect(await client.put('/push/devices', body)).toMatchObject({ code: 'PUSH_NOT_OFFERED' });
    expect((await client.get('/settings/public')).body).toMatchObject({ push: null });
    await silent.close();
  });
});

it('the sweep is a job of the worker', async () => {
  const sweep = jest.spyOn(market.app.get(PushesService), 'overdue');
  await market.app.get(Jobs).add('push.sweep', {}, { id: 'test' });
  await waitFor('it to be run', async () => sweep.mock.calls.length > 0);
});
