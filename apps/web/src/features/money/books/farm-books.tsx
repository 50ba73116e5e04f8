import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tick } from '../../../ui/figure';
import { useAnnounce } from '../../../ui/live-announcer';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { type BooksOf, statementsQueryOptions } from '../money';
import { balanceWords } from '../money-words';
import { booksText as text } from '../texts';
import { MonthList } from './month-list';
import { PayoutsCard } from './payouts-card';
import { StatementSheet } from './statement-sheet';

/** A farm's balance, the statement of one month and the list of all, live; the month is a search parameter. */
export function FarmBooks({ farm, farmName }: { farm: BooksOf; farmName: string }) {
  const [search] = useSearchParams();
  const query = useQuery(statementsQueryOptions(farm));
  useBalanceAnnouncements(query.data?.balance ?? null);
  if (query.isPending) return <BooksSkeleton />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const { balance, statements } = query.data;
  const shown = statements.find(({ month }) => month === search.get('month')) ?? statements[0];
  return (
    <div className="grid gap-8">
      <Balance balance={balance} />
      {farm === 'mine' && <PayoutsCard />}
      {shown !== undefined && (
        <StatementSheet
          key={shown.month}
          farm={farm}
          farmName={farmName}
          summary={shown}
          months={<MonthList months={statements} shown={shown.month} />}
        />
      )}
    </div>
  );
}

function Balance({ balance }: { balance: number }) {
  const hint = balance === 0 ? text.evenHint : balance < 0 ? text.owesHint : text.isOwedHint;
  return (
    <div className="on-dark rounded-lg bg-leaf p-5 text-on-leaf sm:p-6 print:hidden">
      <p className="font-display text-3xl font-semibold sm:text-4xl">
        <Tick>{balanceWords(balance, text.balances)}</Tick>
      </p>
      <p className="mt-1.5">{hint}</p>
    </div>
  );
}

function BooksSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-28" />
      <Skeleton className="mt-8 h-96" />
    </Loading>
  );
}

function useBalanceAnnouncements(balance: number | null): void {
  const announce = useAnnounce('money');
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && balance !== null && balance !== before.current)
      announce(text.changed(balanceWords(balance, text.balances)));
    before.current = balance ?? before.current;
  }, [balance, announce]);
}
