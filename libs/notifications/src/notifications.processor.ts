import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, currentContext, LOGGER, type Logger, OnEvent } from '#libs/platform';
import { InboxService } from './inbox.service.js';
import { makesNotices, type Notice, type NoticeEvent, noticesOf } from './notice-rules.js';
import { type Introduction, isIntroduction, RecipientsService } from './recipients.service.js';

/** Turns events into entries of inboxes; each event once. */
@Injectable()
export class NotificationsProcessor {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an event tells is learned in the transaction of its notices: it is one event, and so one effect. */
  @OnEvent(
    'user.registered',
    'user.status-changed',
    'user.changed',
    'farm.created',
    'farm.application-changed',
    'product.created',
    'product.low-stock',
    'product.sold-out',
    'product.moderated',
    'order.placed',
    'order.part-placed',
    'order.part-status-changed',
    'order.part-moved',
    'review.posted',
    'own-review.changed',
    'favourites.news',
  )
  async follow(
    event: DomainEvent<Introduction['name'] | NoticeEvent>,
    session: ClientSession,
  ): Promise<void> {
    if (isIntroduction(event)) await this.recipients.learn(event, session);
    if (makesNotices(event))
      for (const notice of noticesOf(event)) await this.tell(event, notice, session);
  }

  private async tell(event: DomainEvent, notice: Notice, session: ClientSession): Promise<void> {
    const { to, kind, link, about, once, words } = notice;
    const userId = 'user' in to ? to.user : await this.recipients.ownerOf(to.ownerOf, session);
    const name = about === null ? '' : await this.recipients.labelOf(about, session);
    if (userId === null || name === null) return this.waitFor(event, userId ? 'label' : 'owner');
    const { title, text, details } = words(name);
    const entry = { kind, link, title, text, details: [...details] };
    await this.inbox.add(session, userId, once ?? event.id, entry);
  }

  /**
   * Events come in any order: throws, so that the queue tries again. With its last try nobody is coming any more: the
   * farm is older than this slice, for instance.
   */
  private waitFor(event: DomainEvent, missing: 'owner' | 'label'): void {
    if (!currentContext().isLast)
      throw new Error(`${event.name} came before the event that tells its ${missing}`);
    this.logger.warn({ event: event.id, missing }, 'nobody could be told of an event');
  }
}
