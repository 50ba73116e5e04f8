import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import ICAL from 'ical.js';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import { caughtMailSchema, type DomainEvent, type NotificationKind } from '#libs/contracts';
import {
  CALENDAR_TYPE,
  idAt,
  Jobs,
  openQueue,
  REDIS,
  Transactions,
  toCalendar,
} from '#libs/platform';
import { Marketplace, movePart, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { InboxService, type NewEntry } from '../inbox.service.js';
import { MailProcessor } from './mail.processor.js';
import { CAUGHT, MailCatcher } from './mail-catcher.js';
import { SmtpMailer } from './mailer.js';

let market: Marketplace;
let farm: TestFarm;
let customer: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  farm = await market.farm(['pickup']);
  customer = await market.person('customer');
});
afterAll(() => market.close());

const catcher = () => market.app.get(MailCatcher);
const clear = () => market.app.get<Redis>(REDIS).del(CAUGHT);
const caughtFor = async (address: string) =>
  (await catcher().newest()).filter(({ to }) => to.address === address);
const mailTo = (person: TestPerson, subject: RegExp) =>
  waitFor(`a mail to ${person.user.email} about ${subject.source}`, async () =>
    (await caughtFor(person.user.email)).find((mail) => subject.test(mail.subject)),
  );
/** Waits until all entries of this kind are marked as mailed, and returns them. */
const mailed = (kind: NotificationKind) =>
  waitFor(`every ${kind} to be marked as mailed`, async () => {
    const entries = await market.collection('notifications').find({ kind }).toArray();
    return entries.every(({ mailedAt }) => mailedAt instanceof Date) ? entries : null;
  });
/** Waits until the queue has no waiting or active jobs; delayed ones do not count. */
const idle = (queue: ReturnType<typeof openQueue>) =>
  waitFor('the queue to be idle', async () => {
    const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
    return waiting + active === 0;
  });
const page = async (path: string) => {
  const response = await fetch(`${market.url}${path}`);
  return { status: response.status, headers: response.headers, body: await response.text() };
};

