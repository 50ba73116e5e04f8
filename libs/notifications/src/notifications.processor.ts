import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import {
  type ClientSession,
  currentContext,
  LOGGER,
  type Logger,
  OnEvents,
  Transactions,
} from '#libs/platform';
import { InboxService, type NewEntry } from './inbox.service.js';
import { MailProcessor } from './mail/mail.processor.js';
import { makesNotices, type Notice, type NoticeEvent, noticesOf } from './notice-rules.js';
import { type Introduction, isIntroduction, RecipientsService } from './recipients.service.js';

/** Turns events into entries of inboxes; each event once. */
@Injectable()
export class NotificationsProcessor {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly mails: MailProcessor,
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an event tells is learned in the transaction of its notices: it is one event, and so one effect. */
  @OnEvents(
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
    events: readonly DomainEvent<Introduction['name'] | NoticeEvent>[],
    session: ClientSession,
  ): Promise<void> {
    await this.recipients.learn(events.filter(isIntroduction), session);
    const told = events.flatMap((event) =>
      makesNotices(event) ? noticesOf(event).map((notice) => ({ event, notice })) : [],
    );
    const notices = told.map(({ notice }) => notice);
    const owners = await this.recipients.ownersOf(notices.flatMap(farmOf), session);
    const labels = await this.recipients.labelsOf(
      notices.flatMap(({ about }) => about ?? []),
      session,
    );
    const entries = told.flatMap(({ event, notice }): NewEntry[] => {
      const { to, kind, link, about, once, words } = notice;
      const userId = 'user' in to ? to.user : owners.get(to.ownerOf);
      const name = about === null ? '' : labels.get(about);
      if (userId === undefined || name === undefined) {
        this.waitFor(event, userId === undefined ? 'owner' : 'label');
        return [];
      }
      const { title, text, details } = words(name);
      const said = { kind, link, title, text, details: [...details] };
      return [{ userId, eventId: once ?? event.id, ...said, follows: event }];
    });
    const added = await this.inbox.add(session, entries);
    this.transactions.afterCommit(session, () => this.mails.queue(added));
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

const farmOf = ({ to }: Notice) => ('ownerOf' in to ? [to.ownerOf] : []);
