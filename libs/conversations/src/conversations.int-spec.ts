import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import sharp from 'sharp';
import {
  auditPageSchema,
  CONVERSATION_DAYS,
  type Conversation,
  conversationSchema,
  conversationsSchema,
  inboxPageSchema,
  MAX_LENGTH,
  type Message,
  type MessageReport,
  messageReportSchema,
  messageReportsPageSchema,
  messageSchema,
  messagesPageSchema,
  type OrderDto,
  uploadedPictureSchema,
} from '#libs/contracts';
import { rateLimits } from '#libs/platform';
import type { Product } from '#libs/products';
import { type Answer, Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';

let market: Marketplace;
let customer: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;
let farm: TestFarm;
let other: TestFarm;
let carrots: Product;
let beets: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  ({ customer, admin, farm, other } = await market.cast());
  stranger = await market.person('customer');
  carrots = await market.product(farm, { stock: 1_000 });
  beets = await market.product(other, { name: 'Beets', stock: 1_000 });
});
afterAll(() => market.close());

const once = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
const newOrder = () => market.order(customer, [[carrots, 1]]);
const threadOf = (order: OrderDto, at = 0) =>
  `/orders/${order._id}/parts/${order.parts[at]?._id}/messages`;

const send = (
  who: TestPerson,
  thread: string,
  body: object = { text: 'Is five o’clock right?' },
  headers = once(),
): Promise<Answer> => who.client.post(thread, body, headers);
const sent = async (...call: Parameters<typeof send>): Promise<Message> => {
  const answer = await send(...call);
  expect(answer.status).toBe(201);
  return messageSchema.parse(answer.body);
};
const read = (who: TestPerson, thread: string, number: number): Promise<Answer> =>
  who.client.call('PUT', `${thread}/read`, { number });
const pageOf = async (who: TestPerson, thread: string, query = '') =>
  messagesPageSchema.parse((await who.client.get(`${thread}${query}`)).body);
const conversationOf = async (
  who: TestPerson,
  order: OrderDto,
): Promise<Conversation | undefined> =>
  conversationsSchema.parse((await who.client.get(`/orders/${order._id}/conversations`)).body)
    .conversations[0];
const unreadOf = async (who: TestPerson) =>
  conversationsSchema.parse((await who.client.get('/conversations/unread')).body).conversations;
const noticesOf = async (who: TestPerson, order: OrderDto) => {
  await market.settled();
  const { notifications } = inboxPageSchema.parse((await who.client.get('/inbox')).body);
  return notifications.filter(
    ({ kind, link }) => kind === 'message.received' && link.path.startsWith(`/orders/${order._id}`),
  );
};
const report = (who: TestPerson, thread: string, { _id }: Message): Promise<Answer> =>
  who.client.post(`${thread}/${_id}/report`, { reason: 'An advertisement' });
const reported = async (...call: Parameters<typeof report>): Promise<MessageReport> =>
  messageReportSchema.parse((await report(...call)).body);
const decide = ({ _id, version }: MessageReport, remove: boolean): Promise<Answer> =>
  admin.client.patch(`/message-reports/${_id}`, { version, remove, reason: 'It is one' });
const upload = async (who: TestPerson, background: string): Promise<string> => {
  const create = { width: 9, height: 9, channels: 3, background } as const;
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
  const answer = await who.client.call('POST', '/uploads/pictures', bytes, {
    'content-type': 'image/png',
  });
  return uploadedPictureSchema.parse(answer.body).url;
};