describe('a mail', () => {
  it('is sent to the customer and the farm’s owner of an order, once, as HTML and text', async () => {
    const carrots = await market.product(farm, { name: 'Carrots <b>"sweet"</b>' });
    const order = await market.order(customer, [[carrots, 2]]);
    const confirmation = await mailTo(customer, /^Thank you/);
    const received = await mailTo(farm.farmer, /^New order/);
    expect(confirmation.text).toContain(`/orders/${order._id}`);
    expect(received.text).toContain('It will be collected from you.');
    for (const { html, text } of [confirmation, received]) {
      expect(text).toContain('2 × Carrots <b>"sweet"</b>: $5.00');
      expect(html).toContain('2 × Carrots &lt;b&gt;&quot;sweet&quot;&lt;/b&gt;');
      expect(html).not.toContain('<b>');
    }
    await mailed('order.placed');
  });

  it('that confirms an order brings its days as a calendar file', async () => {
    const other = await market.farm(['pickup']);
    await market.schedule(other);
    const buyer = await market.person('customer');
    const order = await market.order(buyer, [[await market.product(other), 1]]);
    const { attachments, id } = await mailTo(buyer, /^Thank you/);
    expect(attachments.map(({ filename }) => filename)).toEqual(['farmgate.ics']);
    const events = new ICAL.Component(
      ICAL.parse(attachments[0]?.content ?? '') as unknown[],
    ).getAllSubcomponents('vevent');
    expect(events.map((event) => event.getFirstPropertyValue('uid'))).toEqual([
      `${order.parts[0]?._id}@parts.farmgate`,
    ]);
    expect((await page(`/dev/mail/${id}`)).body).toContain('BEGIN:VCALENDAR');
    expect((await mailTo(other.farmer, /^New order/)).attachments).toEqual([]);
  });

  it('that was sent is not sent again when its job runs again', async () => {
    await mailTo(customer, /^Thank you/);
    const [entry] = await mailed('order.placed');
    await clear();
    const queue = openQueue('mail', market.app.get<Redis>(REDIS));
    const notificationIds = [String(entry?._id)];
    // Without the original job id, which the queue would ignore as a duplicate.
    const job = await queue.add('notification.mail', { notificationIds, correlationId: 'test' });
    await waitFor('the job to be done', () => job.isCompleted());
    expect(await catcher().newest()).toEqual([]);
    await queue.close();
  });

  it('that cannot be sent holds up no other of its job, and is sent alone when the job runs again', async () => {
    const entries = market.collection('notifications');
    const product = await market.product(farm);
    await market.settled();
    const createdAt = { $gte: new Date() };
    await market.order(customer, [[product, 1]]);
    const own = await waitFor('both entries of the order to be mailed', async () => {
      const found = await entries.find({ createdAt, mailedAt: { $ne: null } }).toArray();
      return found.length === 2 ? found : null;
    });
    // One order is one job.
    expect(new Set(own.map(({ mailJobId }) => String(mailJobId))).size).toBe(1);
    const ids = own.map(({ _id }) => _id);
    await entries.updateMany({ _id: { $in: ids } }, { $set: { mailedAt: null } });
    const recipients = market.collection('recipients');
    const address = { email: customer.user.email };
    const recipient = await recipients.findOne(address);
    if (!recipient) throw new Error('the customer is no recipient');
    await recipients.updateOne(address, { $set: { email: null } });
    await clear();
    const send = () =>
      market.app.get(MailProcessor).mail({ notificationIds: ids.map((id) => String(id)) });
    await expect(send()).rejects.toThrow('waits for the event with the address');
    await recipients.updateOne({ _id: recipient._id }, { $set: address });
    await send();
    const caught = (await catcher().newest()).map(({ to }) => to.address).sort();
    expect(caught).toEqual([customer.user.email, farm.farmer.user.email].sort());
    const mails = await market.app.get<Redis>(REDIS).llen(CAUGHT);
    expect(mails).toBe(2);
  });

  it('whose job Redis lost is queued again by the sweep, after a minute', async () => {
    const [entry] = await mailed('order.placed');
    const entries = market.collection('notifications');
    // The entry with another age, which is that of its id; its mail is not sent.
    const set = async (ageMs: number) => {
      await entries.deleteOne({ eventId: entry?.eventId, userId: entry?.userId });
      const _id = idAt(new Date(Date.now() - ageMs));
      await entries.insertOne({ ...entry, _id, mailedAt: null });
      await clear();
    };
    const queue = openQueue('mail', market.app.get<Redis>(REDIS));
    const sweep = async () => {
      await queue.clean(0, 0, 'completed'); // as if the job had never existed
      await market.app.get(MailProcessor).sweepMail();
      await idle(queue);
    };
    await set(1_000);
    await sweep();
    expect(await catcher().newest()).toEqual([]);
    await set(120_000);
    await sweep();
    await mailTo(customer, /^Thank you/);
    await mailed('order.placed');
    await queue.close();
  });

  it('about an order is not sent to an address that nobody has confirmed', async () => {
    const stranger = await market.person('customer');
    market.identity.accountMails.unconfirmed.add(stranger.user.email);
    await market.order(stranger, [[await market.product(farm), 1]]);
    // It is in the inbox, and its mail does not wait any longer.
    const own = { userId: new Types.ObjectId(stranger.user._id), mailedAt: { $ne: null } };
    await waitFor('the entry to be marked as mailed', () =>
      market.collection('notifications').findOne(own),
    );
    expect(await caughtFor(stranger.user.email)).toEqual([]);
    market.identity.accountMails.unconfirmed.clear();
  });

  it('that is due does not share the job of one of the same batch that waits', async () => {
    const { user } = await market.person('customer');
    const [cause] = await market.collection<DomainEvent>('outbox').find().limit(1).toArray();
    if (!cause) throw new Error('something has happened');
    const entry = (mail?: NewEntry['mail']): NewEntry => ({
      ...{ userId: user._id, eventId: new Types.ObjectId().toString(), mail, cause },
      ...{ kind: 'order.changed', title: 'Changed', text: 'Less', at: new Date().toISOString() },
      ...{ details: [], dates: [], link: { label: 'See order', path: '/orders' } },
    });
    const add = (...entries: NewEntry[]) =>
      market.app
        .get(Transactions)
        .run((session) => market.app.get(InboxService).add(session, entries));
    const group = { group: `order:${user._id}`, topic: 'part', subject: 'It changed' };
    await add(entry(group));
    const { mailJobs } = await add(entry(group), entry());
    expect(mailJobs.map(({ dueAt }) => dueAt.getTime() > Date.now())).toEqual([true, false]);
  });

  it('about changes of an order comes at once, and then once in five minutes with all of them', async () => {
    const shop = await market.farm(['pickup']);
    const buyer = await market.person('customer');
    const plums = await market.product(shop, { name: 'Plums', stock: 50 });
    const order = await market.order(buyer, [[plums, 4]]);
    const partId = order.parts[0]?._id;
    const change = async (version: number, quantity: number) => {
      const lines = [{ productId: plums._id.toString(), quantity }];
      const answer = await movePart(
        buyer.client,
        { orderId: order._id, partId },
        { version, lines },
      );
      expect(answer.status).toBe(200);
      await market.settled();
    };
    await change(1, 10);
    await mailTo(buyer, /^You changed/);
    await change(2, 8);
    await change(3, 6);
    const subject = `Your order ${order.code} changed`;
    /** How often the mail with both changes was sent, and with what. */
    const sent = async () => {
      const all = await market.app.get<Redis>(REDIS).lrange(CAUGHT, 0, -1);
      return all
        .map((text) => caughtMailSchema.parse(JSON.parse(text)))
        .filter((mail) => mail.to.address === buyer.user.email && mail.subject === subject);
    };
    const entries = market.collection('notifications');
    const waits = { userId: new Types.ObjectId(buyer.user._id), mailedAt: null };
    const waiting = await entries.find(waits).sort({ addedAt: 1 }).toArray();
    // Both are one mail, which is due five minutes after the first.
    const [first, second] = waiting;
    expect([waiting.length, second?.mailedWith]).toEqual([2, first?._id]);
    expect([second?.mailAt, second?.mailJobId]).toEqual([first?.mailAt, first?.mailJobId]);
    expect(first?.mailAt.getTime()).toBeGreaterThan(Date.now() + 4 * 60_000);
    // The sweep finds entries whose job may be lost, and still does not send them early.
    const queue = openQueue('mail', market.app.get<Redis>(REDIS));
    const job = await queue.getJob(String(first?.mailJobId));
    await job?.remove();
    const jobs = await market.app
      .get(InboxService)
      .mailJobsBetween(new Date(0), new Date(Date.now() + 60_000));
    await market.app.get(MailProcessor).queue(jobs);
    expect(await (await queue.getJob(String(first?.mailJobId)))?.isDelayed()).toBe(true);
    expect(await sent()).toEqual([]);
    await idle(queue);
    // A worker dies after the mail server took the mail, before the entries are marked.
    const dies = jest
      .spyOn(market.app.get(InboxService), 'markMailed')
      .mockRejectedValueOnce(new Error('the worker is dead'));
    const due = await queue.getJob(String(first?.mailJobId));
    await due?.promote();
    await waitFor('the job to fail', async () => due?.isDelayed());
    expect([dies.mock.calls.length, await entries.countDocuments(waits)]).toEqual([1, 2]);
    dies.mockRestore();
    // Another takes the job: the same mail goes out again, and from then on no other.
    await due?.promote();
    await waitFor('both to be mailed', async () => (await entries.countDocuments(waits)) === 0);
    await market.app.get(MailProcessor).mail({ notificationIds: [String(first?._id)] });
    const [again, mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(again).toEqual({ ...mail, caughtAt: again?.caughtAt });
    expect(mail?.id).toBe(String(first?._id));
    expect(mail?.text).toContain('Plums: 8 instead of 10.');
    expect(mail?.text).toContain('Plums: 6 instead of 8.');
    // What comes is said once, as it is now.
    expect(mail?.text.match(/^- .* × Plums.*$/gm)).toEqual(['- 6 × Plums: $15.00']);
    await queue.close();
  });

  it('reports an account’s status with the reason', async () => {
    const admin = await market.person('admin');
    const guest = await market.person('customer');
    const change = { status: 'suspended', reason: 'Spam' };
    await admin.client.patch(`/users/${guest.user._id}/status`, change);
    expect((await mailTo(guest, /suspended/)).text).toContain('“Spam”');
  });
});

describe('a mail about an account', () => {
  const RESET = {
    kind: 'password-reset',
    to: 'ada@example.test',
    path: '/sign-in/new-password#s-3_cret',
  } as const;
  const arrived = (subject: RegExp) =>
    waitFor(`a mail about ${subject.source}`, async () =>
      (await caughtFor(RESET.to)).find((mail) => subject.test(mail.subject)),
    );

  it('is sent once, with its link and without a name', async () => {
    const { waiting } = market.identity.accountMails;
    const mailId = 'a'.repeat(24);
    waiting.set(mailId, RESET);
    await market.app.get(Jobs).add('account.mail', { mailId }, { id: mailId });
    const { html, text } = await arrived(/^Choose a new password$/);
    expect(text).toContain('Hello,\n');
    expect(text).toMatch(/: https?:\/\/\S+\/sign-in\/new-password#s-3_cret\n/);
    expect(html).toContain('/sign-in/new-password#s-3_cret"');
    await waitFor('the mail to be forgotten', () => Promise.resolve(waiting.size === 0));
    await market.app.get(MailProcessor).mailAccount({ mailId });
    expect(await caughtFor(RESET.to)).toHaveLength(1);
  });

  it('whose job Redis lost is queued again by the sweep', async () => {
    const mail = { ...RESET, kind: 'password-changed', path: '/sign-in/forgot-password' } as const;
    market.identity.accountMails.waiting.set('b'.repeat(24), mail);
    await market.app.get(MailProcessor).sweepMail();
    expect((await arrived(/^Your password was changed$/)).text).toContain('That was not me');
  });
});

describe('the mail catcher', () => {
  it('shows the list and each mail, escaped and without scripts', async () => {
    const carrots = await market.product(farm, { name: '<script>alert(1)</script>' });
    await market.order(customer, [[carrots, 1]]);
    const mail = await waitFor('the mail about the script', async () =>
      (await caughtFor(customer.user.email)).find(({ text }) => text.includes('alert')),
    );
    const list = await page('/dev/mail');
    expect(list.status).toBe(200);
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(list.body).toContain(`href="/dev/mail/${mail.id}"`);
    const one = await page(`/dev/mail/${mail.id}`);
    expect(one.status).toBe(200);
    expect(one.body).not.toContain('<script');
    expect(one.body).toContain('sandbox="allow-popups');
    expect(one.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('has no page for an unknown mail', async () => {
    for (const id of ['f'.repeat(24), 'nonsense', '%24ne'])
      expect((await page(`/dev/mail/${id}`)).status).toBe(404);
  });

  it('keeps the newest 200', async () => {
    await market.settled();
    await clear();
    const id = (n: number) => n.toString(16).padStart(24, '0');
    const to = { name: '', address: 'a@example.test' };
    for (let n = 1; n <= 205; n++)
      await catcher().send({ id: id(n), to, subject: `${n}`, html: '-', text: '-' });
    const kept = await catcher().newest();
    expect(kept.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 200 }, (_, n) => `${205 - n}`),
    );
  });

  it('shows a mail once that was sent twice', async () => {
    await clear();
    const mail = { id: 'b'.repeat(24), to: { name: '', address: 'b@example.test' } };
    for (const subject of ['One', 'Other', 'One'])
      await catcher().send({
        ...mail,
        ...(subject === 'Other' && { id: 'c'.repeat(24) }),
        subject,
        html: '-',
        text: '-',
      });
    expect((await catcher().newest()).map(({ subject }) => subject)).toEqual(['One', 'Other']);
  });

  it.each([
    ['in production', { NODE_ENV: 'production', PUBLIC_URL: 'http://farmgate.example.test' }],
    ['with an SMTP server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ])('has no pages %s', async (_, settings) => {
    const other = await Marketplace.open({ engines: market.engines, settings });
    expect((await fetch(`${other.url}/dev/mail`)).status).toBe(404);
    await other.close();
  });
});

describe('the mail server', () => {
  let server: Server;
  const received: string[] = [];
  beforeAll(async () => {
    // A minimal SMTP server.
    server = createServer((socket) => {
      let body = false;
      socket.write('220 ready\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        received.push(text);
        if (body) {
          if (!text.endsWith('\r\n.\r\n')) return;
          body = false;
          socket.write('250 taken\r\n');
        } else if (text.startsWith('DATA')) {
          body = true;
          socket.write('354 go on\r\n');
        } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('receives sender, recipient, both formats and a stable message id', async () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const mailer = new SmtpMailer(
      `smtp://127.0.0.1:${address.port}`,
      'Farmgate <no-reply@example.test>',
    );
    await mailer.send({
      id: 'a'.repeat(24),
      to: { name: 'Cara, "C"', address: 'cara@example.test' },
      subject: 'Carrots',
      html: '<p>Sweet</p>',
      text: 'Sweet',
      attachments: [
        {
          filename: 'farmgate.ics',
          contentType: CALENDAR_TYPE,
          content: toCalendar([], { site: 'https://shop.example' }),
        },
      ],
    });
    const text = received.join('');
    expect(text).toContain('MAIL FROM:<no-reply@example.test>');
    expect(text).toContain('RCPT TO:<cara@example.test>');
    expect(text).toContain(`Message-ID: <${'a'.repeat(24)}@notifications.farmgate>`);
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
    expect(text.replaceAll('\r\n ', ' ')).toContain(
      'Content-Type: text/calendar; charset=utf-8; method=PUBLISH; name=farmgate.ics',
    );
    expect(text).toContain('Content-Disposition: attachment; filename=farmgate.ics');
  });

  it('that is unavailable makes the mail fail, so that the queue retries', async () => {
    const mailer = new SmtpMailer('smtp://127.0.0.1:9', 'no-reply@example.test');
    const mail = { id: 'b'.repeat(24), subject: 's', html: 'h', text: 't' };
    await expect(
      mailer.send({ ...mail, to: { name: '', address: 'cara@example.test' } }),
    ).rejects.toThrow();
  });
});
