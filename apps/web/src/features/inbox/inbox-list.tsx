import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import type { ReadInbox } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { marketZone } from '../../lib/text/format';
import { Button, LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { byDay, inboxQueryOptions, useMarkRead } from './inbox';
import { InboxEntry } from './inbox-entry';
import { inboxText } from './texts';

/** All notifications by day, live; new ones stay pending while somebody reads. */
export function InboxList() {
  const query = useInfiniteQuery(inboxQueryOptions());
  const rows = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  const online = useOnline();
  const now = useNow();
  const toast = useToast();
  const markRead = useMarkRead();
  const markEntries = (entries: ReadInbox) =>
    markRead.mutate(entries, {
      onError: (error) =>
        toast({
          tone: 'error',
          title: inboxText.markFailed,
          description: errorMessage(error),
        }),
    });

  if (query.isPending) return <LoadingRows rows={4} height="h-32" />;
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
    <LiveRows
      query={query}
      rows={rows}
      label={inboxText.list}
      more={inboxText.showMore}
      head={
        <>
          <p>{inboxText.unread(unread)}</p>
          {unread > 0 && (
            <Button
              tone="outline"
              size="sm"
              icon={<Icon of={CheckCheck} size={18} />}
              busy={markRead.isPending && !('ids' in markRead.variables)}
              disabledReason={online ? null : inboxText.offline}
              onClick={() => markEntries({ all: true })}
            >
              {inboxText.markAll}
            </Button>
          )}
        </>
      }
    >
      {(shown) =>
        byDay(shown, now, marketZone()).map(([day, entries]) => (
          <section key={day} aria-label={day} className="mb-8">
            <h2 className="mb-3 text-xl">{day}</h2>
            <ul className="grid gap-3">
              {entries.map((entry) => (
                <li key={entry._id}>
                  <InboxEntry
                    entry={entry}
                    online={online}
                    onRead={() => markEntries({ ids: [entry._id] })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))
      }
    </LiveRows>
  );
}
