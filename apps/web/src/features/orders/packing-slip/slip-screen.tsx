import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router-dom';
import { isLive } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { Field, Select } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { StatusPill } from '../../../ui/status-pill';
import { packingSlipQueryOptions } from '../orders';
import { packingSlipText as text } from '../texts';
import { SlipSheet } from './slip-sheet';

/** The packing slip of one order with the choice of paper; only the slip is printed. */
export function SlipScreen() {
  const { orderId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const paper = search.get('paper') === 'label' ? 'label' : 'a4';
  const query = useQuery(packingSlipQueryOptions(orderId));
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-[32rem] max-w-2xl" />
      </Loading>
    );
  }
  if (query.data === undefined) {
    const code = errorCode(query.error);
    if (code === 'ORDER_NOT_FOUND' || code === 'VALIDATION_FAILED') {
      return (
        <EmptyState
          title={text.notFound}
          action={
            <LinkButton to={`${paths.dashboardOf('farmer')}/orders`}>{text.toOrders}</LinkButton>
          }
        >
          {text.notFoundHint}
        </EmptyState>
      );
    }
    return <ErrorState query={query} title={text.failed} />;
  }
  const slip = query.data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-4 print:hidden">
        <Field name="paper" label={text.paper} className="min-w-40 flex-1 sm:flex-none">
          <Select
            value={paper}
            onChange={(event) =>
              setSearch(event.target.value === 'label' ? { paper: 'label' } : {}, { replace: true })
            }
          >
            <option value="a4">{text.a4}</option>
            <option value="label">{text.label}</option>
          </Select>
        </Field>
        <Button icon={<Icon of={Printer} size={18} />} onClick={() => window.print()}>
          {text.print}
        </Button>
        <LinkButton
          tone="ghost"
          to={paths.order(slip.orderId)}
          icon={<Icon of={ArrowLeft} size={18} />}
        >
          {text.back}
        </LinkButton>
        <span className="flex min-h-11 items-center">
          <StatusPill status={slip.status} />
        </span>
      </div>
      {!isLive(slip.status) && (
        <p
          role="alert"
          className="mb-6 rounded-md bg-tomato-tint p-4 font-semibold text-tomato-ink"
        >
          {text.gone}
        </p>
      )}
      <SlipSheet slip={slip} paper={paper} />
    </>
  );
}
