import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useOnline } from '../../lib/browser/device';
import { copyText } from '../../lib/browser/export';
import { formatDate } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card, SectionTitle } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { feedQueryOptions, useMakeFeed, useRevokeFeed } from './feed';
import { feedText as text } from './texts';

/** Makes and revokes the private address at which a calendar program reads a customer's or a farm's days. */
export function CalendarFeed({ of }: { of: 'customer' | 'farmer' }) {
  return (
    <Card as="section" aria-labelledby="feed-title">
      <SectionTitle id="feed-title">{text.title}</SectionTitle>
      <p className="mb-2">{text.lead[of]}</p>
      <p className="mb-4 text-sm text-ink-soft">{text.private}</p>
      <Address />
    </Card>
  );
}

function Address() {
  const query = useQuery(feedQueryOptions());
  const making = useMakeFeed();
  const revoking = useRevokeFeed();
  const toast = useToast();
  const blocked = useOnline() ? null : text.offline;
  const onError = (error: unknown) =>
    toast({ tone: 'error', title: text.changeFailed, description: errorMessage(error) });
  if (making.data) return <NewAddress address={making.data.address} onDone={making.reset} />;
  if (query.data === undefined) {
    if (query.isPending) return <LoadingRows rows={1} height="h-11" />;
    return <ErrorState query={query} title={text.failed} />;
  }
  const { feed } = query.data;
  const make = (
    <Button
      tone="outline"
      busy={making.isPending}
      disabledReason={blocked}
      onClick={() => making.mutate(undefined, { onError })}
    >
      {feed ? text.again : text.make}
    </Button>
  );
  if (feed === null) return make;
  return (
    <>
      <p>
        {text.since(formatDate(feed.createdAt))} {text.againHint}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {make}
        <Button
          tone="ghost"
          busy={revoking.isPending}
          disabledReason={blocked}
          onClick={() =>
            revoking.mutate(undefined, {
              onError,
              onSuccess: () => toast({ title: text.revoked }),
            })
          }
        >
          {text.revoke}
        </Button>
      </div>
    </>
  );
}

/** The new address, which is shown only once. */
function NewAddress({ address, onDone }: { address: string; onDone: () => void }) {
  const toast = useToast();
  const lead = useRef<HTMLParagraphElement>(null);
  // the focused button has been removed
  useEffect(() => lead.current?.focus(), []);
  const copy = async () => {
    const isCopied = await copyText(address);
    toast(isCopied ? { title: text.copied } : { tone: 'error', title: text.notCopied });
  };
  return (
    <div className="grid gap-3">
      <p ref={lead} tabIndex={-1}>
        {text.made}
      </p>
      <p translate="no" className="rounded-md bg-sunken p-3 font-mono text-sm break-all select-all">
        {address}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button onClick={onDone}>{text.done}</Button>
      </div>
    </div>
  );
}
