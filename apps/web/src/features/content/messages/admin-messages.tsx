import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ContactMessageDto, ContactStatus } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import { useAnnounce } from '../../../ui/live-announcer';
import { LiveRows } from '../../../ui/live-rows';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { Tabs } from '../../../ui/tabs';
import { useToast } from '../../../ui/toast';
import { messagesText as text } from '../texts';
import { MessageCard } from './message-card';
import { messagesQueryOptions, useChangeMessage } from './messages';

type MessageFilter = ContactStatus | 'all';
const filters: readonly MessageFilter[] = ['open', 'answered', 'all'];

/** Messages of the contact form by status; the selected status is a search parameter. */
export function AdminMessages() {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find((one) => one === search.get('show')) ?? 'open';
  return (
    <Tabs<MessageFilter>
      label={text.tabsLabel}
      value={filter}
      onChange={(next) => setSearch(next === 'open' ? {} : { show: next }, { replace: true })}
      tabs={filters.map((value) => ({
        value,
        label: text.tabs[value],
        content: <Messages key={value} filter={value} />,
      }))}
    />
  );
}

function Messages({ filter }: { filter: MessageFilter }) {
  const query = useInfiniteQuery(messagesQueryOptions(filter === 'all' ? {} : { status: filter }));
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.messages) ?? [],
    (message) => filter === 'all' || message.status === filter,
  );
  const { set, busy } = useChangeStatus();
  const online = useOnline();
  useNewMessageAnnouncements(rows);

  if (query.isPending) {
    return <LoadingRows rows={2} height="h-44" />;
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return <EmptyState title={text.none[filter]}>{text.noneHint}</EmptyState>;
  }
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={text.tabs[filter]}
      more={text.showMore}
      head={text.found(query.data.pages[0]?.total ?? rows.length)}
    >
      {(shown) => (
        <ul className="grid gap-4">
          {shown.map((message) => (
            <li key={message._id}>
              <MessageCard
                message={message}
                busy={busy === message._id}
                blocked={online ? null : text.offline}
                onChange={(status) => set(message, status)}
              />
            </li>
          ))}
        </ul>
      )}
    </LiveRows>
  );
}

function useChangeStatus() {
  const toast = useToast();
  const change = useChangeMessage();
  const set = (message: ContactMessageDto, status: ContactStatus) =>
    change.mutate(
      { message, status },
      {
        onError: (error) =>
          toast({
            tone: 'error',
            title: text.changeFailed,
            description:
              errorCode(error) === 'VERSION_CONFLICT' ? text.conflict : errorMessage(error),
          }),
      },
    );
  return { set, busy: change.isPending ? change.variables.message._id : null };
}

function useNewMessageAnnouncements(messages: readonly ContactMessageDto[]): void {
  const announce = useAnnounce('messages');
  const newest = useRef<string | null>(null);
  const last = messages[0];
  useEffect(() => {
    if (last === undefined) return;
    if (newest.current !== null && last._id > newest.current) announce(text.announce(last.subject));
    newest.current = last._id;
  }, [last, announce]);
}
