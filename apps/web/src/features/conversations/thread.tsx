import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  type Conversation,
  type ConversationSide,
  conversationClosesAt,
  type Message,
  type OrderDto,
  type OrderPart,
  otherSide,
} from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { formatDate, formatDateTime } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState, errorMessage } from '../../ui/states';
import { Composer } from './composer';
import { messagesQueryOptions, useReadMessages, useSendMessage } from './conversations';
import { type Outgoing, useDraft } from './draft';
import { MessageItem } from './message-item';
import { ReportMessage } from './report-message';
import { talkText as text } from './texts';
import { useIsShown } from './use-is-shown';

interface Props {
  order: OrderDto;
  part: OrderPart;
  /** Undefined before the first message. */
  conversation: Conversation | undefined;
  /** The reader's side; null for admins, who only read. */
  side: ConversationSide | null;
}

/** The messages about a part, oldest first, and the field to write the next. */
export default function Thread({ order, part, conversation, side }: Props) {
  const ids = { orderId: order._id, partId: part._id };
  const query = useInfiniteQuery(messagesQueryOptions(ids));
  const messages = query.data?.pages.flatMap((page) => page.messages).toReversed();
  useMarkAsRead(ids, messages, conversation, side);
  useAnnouncements(messages, side);
  if (query.isPending) return <LoadingRows rows={2} height="h-16" />;
  if (messages === undefined) return <ErrorState query={query} title={text.failed} />;
  const list = (
    <>
      <LoadMore query={query} label={text.earlier} />
      <MessageList messages={messages} part={part} conversation={conversation} side={side} />
    </>
  );
  if (side === null)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-ink-soft">{text.reportedOnly}</p>
        {list}
      </div>
    );
  const to = side === 'customer' ? part.farmName : order.customer.name;
  return <Writing list={list} isEmpty={messages.length === 0} to={to} ids={ids} part={part} />;
}

function Writing({
  list,
  isEmpty,
  to,
  ids,
  part,
}: {
  list: ReactNode;
  isEmpty: boolean;
  to: string;
  ids: { orderId: string; partId: string };
  part: OrderPart;
}) {
  const draft = useDraft(ids.partId, text.interrupted);
  const send = useSendMessage(ids);
  const now = useNow();
  const closesAt = conversationClosesAt(part);
  const isClosed = closesAt !== null && closesAt <= now;
  const { outgoing } = draft.draft;
  const transmit = ({ key, text: words, pictures }: Outgoing) =>
    send({ text: words, pictures: pictures.map(({ url }) => url) }, key).then(
      () => draft.end(key),
      (error: unknown) => draft.setFailure(key, errorMessage(error)),
    );
  return (
    <div className="grid gap-4">
      {isEmpty && outgoing.length === 0 && <p className="text-ink-soft">{text.none(to)}</p>}
      {list}
      {outgoing.length > 0 && (
        <ol className="grid gap-3">
          {outgoing.map((one) => (
            <OutgoingMessage
              key={one.key}
              message={one}
              onRetry={() => {
                draft.setFailure(one.key, null);
                void transmit(one);
              }}
              onDiscard={() => draft.end(one.key)}
            />
          ))}
        </ol>
      )}
      {isClosed ? (
        <p className="text-ink-soft">{text.closed}</p>
      ) : (
        <>
          <Composer
            partId={ids.partId}
            to={to}
            draft={draft}
            onSend={() => void transmit(draft.begin())}
          />
          {closesAt !== null && (
            <p className="text-sm text-ink-soft">
              {text.closes(formatDate(new Date(closesAt).toISOString()))}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function MessageList({
  messages,
  part,
  conversation,
  side,
}: Pick<Props, 'part' | 'conversation' | 'side'> & { messages: readonly Message[] }) {
  if (messages.length === 0) return null;
  const last = messages.findLast(({ from }) => from === side);
  const readTo = side && conversation ? conversation.read[otherSide(side)] : 0;
  return (
    <ol aria-label={text.messages} className="grid gap-3">
      {messages.map((message) => {
        const isOwn = message.from === side;
        const author =
          message.from === 'farm' ? text.from(message.author, part.farmName) : message.author;
        const isRemoved = message.removedAt !== null;
        return (
          <MessageItem
            key={message._id}
            isOwn={isOwn}
            head={
              <>
                <span className="font-semibold">{isOwn ? text.you : author}</span>{' '}
                <time dateTime={message.sentAt}>{formatDateTime(message.sentAt)}</time>
              </>
            }
            words={message.text}
            pictures={message.pictures}
          >
            {isRemoved && <p className="italic">{text.removed}</p>}
            {message === last && (
              <p className="text-sm">{readTo >= message.number ? text.read : text.sent}</p>
            )}
            {message.reported && <p className="text-sm font-semibold">{text.reported}</p>}
            {side !== null && !isOwn && !isRemoved && !message.reported && (
              <ReportMessage message={message} />
            )}
          </MessageItem>
        );
      })}
    </ol>
  );
}

function OutgoingMessage({
  message: { text: words, pictures, failure },
  onRetry,
  onDiscard,
}: {
  message: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  return (
    <MessageItem isOwn head={<strong>{text.you}</strong>} words={words} pictures={pictures}>
      {failure === null ? (
        <p role="status" className="text-sm">
          {text.sending}
        </p>
      ) : (
        <>
          <p role="alert" className="text-sm font-semibold text-tomato-ink">
            {text.notSent(failure)}
          </p>
          <span className="flex flex-wrap gap-2">
            <Button size="sm" tone="outline" onClick={onRetry}>
              {text.sendAgain}
            </Button>
            <Button size="sm" tone="ghost" onClick={onDiscard}>
              {text.discard}
            </Button>
          </span>
        </>
      )}
    </MessageItem>
  );
}

/** Marks what the other side wrote as read while the page is shown. */
function useMarkAsRead(
  ids: { orderId: string; partId: string },
  messages: readonly Message[] | undefined,
  conversation: Conversation | undefined,
  side: ConversationSide | null,
): void {
  const { mutate } = useReadMessages(ids);
  const isShown = useIsShown();
  const last = side && (messages?.findLast(({ from }) => from !== side)?.number ?? 0);
  const isUnread =
    side !== null &&
    conversation !== undefined &&
    conversation.unread[side] > 0 &&
    (last ?? 0) > conversation.read[side];
  useEffect(() => {
    if (isShown && isUnread && last !== null) mutate(last);
  }, [isShown, isUnread, last, mutate]);
}

/** Announces to screen readers what the other side writes. */
function useAnnouncements(
  messages: readonly Message[] | undefined,
  side: ConversationSide | null,
): void {
  const announce = useAnnounce('messages');
  const last = messages?.findLast(({ from }) => from !== side);
  const known = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (messages === undefined) return;
    const number = last?.number ?? 0;
    if (known.current !== undefined && last && number > known.current)
      announce(text.announced(last.author));
    known.current = number;
  }, [messages, last, announce]);
}
