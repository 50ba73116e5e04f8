import { useQuery } from '@tanstack/react-query';
import { addDollars, type MoneyDesk as Desk, type FarmBalance } from '#libs/contracts';
import { formatMoney, formatMonth } from '../../../lib/text/format';
import { Figure } from '../../../ui/figure';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { farmBalancesQueryOptions, moneyDeskQueryOptions } from '../money';
import { formatBalance, percent } from '../money-words';
import { deskText as text } from '../texts';
import { Corrections } from './corrections';
import { Disputes } from './disputes';
import { FarmBalances } from './farm-balances';
import { LedgerCheck } from './ledger-check';
import { WaitingPayments } from './waiting-payments';

/** What is owed to whom, the market's fees, the check of the books, and corrections; live. */
export function MoneyDesk() {
  const query = useQuery(moneyDeskQueryOptions());
  const balances = useQuery(farmBalancesQueryOptions());
  return (
    <div className="grid gap-12">
      {query.data !== undefined ? (
        <div className="grid gap-6">
          <Figures desk={query.data} farms={balances.data?.farms} />
          <LedgerCheck desk={query.data} />
        </div>
      ) : query.isPending ? (
        <DeskSkeleton />
      ) : (
        <ErrorState query={query} title={text.failed} />
      )}
      <WaitingPayments />
      <Disputes />
      <FarmBalances query={balances} />
      <Corrections />
    </div>
  );
}

function Figures({ desk, farms }: { desk: Desk; farms: readonly FarmBalance[] | undefined }) {
  // the balances below are live; the desk's own sums stand in until they are loaded
  const owing = farms?.filter(({ balance }) => balance < 0);
  const owed = farms?.filter(({ balance }) => balance > 0);
  const sum = (some: readonly FarmBalance[]) =>
    Math.abs(addDollars(...some.map(({ balance }) => balance)));
  return (
    <dl aria-label={text.figures} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Figure
        label={text.owedByFarms}
        value={formatMoney(owing ? sum(owing) : desk.owedByFarms)}
        hint={owing && text.farmCount(owing.length)}
      />
      <Figure
        label={text.owedToFarms}
        value={formatMoney(owed ? sum(owed) : desk.owedToFarms)}
        hint={owed && text.farmCount(owed.length)}
      />
      <Figure
        label={text.storeCredit}
        value={formatMoney(desk.storeCredit)}
        hint={text.storeCreditHint}
      />
      <Figure
        label={text.fees}
        value={formatMoney(desk.feesEarned)}
        hint={text.feesHint(
          formatMoney(desk.feesThisMonth),
          formatMonth(desk.month),
          percent(desk.feeRate),
        )}
      />
      <Figure label={text.held} value={formatMoney(desk.deliveryHeld)} hint={text.heldHint} />
      <Figure
        label={text.owedByCard}
        value={formatBalance(desk.owedByCard)}
        hint={text.owedByCardHint}
      />
    </dl>
  );
}

function DeskSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((at) => (
          <Skeleton key={at} className="h-36" />
        ))}
      </div>
      <Skeleton className="mt-6 h-32" />
    </Loading>
  );
}