describe('a message', () => {
  it('is one for each key, in the order in which both sides wrote', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    const key = once();
    const first = await sent(customer, thread, { text: 'Hello\nthere' }, key);
    expect(await sent(customer, thread, { text: 'Hello\nthere' }, key)).toEqual(first);
    expect((await send(customer, thread, { text: 'Other' }, key)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    await sent(farm.farmer, thread, { text: 'Good morning' });
    const { messages, total } = await pageOf(customer, thread);
    expect(messages.map(({ number, from, text, author }) => [number, from, text, author])).toEqual([
      [2, 'farm', 'Good morning', farm.farmer.user.name],
      [1, 'customer', 'Hello\nthere', customer.user.name],
    ]);
    expect(total).toBe(2);
  });

  it('gets a number of its own when many are sent at once', async () => {
    const thread = threadOf(await newOrder());
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        sent(n % 2 ? customer : farm.farmer, thread, { text: `${n}` }),
      ),
    );
    const { messages } = await pageOf(customer, thread);
    expect(messages.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('is listed by pages, of which each has the total', async () => {
    const thread = threadOf(await newOrder());
    for (const text of ['1', '2', '3']) await sent(customer, thread, { text });
    const first = await pageOf(farm.farmer, thread, '?limit=2');
    const rest = await pageOf(farm.farmer, thread, `?limit=2&cursor=${first.nextCursor}`);
    const texts = [...first.messages, ...rest.messages].map(({ text }) => text);
    expect([texts, first.total, rest.total, rest.nextCursor]).toEqual([
      ['3', '2', '1'],
      3,
      3,
      null,
    ]);
    expect((await farm.farmer.client.get(`${thread}?cursor=nonsense`)).code).toBe('CURSOR_INVALID');
  });

  it('brings pictures of its writer, and no others', async () => {
    const thread = threadOf(await newOrder());
    const [own, ofFarm] = [await upload(customer, '#123456'), await upload(farm.farmer, '#654321')];
    const { pictures } = await sent(customer, thread, { pictures: [own] });
    expect(pictures.map(({ url }) => url)).toEqual([own]);
    expect((await sent(farm.farmer, thread, { pictures: [ofFarm] })).pictures).toHaveLength(1);
    const foreign = await send(customer, thread, { text: 'Mine?', pictures: [ofFarm] });
    expect([foreign.code, (await pageOf(customer, thread)).total]).toEqual([
      'VALIDATION_FAILED',
      2,
    ]);
  });

  it.each([
    ['of 10,000 characters', { text: 'x'.repeat(10_000) }],
    ['with one character too many', { text: 'x'.repeat(MAX_LENGTH.message + 1) }],
    ['of nothing', { text: ' \n\u200b ' }],
    ['in the name of another side', { text: 'Hello', from: 'farm' }],
  ])('%s is refused, and changes nothing', async (_, body) => {
    const order = await newOrder();
    expect((await send(customer, threadOf(order), body)).code).toBe('VALIDATION_FAILED');
    expect(await conversationOf(customer, order)).toBeUndefined();
  });

  it('is refused beyond sixty in a minute, and what is refused is not stored', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    // another process on the same data, with the limits of production
    const strict = await Marketplace.open({ engines: market.engines, limits: rateLimits });
    const client = await strict.signedIn(customer.subject);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.post(thread, { text: `Message ${n}` }, once())),
    );
    const refused = answers.filter(({ code }) => code === 'RATE_LIMITED');
    // a minute may end in between
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100 - refused.length);
    expect(refused[0]).toMatchObject({ status: 429 });
    expect((await pageOf(customer, thread)).total).toBe(100 - refused.length);
    await strict.close();
  });

  it('belongs to the two sides of a part: for all others it does not exist', async () => {
    const both = await market.order(customer, [
      [carrots, 1],
      [beets, 1],
    ]);
    const at = both.parts.findIndex(({ farmId }) => farmId === farm.id);
    const thread = threadOf(both, at);
    const message = await sent(customer, thread);
    const wrongOrder = thread.replace(both._id, (await newOrder())._id);
    const calls: [TestPerson, string][] = [
      [stranger, thread],
      [other.farmer, thread],
      [customer, wrongOrder],
      [customer, thread.replace(both._id, new Types.ObjectId().toString())],
    ];
    for (const [who, path] of calls) {
      expect((await who.client.get(path)).code).toBe('ORDER_NOT_FOUND');
      expect((await send(who, path)).code).toBe('ORDER_NOT_FOUND');
      expect((await read(who, path, 1)).code).toBe('ORDER_NOT_FOUND');
      expect((await report(who, path, message)).code).toBe('ORDER_NOT_FOUND');
    }
    // the farm of the other part sees the order, and nothing of this conversation
    expect(await conversationOf(other.farmer, both)).toBeUndefined();
    expect((await pageOf(customer, thread)).total).toBe(1);
  });

  it('can be sent until two weeks after the end of its part, and read afterwards', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    const [part] = order.parts;
    const ids = { orderId: order._id, partId: part?._id };
    await sent(customer, thread);
    await movePart(farm.farmer.client, ids, {
      ...{ version: part?.version, status: 'declined', declineReason: 'other' },
    });
    await sent(farm.farmer, thread, { text: 'It rained' });
    const ended = (days: number) =>
      market
        .collection('orders')
        .updateOne(
          { _id: new Types.ObjectId(order._id) },
          { $set: { 'parts.0.timeline.1.at': new Date(Date.now() - days * 86_400_000) } },
        );
    await ended(CONVERSATION_DAYS - 0.01);
    await sent(customer, thread, { text: 'I see' });
    await ended(CONVERSATION_DAYS);
    for (const who of [customer, farm.farmer])
      expect((await send(who, thread)).code).toBe('CONVERSATION_CLOSED');
    expect((await pageOf(customer, thread)).total).toBe(3);
    expect((await read(customer, thread, 3)).status).toBe(200);
  });
});

