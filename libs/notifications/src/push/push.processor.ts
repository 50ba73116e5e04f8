import { Inject, Injectable } from '@nestjs/common';
import { beginningOf, type DomainEvent, type JobPayload, type PushMessage } from '#libs/contracts';
import {
  type ClientSession,
  Jobs,
  LOGGER,
  type Logger,
  OnEvent,
  OnJob,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
} from '#libs/platform';
import { InboxService } from '../inbox.service.js';
import { NOTIFICATIONS_CONFIG, type NotificationsConfig } from '../notifications.config.js';
import type { Push } from './push.model.js';
import { PushDevices } from './push-devices.service.js';
import { PushSender } from './push-sender.js';
import { PushesService } from './pushes.service.js';
import { quietUntil } from './quiet-hours.js';

/** Age in milliseconds from which the sweep checks that a due push has a job. */
const SWEEP_AFTER_MS = 60_000;
/** Pushes that one sweep adds. */
const SWEEP_MAX = 1_000;
/** Characters of a title and of a text: a lock screen shows no more. */
const TITLE_MAX = 120;
const BODY_MAX = 240;

/** Sends pushes, in jobs that are added after the commit of their records. */
@Injectable()
export class PushProcessor {
  private readonly contact: string;

  constructor(
    private readonly pushes: PushesService,
    private readonly devices: PushDevices,
    private readonly inbox: InboxService,
    private readonly sender: PushSender,
    private readonly jobs: Jobs,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
    @Inject(NOTIFICATIONS_CONFIG) { MAIL_FROM }: NotificationsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const site = publicUrl(config);
    const address = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM;
    this.contact = site.startsWith('https:') ? site : `mailto:${address}`;
  }

  /** Whoever signs out gets no pushes on that device any more. */
  @OnEvent('session.ended')
  async endSession(event: DomainEvent<'session.ended'>, session: ClientSession): Promise<void> {
    await this.devices.endSession(session, event.payload.sessionId);
  }

  /** A suspension ends all devices, also those without a known session. */
  @OnEvent('user.status-changed')
  async endSuspended(
    { payload: { user } }: DomainEvent<'user.status-changed'>,
    session: ClientSession,
  ): Promise<void> {
    if (user.status === 'suspended') await this.devices.endAll(session, user._id);
  }

  /** Adds the jobs of committed pushes; the sweep adds those that this fails to add. */
  async queue(pushes: readonly Push[]): Promise<void> {
    await Promise.allSettled(pushes.map((push) => this.addJob(push)));
  }

  private async addJob({ _id, dueAt }: Push): Promise<void> {
    const delayMs = Math.max(0, dueAt.getTime() - Date.now());
    // with its time, because one that is put off is another job
    const id = `${_id}-${dueAt.getTime()}`;
    await this.jobs.add('push.send', { pushId: _id.toString() }, { id, delayMs });
  }

  /**
   * Adds missing jobs: a process may end between the commit of a push and its job, and Redis may lose everything. The
   * queue ignores a job that it already has.
   */
  @OnJob('push.sweep')
  async sweep(): Promise<void> {
    if (!this.sender.isOffered) return;
    await this.queue(await this.pushes.overdue(SWEEP_AFTER_MS, SWEEP_MAX));
  }

  /**
   * Sends a push that was not sent before, unless it is of no use: its entry was read, its device is gone or does not
   * want the kind any more, or it is too late. If a process dies between the push service's answer and the mark, it is
   * sent again; the device knows it by its id and shows it once.
   */
  @OnJob('push.send')
  async send({ pushId }: JobPayload<'push.send'>): Promise<void> {
    const push = await this.pushes.waiting(pushId);
    if (!push) return;
    const [book] = await this.devices.booksOf([push.userId.toString()], null);
    const device = book?.devices.find(({ _id }) => _id.equals(push.deviceId));
    const found = await this.inbox.withUnread(push.notificationId);
    const ttlMs = push.expiresAt.getTime() - Date.now();
    if (!book || !device?.kinds.includes(push.kind) || !found || found.entry.readAt || ttlMs <= 0)
      return this.pushes.done(push._id);
    const until = quietUntil(book.quiet, Date.now(), this.config.MARKET_TIME_ZONE);
    if (until !== null) return this.addJob(await this.pushes.putOff(push, until));
    const message = messageOf(push, found);
    const outcome = await this.sender.send(device, message, { ttlMs, contact: this.contact });
    if (outcome === 'ended') await this.devices.forget(push.userId, device);
    if (outcome === 'refused') this.logger.warn({ pushId }, 'a push service refused a push');
    await this.pushes.done(push._id);
  }
}

type Found = NonNullable<Awaited<ReturnType<InboxService['withUnread']>>>;

/** What its mail says, shorter. */
function messageOf({ tag, path }: Push, { entry, unread }: Found): PushMessage {
  return {
    id: entry._id.toString(),
    tag,
    title: shown(entry.title, TITLE_MAX),
    body: shown(entry.text, BODY_MAX),
    path,
    at: entry.addedAt.toISOString(),
    unread,
  };
}

const shown = (text: string, max: number): string =>
  text.length > max ? `${beginningOf(text, max - 1).trimEnd()}…` : text;
