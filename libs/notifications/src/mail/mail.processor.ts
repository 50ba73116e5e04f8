import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type JobPayload, sentence } from '#libs/contracts';
import {
  AccountMails,
  AwaitedEventError,
  CALENDAR_TYPE,
  Jobs,
  LOGGER,
  type Logger,
  OnJob,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  toCalendar,
} from '#libs/platform';
import { InboxService, type MailJob } from '../inbox.service.js';
import type { Notification } from '../notification.model.js';
import { RecipientsService } from '../recipients.service.js';
import { accountWords } from './account-words.js';
import { InvitationMailProcessor } from './invitation-mail.processor.js';
import { isMailDisabled } from './mail-catcher.js';
import { renderMail } from './mail-template.js';
import { type Mail, Mailer } from './mailer.js';

/** Age in milliseconds from which the sweep checks that an unsent mail has a job. */
const SWEEP_AFTER_MS = 60_000;
/** Age in milliseconds up to which the sweep queues a mail; an older unsent one has failed, and admins can retry it. */
const SWEEP_UNTIL_MS = 3 * 3_600_000;

/** Sends every inbox entry to its owner, and mails about accounts, in jobs that are added after the commit. */
@Injectable()
export class MailProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly accountMails: AccountMails,
    private readonly invitations: InvitationMailProcessor,
    private readonly mailer: Mailer,
    private readonly jobs: Jobs,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.isDisabled) this.logger.warn('SMTP_URL is not set: no mail is sent');
  }

  /** Adds the mail jobs of committed entries; the sweep adds those that this fails to add. */
  async queue(jobs: readonly MailJob[]): Promise<void> {
    if (this.isDisabled) return;
    await Promise.allSettled(jobs.map((job) => this.addJob(job)));
  }

  private async addJob({ id, notificationIds, dueAt }: MailJob): Promise<void> {
    const delayMs = Math.max(0, dueAt.getTime() - Date.now());
    await this.jobs.add('notification.mail', { notificationIds }, { id, delayMs });
  }

  /**
   * Adds missing jobs: a process may end between the commit of an entry and the job of its mail, and Redis may lose the
   * writes of its last second. The queue ignores a job that it already has.
   */
  @OnJob('mail.sweep')
  async sweepMail(): Promise<void> {
    if (this.isDisabled) return;
    const now = Date.now();
    const [from, to] = [new Date(now - SWEEP_UNTIL_MS), new Date(now - SWEEP_AFTER_MS)];
    for (const job of await this.inbox.mailJobsBetween(from, to)) await this.addJob(job);
    for (const id of await this.accountMails.waitingSince(to))
      await this.jobs.add('account.mail', { mailId: id }, { id });
    await this.invitations.sweep(from, to);
  }

  private get isDisabled(): boolean {
    return isMailDisabled(this.mailer, this.config);
  }

  /**
   * Sends the mails that were not sent before, and throws if any cannot be sent. An unconfirmed address may be a
   * stranger's, so nothing is sent there, and the entries count as mailed; so do those that were read before, if they are only mailed
   * to who has not. If a process dies between the mail server's
   * reply and the mark, the mail is sent again, because SMTP has no transactions; it has the same message id, so that
   * mail programs can drop the duplicate.
   */
  @OnJob('notification.mail')
  async mail({ notificationIds }: JobPayload<'notification.mail'>): Promise<void> {
    if (this.isDisabled) return;
    const mails = await this.inbox.unmailed(notificationIds);
    const addresses = await this.recipients.addressesOf(
      mails.flatMap((entries) => entries.map(({ userId }) => userId)),
    );
    const confirmed = await this.accountMails.confirmed(
      [...addresses.values()].map(({ address }) => address),
    );
    const sent: Types.ObjectId[] = [];
    const failures: unknown[] = [];
    await Promise.all(
      mails.map(async (entries) => {
        try {
          const entry = asOne(entries);
          const to = addresses.get(entry.userId.toString());
          const isSeen = entry.mailIfUnread && entry.readAt !== null;
          if (!isSeen && (!to || confirmed.has(to.address))) await this.send(entry, to);
          sent.push(...entries.map(({ _id }) => _id));
        } catch (error) {
          failures.push(error);
        }
      }),
    );
    if (sent.length > 0) await this.inbox.markMailed(sent);
    // A mail that waits does not hide one that fails.
    const failure = failures.find((error) => !(error instanceof AwaitedEventError)) ?? failures[0];
    if (failure !== undefined) throw failure;
  }

  private async send(entry: Notification, to: Mail['to'] | undefined): Promise<void> {
    const { _id, userId } = entry;
    if (!to)
      throw new AwaitedEventError(
        `the mail waits for the event with the address of ${userId.toString()}`,
      );
    const site = publicUrl(this.config);
    const words = renderMail(entry, to.name, site);
    const attachments =
      entry.dates.length > 0
        ? [
            {
              filename: 'farmgate.ics',
              contentType: CALENDAR_TYPE,
              content: toCalendar(entry.dates, { site }),
            },
          ]
        : [];
    await this.mailer.send({ id: _id.toString(), to, ...words, attachments });
  }

  /** Sends a mail about an account. Creates its link now, and a new link on each retry. */
  @OnJob('account.mail')
  async mailAccount({ mailId: id }: JobPayload<'account.mail'>): Promise<void> {
    if (this.isDisabled) return;
    const mail = await this.accountMails.compose(id);
    if (!mail) return;
    const words = renderMail(accountWords(mail), '', publicUrl(this.config));
    await this.mailer.send({ id, about: 'accounts', to: { name: '', address: mail.to }, ...words });
    await this.accountMails.done(id);
  }
}

/** The entries of one mail as one: a title for all of them, everything that they say, and each topic's newest details. */
function asOne(entries: readonly Notification[]): Notification {
  const last = entries.at(-1);
  if (!last) throw new Error('a mail has an entry');
  if (entries.length === 1) return last;
  const details = new Map(entries.map((entry) => [entry.mailTopic, entry.details]));
  return {
    ...last,
    _id: last.mailedWith ?? last._id,
    title: last.mailSubject ?? last.title,
    text: entries.map(({ title, text }) => sentence`${title}. ${text}`.trim()).join('\n\n'),
    details: [...details.values()].flat(),
    dates: entries.flatMap(({ dates }) => dates),
  };
}
