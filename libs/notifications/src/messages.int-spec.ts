import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { messageSchema, type OrderDto } from '#libs/contracts';
import { openQueue, REDIS, Transactions } from '#libs/platform';
import type { Product } from '#libs/products';
import { Marketplace, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { InboxService } from './inbox.service.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailCatcher } from './mail/mail-catcher.js';
import { IF_UNREAD_MS } from './notice-channels.js';
import type { Notification } from './notification.model.js';
import { NotificationsProcessor } from './notifications.processor.js';

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let carrots: Product;
let mail: ReturnType<typeof openQueue>;
beforeAll(async () => {
  market = await Marketplace.open();
  [customer, farm] = await Promise.all([market.person('customer'), market.farm()]);
  carrots = await market.product(farm, { stock: 100 });
  mail = openQueue('mail', market.app.get<Redis>(REDIS));
});
afterAll(async () => {
  await mail.close();
  await market.close();
});

const newOrder = () => market.order(customer, [[carrots, 1]]);
const threadOf = ({ _id, parts }: OrderDto) => `/orders/${_id}/parts/${parts[0]?._id}/messages`;
async function write(order: OrderDto): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await customer.client.post(threadOf(order), { text: 'Apricots' }, headers);
  messageSchema.parse(body);
  await market.settled();
}
async function read(order: OrderDto, number: number): Promise<void> {
  const { status } = await farm.farmer.client.call('PUT', `${threadOf(order)}/read`, { number });
  expect(status).toBe(200);
  await market.settled();
}
const entriesOf = (order: OrderDto) =>
  market
    .collection<Notification>('notifications')
    .find({ kind: 'message.received', 'link.path': pageOf(order) })
    .sort({ addedAt: 1 })
    .toArray();
const mailsOf = async (order: OrderDto) =>
  (await market.app.get(MailCatcher).newest())
    .filter(
      ({ to, subject }) => to.address === farm.farmer.user.email && /wrote to you/.test(subject),
    )
    .filter(({ subject }) => subject.includes(order.code));
/** Runs the mail job that waits for an entry, as if its time had come. */
async function sendWhenDue(entry: Notification | undefined): Promise<void> {
  if (!entry) throw new Error('there is no notification');
  const job = await mail.getJob(String(entry.mailJobId));
  expect(await job?.isDelayed()).toBe(true);
  await job?.promote();
  const entries = market.collection<Notification>('notifications');
  await waitFor('its mail to be handled', () =>
    entries.findOne({ _id: entry._id, mailedAt: { $ne: null } }),
  );
}

describe('messages', () => {
  it('are mailed once, if they are unread for two minutes', async () => {
    const order = await newOrder();
    for (let n = 0; n < 3; n++) await write(order);
    const [entry, ...others] = await entriesOf(order);
    expect(others).toEqual([]);
    const waits = (entry?.mailAt.getTime() ?? 0) - (entry?.addedAt.getTime() ?? 0);
    expect(waits).toBe(IF_UNREAD_MS);
    expect(await mailsOf(order)).toEqual([]);
    await sendWhenDue(entry);
    await write(order);
    await market.app.get(MailProcessor).mail({ notificationIds: [String(entry?._id)] });
    const [sent, ...more] = await mailsOf(order);
    expect([more, (await entriesOf(order)).length]).toEqual([[], 1]);
    expect(sent?.text).toContain(pageOf(order));
    expect(sent?.text).not.toContain('Apricots');
  });

  it('that were read meanwhile are not mailed; the next ones are', async () => {
    const order = await newOrder();
    await write(order);
    await read(order, 1);
    await sendWhenDue((await entriesOf(order))[0]);
    expect(await mailsOf(order)).toEqual([]);
    await write(order);
    await sendWhenDue((await entriesOf(order))[1]);
    expect(await mailsOf(order)).toHaveLength(1);
  });

  it('are mailed also if Redis has lost the job', async () => {
    const order = await newOrder();
    await write(order);
    const [entry] = await entriesOf(order);
    await (await mail.getJob(String(entry?.mailJobId)))?.remove();
    const ahead = new Date(Date.now() + 60_000);
    const jobs = await market.app.get(InboxService).mailJobsBetween(new Date(0), ahead);
    await market.app.get(MailProcessor).queue(jobs);
    await sendWhenDue(entry);
    expect(await mailsOf(order)).toHaveLength(1);
  });

  it('that are read before their notification is there wait for it, and are read once', async () => {
    const order = await newOrder();
    await write(order);
    await read(order, 1);
    const [event] = await market.events({ name: 'message.read', aggregateId: keyOf(order) });
    if (event?.name !== 'message.read') throw new Error('nothing was read');
    const entries = market.collection<Notification>('notifications');
    const [entry] = await entriesOf(order);
    if (!entry) throw new Error('there is no notification');
    const handle = () =>
      market.app
        .get(Transactions)
        .run((session) => market.app.get(NotificationsProcessor).readNotice(event, session));
    await handle();
    expect((await entriesOf(order))[0]?.readAt).toEqual(entry.readAt);
    await entries.deleteOne({ _id: entry._id });
    await expect(handle()).rejects.toThrow('waits for the notification');
    await entries.insertOne({ ...entry, readAt: null });
    await handle();
    expect((await entriesOf(order))[0]?.readAt).toBeInstanceOf(Date);
  });
});

const pageOf = ({ _id, parts }: OrderDto) => `/orders/${_id}?messages=${parts[0]?._id}`;
const keyOf = ({ parts }: OrderDto) => `conversation:${parts[0]?._id}`;
