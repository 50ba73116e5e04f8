import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Payouts } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { formatMoney } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { payoutsQueryOptions, useDisconnect, useOnboard } from '../money';
import { payoutsText as text } from '../texts';

/** How a farm is paid what its customers paid by card: by bank, or to its own account at the card provider. */
export function PayoutsCard() {
  const query = useQuery(payoutsQueryOptions());
  const { data } = query;
  if (query.isPending) return <LoadingRows rows={1} height="h-28" />;
  if (data === undefined) return <ErrorState query={query} title={text.failed} />;
  // Nobody can pay by card here.
  if (data.provider === null) return null;
  return <Shown payouts={data} />;
}

function Shown({ payouts: { provider, state, returned } }: { payouts: Payouts }) {
  const titleId = useId();
  const online = useOnline();
  const toast = useToast();
  const onboard = useOnboard();
  const disconnect = useDisconnect();
  const name = text.providers[provider ?? 'stripe'];
  const onError = (error: Error) =>
    toast({ tone: 'error', title: text.notDone, description: errorMessage(error) });
  const blocked = online ? null : text.offline;
  const isByHand = state === 'by_hand';
  return (
    <Card as="section" aria-labelledby={titleId} className="print:hidden">
      <h2 id={titleId} className="font-display text-xl font-semibold">
        {text.title}
      </h2>
      <p className="mt-1.5" role="status">
        <strong>{text.states[state](name)}</strong>{' '}
        {returned === null ? text.hints[state] : text.returned(formatMoney(returned))}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          tone={isByHand || state === 'ready' ? 'outline' : 'leaf'}
          disabledReason={blocked}
          busy={onboard.isPending || onboard.isSuccess}
          onClick={() =>
            onboard.mutate(undefined, {
              onSuccess: ({ url }) => window.location.assign(url),
              onError,
            })
          }
        >
          {isByHand ? text.connect(name) : text.data(name)}
        </Button>
        {!isByHand && (
          <Button
            tone="ghost"
            disabledReason={blocked}
            busy={disconnect.isPending}
            onClick={() =>
              disconnect.mutate(undefined, {
                onSuccess: () => toast({ title: text.disconnected }),
                onError,
              })
            }
          >
            {text.disconnect}
          </Button>
        )}
      </div>
    </Card>
  );
}
