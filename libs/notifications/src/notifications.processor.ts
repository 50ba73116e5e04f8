import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import {
  AwaitedEventError,
  type ClientSession,
  OnEvents,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { InboxService, type NewEntry } from './inbox.service.js';
import { MailProcessor } from './mail/mail.processor.js';
import { isNoticeEvent, type Notice, noticeEvents, noticesOf } from './notice-rules.js';
import { isRecipientEvent, RecipientsService, recipientEvents } from './recipients.service.js';

type Handled = (typeof recipientEvents | typeof noticeEvents)[number];

/** Turns each event into inbox entries, exactly once. */
@Injectable()
export class NotificationsProcessor {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly mails: MailProcessor,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Stores the recipients of the events, then adds the inbox entries, in one transaction. */
  @OnEvents(...recipientEvents, ...noticeEvents)
  async notify(events: readonly DomainEvent<Handled>[], session: ClientSession): Promise<void> {
    await this.recipients.store(events.filter(isRecipientEvent), session);
    const pairs = events.flatMap((event) =>
      isNoticeEvent(event) ? noticesOf(event).map((notice) => ({ event, notice })) : [],
    );
    const notices = pairs.map(({ notice }) => notice);
    const owners = await this.recipients.ownersOf(notices.flatMap(farmOf), session);
    const entries = pairs.map(({ event, notice }): NewEntry => {
      const { to, kind, link, at = event.occurredAt, deduplicationKey, mail, words } = notice;
      const userId = 'user' in to ? to.user : owners.get(to.ownerOf);
      if (userId === undefined)
        throw new AwaitedEventError(`${event.name} waits for the event with its farm's owner`);
      const { title, text, details, dates = [] } = words(this.config.MARKET_TIME_ZONE);
      const content = { kind, link, at, title, text, details: [...details], dates: [...dates] };
      return { userId, eventId: deduplicationKey ?? event.id, ...content, mail, cause: event };
    });
    const jobs = await this.inbox.add(session, entries);
    this.transactions.afterCommit(session, () => this.mails.queue(jobs));
  }
}

const farmOf = ({ to }: Notice) => ('ownerOf' in to ? [to.ownerOf] : []);
