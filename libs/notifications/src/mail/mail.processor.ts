import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '#libs/contracts';
import {
  AccountMails,
  Jobs,
  LOGGER,
  type Logger,
  OnJob,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  runInContext,
} from '#libs/platform';
import { type AddedEntry, InboxService } from '../inbox.service.js';
import { RecipientsService } from '../recipients.service.js';
import { accountWords } from './account-words.js';
import { MailCatcher } from './mail-catcher.js';
import { renderMail } from './mail-template.js';
import { Mailer } from './mailer.js';

/** Milliseconds after which an entry's mail has been handed over, or waits for its next try. */
const SOON_MS = 60_000;
/** Milliseconds for which a mail is tried; what is not handed over then has failed, and is the admins' to try again. */
const TRIED_MS = 3 * 3_600_000;

/** Mails every entry of an inbox to its owner, and what concerns the account itself: by a job of its own once that is committed. */
@Injectable()
export class MailProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly accountMails: AccountMails,
    private readonly mailer: Mailer,
    private readonly jobs: Jobs,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.isMute) this.logger.warn('SMTP_URL is not set: no mail leaves this installation');
  }

  /** Of entries that are committed. What does not reach the queue is left to the sweep. */
  async queue(added: readonly AddedEntry[]): Promise<void> {
    if (this.isMute) return;
    await Promise.allSettled(
      added.map(({ id, follows: { correlationId: requestId, actorId } }) =>
        runInContext({ requestId, actorId }, () =>
          this.jobs.add('notification.mail', { notificationId: id }, { id }),
        ),
      ),
    );
  }

  /**
   * A process may end between the commit of an entry and the job of its mail, and Redis may lose what it was told in its
   * last second. A job that the queue still knows is not added again.
   */
  @OnJob('mail.sweep')
  async sweepMail(): Promise<void> {
    if (this.isMute) return;
    const now = Date.now();
    const [from, to] = [new Date(now - TRIED_MS), new Date(now - SOON_MS)];
    for (const id of await this.inbox.unmailedBetween(from, to))
      await this.jobs.add('notification.mail', { notificationId: id }, { id });
    for (const id of await this.accountMails.waitingSince(to))
      await this.jobs.add('account.mail', { mailId: id }, { id });
  }

  /** In production nobody looks at caught mails: without a mail server none is made, and none counts as sent. */
  private get isMute(): boolean {
    return this.config.NODE_ENV === 'production' && this.mailer instanceof MailCatcher;
  }

  /**
   * Hands one mail over, unless that was done before. A process that dies between the mail server's yes and
   * the mark sends it once more: the one moment in which a mail can go out twice, since no mail server takes
   * part in a transaction. Its message id is the same then, so that mail programs can tell.
   */
  @OnJob('notification.mail')
  async mail({ notificationId: id }: JobPayload<'notification.mail'>): Promise<void> {
    if (this.isMute) return;
    const entry = await this.inbox.unmailed(id);
    if (!entry) return;
    const to = await this.recipients.addressOf(entry.userId);
    if (!to)
      throw new Error(`no event has told the address of user ${entry.userId.toString()} yet`);
    const words = renderMail(entry, to.name, publicUrl(this.config));
    await this.mailer.send({ id, to: { name: to.name, address: to.email }, ...words });
    await this.inbox.markMailed(id);
  }
  /** The same for a mail about an account. What it links to is made now, and again should this be done twice. */
  @OnJob('account.mail')
  async mailAccount({ mailId: id }: JobPayload<'account.mail'>): Promise<void> {
    if (this.isMute) return;
    const mail = await this.accountMails.compose(id);
    if (!mail) return;
    const words = renderMail(accountWords(mail), '', publicUrl(this.config));
    await this.mailer.send({ id, about: 'accounts', to: { name: '', address: mail.to }, ...words });
    await this.accountMails.done(id);
  }
}
