import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Job, type Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type DomainEvent, type Id, type MailJob, mailJobSchema, queues } from '#libs/contracts';
import {
  LOGGER,
  type Logger,
  OnEvent,
  openQueue,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  REDIS,
  runInContext,
} from '#libs/platform';
import { InboxService } from '../inbox.service.js';
import { RecipientsService } from '../recipients.service.js';
import { MailCatcher } from './mail-catcher.js';
import { renderMail } from './mail-template.js';
import { Mailer } from './mailer.js';

/** Mails every entry of an inbox to its owner: never inside the transaction of an event, but by a job of its own. */
@Injectable()
export class MailProcessor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: Queue<MailJob>;
  private worker: Worker | undefined;

  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly mailer: Mailer,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = openQueue('mail', redis);
  }

  onApplicationBootstrap(): void {
    if (this.isMute) this.logger.warn('SMTP_URL is not set: no mail leaves this installation');
    this.worker = new Worker(
      'mail',
      async ({ data }: Job<unknown>) => {
        const { notificationId, correlationId } = mailJobSchema.parse(data);
        await runInContext({ requestId: correlationId, actorId: null }, () =>
          this.mail(notificationId),
        );
      },
      { connection: this.redis, concurrency: queues.mail.concurrency },
    );
    this.worker.on('failed', (job, error) =>
      this.logger.error({ err: error, job: job?.id }, 'a mail was not handed over'),
    );
    const failed = (error: Error) => this.logger.error({ err: error }, 'the mail queue failed');
    this.queue.on('error', failed);
    this.worker.on('error', failed);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
    await this.queue.close();
  }

  /** The entry is committed by now. A job that is added twice is one job, because of its id. */
  @OnEvent('inbox.added')
  async queueMail({ payload, correlationId }: DomainEvent<'inbox.added'>): Promise<void> {
    const notificationId = payload.notification._id;
    await this.queue.add(
      'notification.mail',
      { notificationId, correlationId },
      { jobId: notificationId },
    );
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
  private async mail(id: Id): Promise<void> {
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
}
