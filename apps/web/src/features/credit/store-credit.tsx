import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Credit, CreditEntry } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDate, formatMoney } from '../../lib/text/format';
import { Card, SectionTitle } from '../../ui/card';
import { Tick } from '../../ui/figure';
import { useAnnounce } from '../../ui/live-announcer';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { creditEntriesQueryOptions, creditQueryOptions } from './credit';
import { creditText as text } from './texts';

/** What a customer has of store credit, and what changed it; live. */
export function StoreCredit() {
  return (
    <Card as="section" aria-labelledby="credit-title">
      <SectionTitle id="credit-title">{text.title}</SectionTitle>
      <Balance />
    </Card>
  );
}

function Balance() {
  const query = useQuery(creditQueryOptions());
  useChangeAnnouncement(query.data);
  if (query.isPending) return <LoadingRows rows={1} height="h-24" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const { balance, version } = query.data;
  if (version === 0)
    return (
      <>
        <p className="font-semibold">{text.none}</p>
        <p className="text-ink-soft">{text.noneHint}</p>
      </>
    );
  return (
    <>
      <p className="mb-4 text-ink-soft">{text.lead}</p>
      <p className="mb-4 flex items-baseline justify-between gap-4">
        <span>{text.balance}</span>
        <span className="font-display text-3xl font-semibold tabular-nums">
          <Tick>{formatMoney(balance)}</Tick>
        </span>
      </p>
      <Entries />
    </>
  );
}

function Entries() {
  const query = useInfiniteQuery(creditEntriesQueryOptions());
  if (query.isPending) return <LoadingRows rows={2} height="h-12" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const rows = query.data.pages.flatMap(({ entries }) => entries);
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={text.entries}
      more={text.more}
      head={text.found(query.data.pages[0]?.total ?? rows.length)}
    >
      {(shown) => (
        <ul className="grid gap-2">
          {shown.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
    </LiveRows>
  );
}

function Entry({ entry: { at, kind, amount, order } }: { entry: CreditEntry }) {
  const sign = amount < 0 ? '−' : '+';
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span className="min-w-0">
        <span className="block">
          {text.kinds[kind]}{' '}
          <Link className="whitespace-nowrap underline" to={paths.order(order._id)}>
            {text.order(order.code)}
          </Link>
        </span>
        <time dateTime={at} className="block text-sm text-ink-soft">
          {formatDate(at)}
        </time>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">
        {sign}
        {formatMoney(Math.abs(amount))}
      </span>
    </li>
  );
}

/** Announces a changed balance to screen readers. */
function useChangeAnnouncement(credit: Credit | undefined): void {
  const announce = useAnnounce('credit');
  const before = useRef(credit);
  useEffect(() => {
    const isNewer = before.current && credit && credit.version > before.current.version;
    if (isNewer) announce(text.changed(formatMoney(credit.balance)));
    before.current = credit;
  }, [credit, announce]);
}
