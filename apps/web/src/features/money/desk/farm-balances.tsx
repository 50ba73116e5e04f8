import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FarmBalances as Balances, FarmBalance } from '#libs/contracts';
import { farmsOfQueryOptions } from '../../../lib/api/public-data';
import { useOnline } from '../../../lib/browser/device';
import { paths } from '../../../lib/paths';
import { Badge } from '../../../ui/badge';
import { Button, LinkButton } from '../../../ui/button';
import { SectionTitle } from '../../../ui/card';
import { type Column, DataTable } from '../../../ui/data-table';
import { Tick } from '../../../ui/figure';
import { SearchFilter } from '../../../ui/filters';
import { useAnnounce } from '../../../ui/live-announcer';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { balanceWords } from '../money-words';
import { deskText as text } from '../texts';
import { PaymentDialog, type SeenBalance } from './payment-dialog';
import { ProposeDialog } from './propose-dialog';

/** A list of more farms has a search field. */
const MANY = 8;

const columns: readonly Column<FarmBalance>[] = [
  {
    key: 'farm',
    header: text.farm,
    primary: true,
    cell: ({ farmId, farmName }) => (
      <Link
        to={paths.farmMoney(farmId)}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
      >
        {farmName}
      </Link>
    ),
  },
  {
    key: 'balance',
    header: text.balance,
    cell: ({ balance }) => (
      <Badge tone={balance === 0 ? 'plain' : balance < 0 ? 'butter' : 'leaf'}>
        <Tick>{balanceWords(balance, text)}</Tick>
      </Badge>
    ),
  },
];

/** What is owed to whom, live; the rows stay in their order. What was paid is marked here. */
export function FarmBalances({ query }: { query: UseQueryResult<Balances> }) {
  const [wanted, setWanted] = useState('');
  const [seen, setSeen] = useState<SeenBalance | null>(null);
  const [corrected, setCorrected] = useState<FarmBalance | null>(null);
  const blocked = useOnline() ? null : text.offline;
  const farms = useNamed(query.data?.farms ?? []);
  useChangeAnnouncements(query.data);
  const found = farms.filter(({ farmName }) =>
    farmName.toLowerCase().includes(wanted.toLowerCase()),
  );
  return (
    <section aria-labelledby="farms-title">
      <SectionTitle id="farms-title">{text.farms}</SectionTitle>
      {farms.length > MANY && (
        <div className="mb-4 sm:w-64">
          <SearchFilter label={text.find} value={wanted} onChange={setWanted} />
        </div>
      )}
      {query.data !== undefined ? (
        <DataTable
          caption={text.farms}
          columns={columns}
          rows={found}
          rowKey={({ farmId }) => farmId}
          empty={
            farms.length > 0 ? (
              <p className="text-ink-soft">{text.noneFound}</p>
            ) : (
              <EmptyState
                title={text.noFarms}
                action={
                  <LinkButton tone="outline" to={`${paths.dashboardOf('admin')}/orders`}>
                    {text.toOrders}
                  </LinkButton>
                }
              >
                {text.noFarmsHint}
              </EmptyState>
            )
          }
          actions={(farm) => {
            const kind = farm.balance < 0 ? 'payment' : 'payout';
            return (
              <>
                {farm.balance !== 0 && (
                  <Button
                    tone="outline"
                    size="sm"
                    disabledReason={blocked}
                    aria-label={text.markOf[kind](farm.farmName)}
                    onClick={() => setSeen({ ...farm, kind })}
                  >
                    {text.mark[kind]}
                  </Button>
                )}
                <Button
                  tone="ghost"
                  size="sm"
                  disabledReason={blocked}
                  aria-label={text.correctOf(farm.farmName)}
                  onClick={() => setCorrected(farm)}
                >
                  {text.correct}
                </Button>
              </>
            );
          }}
        />
      ) : query.isPending ? (
        <LoadingRows rows={4} />
      ) : (
        <ErrorState query={query} title={text.farmsFailed} />
      )}
      <PaymentDialog
        seen={seen}
        now={farms.find(({ farmId }) => farmId === seen?.farmId)?.balance}
        onClose={() => setSeen(null)}
      />
      <ProposeDialog farm={corrected} onClose={() => setCorrected(null)} />
    </section>
  );
}

/** The farms with their names: those whose first money has just come have none in the live data. */
function useNamed(farms: readonly FarmBalance[]): readonly FarmBalance[] {
  const nameless = farms.filter(({ farmName }) => farmName === '');
  const { data } = useQuery(farmsOfQueryOptions(nameless.map(({ farmId }) => farmId)));
  if (nameless.length === 0) return farms;
  return farms.map((farm) =>
    farm.farmName !== ''
      ? farm
      : {
          ...farm,
          farmName: data?.farms.find(({ _id }) => _id === farm.farmId)?.name ?? text.oneFarm,
        },
  );
}

function useChangeAnnouncements(data: Balances | undefined): void {
  const announce = useAnnounce('farm-balances');
  const before = useRef(data);
  useEffect(() => {
    if (before.current !== undefined && data !== before.current) announce(text.changed);
    before.current = data;
  }, [data, announce]);
}
