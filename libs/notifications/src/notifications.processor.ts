import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import {
  type ClientSession,
  currentContext,
  LOGGER,
  type Logger,
  OnEvents,
  RecordedAs,
  Transactions,
} from '#libs/platform';
import { InboxService, type NewEntry } from './inbox.service.js';
import { MailProcessor } from './mail/mail.processor.js';
import { isNoticeEvent, type Notice, type NoticeEvent, noticesOf } from './notice-rules.js';
import { isRecipientEvent, type RecipientEvent, RecipientsService } from './recipients.service.js';

/** Turns each event into inbox entries, exactly once. */
@Injectable()
export class NotificationsProcessor {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly mails: MailProcessor,
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores the recipients of the events, then adds the inbox entries, in one transaction. */
  @OnEvents(
    'user.registered',
    'user.status-changed',
    'user.changed',
    'farm.created',
    'farm.application-changed',
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
  @RecordedAs('NotificationsProcessor.follow')
  async notify(
    events: readonly DomainEvent<RecipientEvent['name'] | NoticeEvent>[],
    session: ClientSession,
  ): Promise<void> {
    await this.recipients.store(events.filter(isRecipientEvent), session);
    const pairs = events.flatMap((event) =>
      isNoticeEvent(event) ? noticesOf(event).map((notice) => ({ event, notice })) : [],
    );
    const notices = pairs.map(({ notice }) => notice);
    const owners = await this.recipients.ownersOf(notices.flatMap(farmOf), session);
    const entries = pairs.flatMap(({ event, notice }): NewEntry[] => {
      const { to, kind, link, deduplicationKey, words } = notice;
      const userId = 'user' in to ? to.user : owners.get(to.ownerOf);
      if (userId === undefined) {
        this.retryOrSkip(event);
        return [];
      }
      const { title, text, details } = words();
      const content = { kind, link, title, text, details: [...details] };
      return [{ userId, eventId: deduplicationKey ?? event.id, ...content, cause: event }];
    });
    const jobs = await this.inbox.add(session, entries);
    this.transactions.afterCommit(session, () => this.mails.queue(jobs));
  }

  /**
   * Throws, so that the queue retries: events arrive in any order. After the last attempt the missing event will not
   * arrive, for instance because the farm is older than this slice, so the notice is skipped.
   */
  private retryOrSkip(event: DomainEvent): void {
    if (!currentContext().isLast)
      throw new Error(`${event.name} arrived before the event with its farm's owner`);
    this.logger.warn({ event: event.id }, 'skipped the notice of an event');
  }
}

const farmOf = ({ to }: Notice) => ('ownerOf' in to ? [to.ownerOf] : []);
