import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Id, receiptOf } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { paths } from '../../../lib/paths';
import { Button, LinkButton } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { PlaceholderTitle } from '../../../ui/page';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { receiptQueryOptions } from './receipt';
import { ReceiptSheet, type Sender } from './receipt-sheet';
import { receiptText as text } from './texts';

/** The receipt of an order, live; only the sheet is printed. */
export function ReceiptScreen({ orderId, sender }: { orderId: Id; sender: Sender }) {
  const query = useQuery(receiptQueryOptions(orderId));
  if (query.isPending)
    return (
      <>
        <PlaceholderTitle>{text.receipt}</PlaceholderTitle>
        <Loading>
          <Skeleton className="h-[32rem] max-w-3xl" />
        </Loading>
      </>
    );
  if (query.data === undefined) {
    const isMissing = ['ORDER_NOT_FOUND', 'VALIDATION_FAILED'].includes(
      errorCode(query.error) ?? '',
    );
    return (
      <Untitled>
        {isMissing ? (
          <EmptyState
            title={text.notFound}
            action={<LinkButton to={paths.dashboard}>{text.toOrders}</LinkButton>}
          >
            {text.notFoundBody}
          </EmptyState>
        ) : (
          <ErrorState query={query} title={text.failed} />
        )}
      </Untitled>
    );
  }
  const receipt = receiptOf(query.data);
  const { order, farms } = query.data;
  const toOrder = (
    <LinkButton tone="ghost" to={paths.order(order._id)} icon={<Icon of={ArrowLeft} size={18} />}>
      {text.back}
    </LinkButton>
  );
  if (receipt.parts.length === 0)
    return (
      <Untitled>
        <EmptyState title={text.nothing} action={toOrder}>
          {text.nothingHint}
        </EmptyState>
      </Untitled>
    );
  return (
    <>
      <Tools>
        <Button icon={<Icon of={Printer} size={18} />} onClick={() => window.print()}>
          {text.print}
        </Button>
        {toOrder}
      </Tools>
      <ReceiptSheet order={order} receipt={receipt} farms={farms} sender={sender} />
    </>
  );
}

/** Without a sheet, the page has its heading for screen readers only. */
const Untitled = ({ children }: { children: ReactNode }) => (
  <>
    <h1 className="sr-only">{text.receipt}</h1>
    {children}
  </>
);

const Tools = ({ children }: { children: ReactNode }) => (
  <div className="mb-6 flex flex-wrap gap-3 print:hidden">{children}</div>
);
