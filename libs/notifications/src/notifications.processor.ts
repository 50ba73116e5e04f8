import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent, Id } from '#libs/contracts';
import {
  AwaitedEventError,
  type ClientSession,
  OnEvent,
  OnEvents,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { InboxService, type NewEntry } from './inbox.service.js';
import { MailProcessor } from './mail/mail.processor.js';
import {
  isNoticeEvent,
  messageKey,
  type Notice,
  noticeEvents,
  noticesOf,
  readerOf,
} from './notice-rules.js';
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
    const entries = pairs.flatMap(({ event, notice }): NewEntry[] => {
      const { to, kind, link, at = event.occurredAt, deduplicationKey, mail, words } = notice;
      const { title, text, details, dates = [] } = words(this.config.MARKET_TIME_ZONE);
      const content = { kind, link, at, title, text, details: [...details], dates: [...dates] };
      const entry = { eventId: deduplicationKey ?? event.id, ...content, mail, cause: event };
      return recipientsOf(to, owners, event).map((userId) => ({ userId, ...entry }));
    });
    const jobs = await this.inbox.add(session, entries);
    this.transactions.afterCommit(session, () => this.mails.queue(jobs));
  }

  /**
   * What a person reads in a conversation is read in the inbox too, and not mailed: what one owner of a farm reads, for
   * all of them.
   */
  @OnEvent('message.read')
  async readNotice(event: DomainEvent<'message.read'>, session: ClientSession): Promise<void> {
    const { conversation, side, since } = event.payload;
    const to = readerOf(conversation, side);
    const owners = await this.recipients.ownersOf(farmOf({ to }), session);
    const eventId = messageKey(conversation, since);
    // An owner who came later has none.
    let isThere = false;
    for (const userId of recipientsOf(to, owners, event))
      if (await this.inbox.markSeen(session, { userId, eventId, cause: event })) isThere = true;
    const isExpired = Date.now() - Date.parse(conversation.lastMessageAt) > EXPIRED_MS;
    if (!isThere && !isExpired)
      throw new AwaitedEventError(`${event.name} waits for the notification of its message`);
  }
}

/** Milliseconds after which a notification may be gone. */
const EXPIRED_MS = 80 * 86_400_000;

function recipientsOf(
  to: Notice['to'],
  owners: ReadonlyMap<Id, readonly Id[]>,
  { name }: DomainEvent,
): readonly Id[] {
  if ('user' in to) return [to.user];
  const users = owners.get(to.ownerOf);
  if (!users) throw new AwaitedEventError(`${name} waits for the event with its farm's owner`);
  return users;
}

const farmOf = ({ to }: Pick<Notice, 'to'>) => ('ownerOf' in to ? [to.ownerOf] : []);
