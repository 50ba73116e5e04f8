import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ContactMessageDto, ContactStatus } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useOnline } from '../../lib/use-online';
import { useReading } from '../../lib/use-reading';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { useToast } from '../../ui/toast';
import { WaitingRows } from '../../ui/waiting-rows';
import { MessageCard } from './message-card';
import { messagesQueryOptions, useChangeMessage } from './messages';
import { messagesText as text } from './texts';

type Shelf = ContactStatus | 'all';
const shelves: readonly Shelf[] = ['open', 'answered', 'all'];

/** What people wrote by the contact form, by state; the state stands in the address. */
export function AdminMessages() {
  const [search, setSearch] = useSearchParams();
  const shelf = shelves.find((one) => one === search.get('show')) ?? 'open';
  return (
    <Tabs<Shelf>
      label={text.tabsLabel}
      value={shelf}
      onChange={(next) => setSearch(next === 'open' ? {} : { show: next }, { replace: true })}
      tabs={shelves.map((value) => ({
        value,
        label: text.tabs[value],
        content: <Messages key={value} shelf={value} />,
      }))}
    />
  );
}

function Messages({ shelf }: { shelf: Shelf }) {
  const query = useInfiniteQuery(messagesQueryOptions(shelf === 'all' ? {} : { status: shelf }));
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.messages) ?? [],
    (message) => shelf === 'all' || message.status === shelf,
  );
  const calm = useCalmRows(rows, reading);
  const { set, busy } = useStatus();
  const online = useOnline();
  useNewMessageAnnouncements(rows);

  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-4">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      </Loading>
    );
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return <EmptyState title={text.none[shelf]}>{text.noneHint}</EmptyState>;
  }
  return (
    <section ref={region} aria-label={text.tabs[shelf]} {...focusProps}>
      <p className="mb-3 text-ink-soft tabular-nums">
        {text.found(query.data.pages[0]?.total ?? rows.length)}
      </p>
      <WaitingRows count={calm.waiting} label={text.waiting(calm.waiting)} onShow={calm.show} />
      <ul className="grid gap-4">
        {calm.shown.map((message) => (
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
      <LoadMore query={query} label={text.showMore} />
    </section>
  );
}

function useStatus() {
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
