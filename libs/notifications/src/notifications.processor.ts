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
import { type Channels, channelsOf, IF_UNREAD_MS } from './notice-channels.js';
import {
  isNoticeEvent,
  messageKey,
  type Notice,
  noticeEvents,
  noticesOf,
  readerOf,
} from './notice-rules.js';
import { PushProcessor } from './push/push.processor.js';
import { type PushedEntry, PushesService } from './push/pushes.service.js';
import { isRecipientEvent, RecipientsService, recipientEvents } from './recipients.service.js';

type Handled = (typeof recipientEvents | typeof noticeEvents)[number];

/** An entry, and where it goes beside the inbox. */
interface ChannelledEntry extends NewEntry {
  readonly channels: Channels;
  readonly about: Id;
}

/** Turns each event into inbox entries, exactly once, and these into mails and pushes. */
@Injectable()
export class NotificationsProcessor {
  constructor(
    private readonly inbox: InboxService,
    private readonly recipients: RecipientsService,
    private readonly mails: MailProcessor,
    private readonly pushes: PushesService,
    private readonly pushJobs: PushProcessor,
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
    const entries = pairs.flatMap(({ event, notice }): ChannelledEntry[] => {
      const { to, kind, link, at = event.occurredAt, words } = notice;
      const { deduplicationKey: eventId = event.id, about = eventId } = notice;
      const { title, text, details, dates = [] } = words(this.config.MARKET_TIME_ZONE);
      const content = { kind, link, at, title, text, details: [...details], dates: [...dates] };
      const channels = channelsOf(kind, 'user' in to ? 'person' : 'farm');
      const entry = { eventId, ...content, mail: mailOf(channels, notice), channels, about };
      return recipientsOf(to, owners, event).map((userId) => ({ userId, ...entry, cause: event }));
    });
    const added = await this.inbox.add(session, entries);
    const pushes = await this.pushes.add(session, added.entries.flatMap(pushOf));
    this.transactions.afterCommit(session, async () => {
      await Promise.all([this.mails.queue(added.mailJobs), this.pushJobs.queue(pushes)]);
    });
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

const mailOf = ({ mail }: Channels, notice: Notice): NewEntry['mail'] =>
  ({
    'at-once': undefined,
    grouped: notice.mail,
    'if-unread': { unreadMs: IF_UNREAD_MS },
    never: null,
  })[mail];

function pushOf({
  id,
  userId,
  channels,
  about,
  link,
}: ChannelledEntry & { id: Id }): PushedEntry[] {
  const { push: kind, mail } = channels;
  if (kind === null) return [];
  const delayMs = mail === 'if-unread' ? IF_UNREAD_MS : 0;
  // the inbox leads a farm to its board, with all its orders; a push to the one that it is about
  const path = kind === 'message' ? link.path : `/orders/${about}`;
  return [{ notificationId: id, userId, kind, tag: `${kind}:${about}`, path, delayMs }];
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
