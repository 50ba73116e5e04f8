import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { openQueue, REDIS } from '#libs/platform';
import { Marketplace, waitFor } from '#libs/testing';
import { MailCatcher } from './mail-catcher.js';

// A file of its own: another marketplace on the same queues would take the jobs of this one.
let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open({
    settings: { NODE_ENV: 'production', PUBLIC_URL: 'http://farmgate.example.test' },
  });
});
afterAll(() => market.close());

it('says of no mail in production that it was sent where none can leave', async () => {
  const farm = await market.farm(['pickup']);
  const customer = await market.person('customer');
  await market.order(customer, [[await market.product(farm), 1]]);
  const placed = () => market.collection('notifications').find({ kind: 'order.placed' }).toArray();
  const entries = await waitFor('the customer to be told', async () => {
    const found = await placed();
    return found.length === 1 ? found : null;
  });
  await market.settled();
  const queue = openQueue('mail', market.app.get<Redis>(REDIS));
  const mails = async () =>
    (await queue.getJobs()).filter(({ name }) => name === 'notification.mail').length;
  expect(await mails()).toBe(0);
  // as it may be left from before the mail server was taken away
  const left = { notificationId: String(entries[0]?._id), correlationId: 'test' };
  const job = await queue.add('notification.mail', left);
  await waitFor('the job to be done', () => job.isCompleted());
  await queue.close();
  expect((await placed()).filter(({ mailedAt }) => mailedAt)).toEqual([]);
  expect(await market.app.get(MailCatcher).newest()).toEqual([]);
});
