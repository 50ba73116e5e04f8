import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import type { NotificationDto, ReadInbox } from '#libs/contracts';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useOnline } from '../../lib/use-online';
import { useReading } from '../../lib/use-reading';
import { Button, LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { WaitingRows } from '../../ui/waiting-rows';
import { inboxQueryOptions } from './inbox';
import { InboxEntry } from './inbox-entry';
import { useMarkRead } from './mark-read';
import { inboxText } from './texts';

/** Everything one was told, by day, live; what is new waits while somebody reads further down. */
export function InboxList() {
  const query = useInfiniteQuery(inboxQueryOptions());
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const rows = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  const calm = useCalmRows(rows, reading);
  const online = useOnline();
  const toast = useToast();
  const mark = useMarkRead();
  const read = (wish: ReadInbox) =>
    mark.mutate(wish, {
      onError: (error) =>
        toast({
          tone: 'error',
          title: inboxText.markFailed,
          description: errorMessage(error),
        }),
    });

  if (query.isPending) return <InboxSkeleton />;
  if (!query.data) {
    return <ErrorState query={query} title={inboxText.failed} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        title={inboxText.empty}
        action={<LinkButton to={paths.products}>{inboxText.goShopping}</LinkButton>}
      >
        {inboxText.emptyHint}
      </EmptyState>
    );
  }
  const unread = query.data.pages[0]?.unread ?? 0;
  return (
    <section ref={region} aria-label={inboxText.list} {...focusProps}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft tabular-nums">{inboxText.unread(unread)}</p>
        {unread > 0 && (
          <Button
            tone="outline"
            size="sm"
            icon={<Icon of={CheckCheck} size={18} />}
            busy={mark.isPending && !('ids' in mark.variables)}
            disabledReason={online ? null : inboxText.offline}
            onClick={() => read({ all: true })}
          >
            {inboxText.markAll}
          </Button>
        )}
      </div>
      <WaitingRows
        count={calm.waiting}
        label={inboxText.waiting(calm.waiting)}
        onShow={() => {
          calm.show();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      {byDay(calm.shown).map(([day, entries]) => (
        <section key={day} aria-label={day} className="mb-8">
          <h2 className="mb-3 text-xl">{day}</h2>
          <ul className="grid gap-3">
            {entries.map((entry) => (
              <li key={entry._id}>
                <InboxEntry
                  entry={entry}
                  online={online}
                  onRead={() => read({ ids: [entry._id] })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <LoadMore query={query} label={inboxText.showMore} />
    </section>
  );
}

/** The entries under the day on which they came in, in the reader's own time. */
function byDay(entries: readonly NotificationDto[]): [day: string, entries: NotificationDto[]][] {
  const days = new Map<string, NotificationDto[]>();
  const today = formatDate(new Date().toISOString());
  const yesterday = formatDate(new Date(Date.now() - 24 * 3_600_000).toISOString());
  for (const entry of entries) {
    const date = formatDate(entry.createdAt);
    const day = date === today ? inboxText.today : date === yesterday ? inboxText.yesterday : date;
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

function InboxSkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-32" />
        ))}
      </div>
    </Loading>
  );
}
