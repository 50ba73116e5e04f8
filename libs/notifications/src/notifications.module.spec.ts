import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { Types } from 'mongoose';
import {
  AccountMails,
  Jobs,
  LOGGER,
  NO_ACCOUNT_MAILS,
  PLATFORM_CONFIG,
  REDIS,
  readConfig,
  Transactions,
} from '#libs/platform';
import { InboxService, type MailJob } from './inbox.service.js';
import { InvitationMails } from './mail/invitation-mails.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailCatcher } from './mail/mail-catcher.js';
import { Mailer } from './mail/mailer.js';
import { NOTIFICATIONS_CONFIG, notificationsConfigSchema } from './notifications.config.js';
import { NotificationsModule, NotificationsWorkerModule } from './notifications.module.js';
import { PUSH_CONFIG, pushConfigSchema } from './push/push.config.js';
import { RecipientsService } from './recipients.service.js';

const _id = new Types.ObjectId();
const id = _id.toString();
const entry = {
  _id,
  userId: new Types.ObjectId(),
  kind: 'order.placed',
  title: 'Thank you',
  text: 'We have your order.',
  details: [],
  link: { path: '/orders/1', label: 'Your order' },
  dates: [],
};
const ADA = { name: 'Ada', address: 'ada@example.test' };
const job: MailJob = { id, notificationIds: [id], dueAt: new Date(0) };

let nest: TestingModule;
afterEach(() => nest.close());

/** The worker's face, with one entry that waits for its mail. */
async function open(NODE_ENV: string, settings: Record<string, string> = {}) {
  const inbox = {
    unmailed: async () => [[entry]],
    mailJobsBetween: async () => [job],
    markMailed: jest.fn(async (_: readonly Types.ObjectId[]) => undefined),
  };
  const jobs = { add: jest.fn(async (..._: unknown[]) => undefined) };
  const logger = { warn: jest.fn() };
  const caught: string[] = [];
  const redis = {
    lpush: async (_: string, mail: string) => caught.push(mail),
    ltrim: async () => 'OK',
    lrange: async () => caught,
  };
  const fakes = new Map<unknown, object>([
    [NOTIFICATIONS_CONFIG, readConfig(notificationsConfigSchema, {}, settings)],
    [PUSH_CONFIG, readConfig(pushConfigSchema, {}, {})],
    [getConnectionToken(), { models: {}, model: () => ({}) }],
    [PLATFORM_CONFIG, { NODE_ENV, PUBLIC_URL: 'http://farmgate.example.test' }],
    [LOGGER, logger],
    [REDIS, redis],
    [Jobs, jobs],
    [AccountMails, NO_ACCOUNT_MAILS],
    [Transactions, {}],
  ]);
  nest = await Test.createTestingModule({
    imports: [NotificationsModule, NotificationsWorkerModule],
  })
    .overrideProvider(InboxService)
    .useValue(inbox)
    .overrideProvider(RecipientsService)
    .useValue({ addressesOf: async () => new Map([[entry.userId.toString(), ADA]]) })
    .overrideProvider(InvitationMails)
    .useValue({ between: async () => [] })
    .useMocker((token) => fakes.get(token))
    .compile();
  await nest.init();
  const newest = () => nest.get(MailCatcher).newest();
  return { mails: nest.get(MailProcessor), inbox, jobs, logger, newest };
}

describe('without a mail server', () => {
  it('mails are caught while one develops, and count as sent', async () => {
    const { mails, inbox, jobs, logger, newest } = await open('development');
    expect(nest.get(Mailer)).toBe(nest.get(MailCatcher));
    await mails.queue([job]);
    expect(jobs.add).toHaveBeenCalledWith(
      'notification.mail',
      { notificationIds: [id] },
      { id, delayMs: 0 },
    );
    await mails.mail({ notificationIds: [id] });
    expect(await newest()).toMatchObject([{ id, to: { address: 'ada@example.test' } }]);
    expect(inbox.markMailed).toHaveBeenCalledWith([_id]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('no mail is made in production, none counts as sent, and the start says so', async () => {
    const { mails, inbox, jobs, logger, newest } = await open('production');
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('SMTP_URL is not set'));
    await mails.queue([job]);
    await mails.sweepMail();
    expect(jobs.add).not.toHaveBeenCalled();
    // A job from before the mail server was removed.
    await mails.mail({ notificationIds: [id] });
    expect(await newest()).toEqual([]);
    expect(inbox.markMailed).not.toHaveBeenCalled();
  });
});

it('with a mail server it alone gets the mails, and one that it does not take is not sent', async () => {
  const { mails, inbox, jobs, logger, newest } = await open('production', {
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(logger.warn).not.toHaveBeenCalled();
  await mails.sweepMail();
  expect(jobs.add).toHaveBeenCalledWith(
    'notification.mail',
    { notificationIds: [id] },
    { id, delayMs: 0 },
  );
  await expect(mails.mail({ notificationIds: [id] })).rejects.toThrow('ECONNREFUSED');
  expect(inbox.markMailed).not.toHaveBeenCalled();
  expect(await newest()).toEqual([]);
});