describe('what a side has read', () => {
  it('is counted for it alone, and only grows', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    for (const text of ['1', '2', '3']) await sent(customer, thread, { text });
    const readBy = async (who: TestPerson, number: number) =>
      conversationSchema.parse((await read(who, thread, number)).body);
    const unread = (await unreadOf(farm.farmer)).find(({ orderId }) => orderId === order._id);
    expect(unread?.unread).toEqual({ customer: 0, farm: 3 });
    const some = await readBy(farm.farmer, 2);
    expect([some.unread.farm, some.read]).toEqual([1, { customer: 0, farm: 2 }]);
    // late, twice, and by a page that has not seen the last one
    expect(await readBy(farm.farmer, 2)).toEqual(some);
    expect(await readBy(farm.farmer, 1)).toEqual(some);
    expect(await readBy(customer, 3)).toEqual(some);
    const all = await readBy(farm.farmer, 99);
    expect([all.unread.farm, all.read.farm]).toEqual([0, 3]);
    expect((await unreadOf(farm.farmer)).some(({ orderId }) => orderId === order._id)).toBe(false);
    expect(await conversationOf(customer, order)).toEqual(all);
  });

  it('is one notification for all that is unread, which goes when it is read', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    await sent(customer, thread);
    await sent(customer, thread);
    const [first, ...more] = await noticesOf(farm.farmer, order);
    expect([first?.readAt, more]).toEqual([null, []]);
    expect(first?.title).toContain(order.code);
    await read(farm.farmer, thread, 1);
    expect((await noticesOf(farm.farmer, order))[0]?.readAt).toBeNull();
    await read(farm.farmer, thread, 2);
    expect((await noticesOf(farm.farmer, order))[0]?.readAt).not.toBeNull();
    await sent(customer, thread);
    const both = await noticesOf(farm.farmer, order);
    expect(both.map(({ readAt }) => readAt === null)).toEqual([true, false]);
    expect(await noticesOf(customer, order)).toEqual([]);
  });
});

describe('a report of a message', () => {
  it('opens the conversation to admins, who remove it for both sides', async () => {
    const order = await newOrder();
    const thread = threadOf(order);
    const message = await sent(customer, thread, { text: 'Buy at www.evil.example' });
    expect((await admin.client.get(thread)).code).toBe('CONVERSATION_NOT_FOUND');
    expect(await conversationOf(admin, order)).toBeUndefined();
    expect((await report(customer, thread, message)).code).toBe('MESSAGE_OWN');
    const made = await reported(farm.farmer, thread, message);
    expect((await report(farm.farmer, thread, message)).code).toBe('MESSAGE_REPORTED');
    const seenBy = async (who: TestPerson) => (await pageOf(who, thread)).messages[0];
    expect((await seenBy(farm.farmer))?.reported).toBe(true);
    expect((await seenBy(customer))?.reported).toBe(false);
    expect((await seenBy(admin))?.text).toBe('Buy at www.evil.example');
    expect((await conversationOf(admin, order))?._id).toBe(made.message.partId);
    const removed = messageReportSchema.parse((await decide(made, true)).body);
    expect([removed.status, removed.message.text]).toEqual(['removed', 'Buy at www.evil.example']);
    for (const who of [customer, farm.farmer]) {
      const { text, removedAt, reported: isReported } = (await seenBy(who)) ?? {};
      expect([text, isReported]).toEqual(['', false]);
      expect(removedAt).not.toBeNull();
    }
    const { entries } = auditPageSchema.parse((await admin.client.get('/audit-log')).body);
    expect(entries.find(({ action }) => action === 'message.removed')).toMatchObject({
      target: { type: 'order', id: order._id },
      after: { status: 'removed', from: 'customer', id: message._id },
      reason: 'It is one',
    });
  });

  it('is decided once, of the version that was seen', async () => {
    const thread = threadOf(await newOrder());
    const made = await reported(customer, thread, await sent(farm.farmer, thread));
    expect((await decide({ ...made, version: 2 }, false)).code).toBe('VERSION_CONFLICT');
    const kept = messageReportSchema.parse((await decide(made, false)).body);
    expect([kept.status, kept.decision?.by]).toEqual(['kept', admin.user.name]);
    expect((await decide(kept, true)).code).toBe('MESSAGE_DECIDED');
    expect((await pageOf(farm.farmer, thread)).messages[0]?.removedAt).toBeNull();
  });

  it('is listed for admins by state, with how many are open', async () => {
    const thread = threadOf(await newOrder());
    const made = await reported(customer, thread, await sent(farm.farmer, thread));
    const listed = async (status: string) =>
      messageReportsPageSchema.parse(
        (await admin.client.get(`/message-reports?status=${status}`)).body,
      );
    const open = await listed('open');
    expect(open.reports[0]).toEqual(made);
    expect([open.open, open.total]).toEqual([1, 1]);
    await decide(made, false);
    expect(await listed('open')).toMatchObject({ reports: [], open: 0 });
    expect((await listed('decided')).reports.map(({ _id }) => _id)).toContain(made._id);
  });
});
