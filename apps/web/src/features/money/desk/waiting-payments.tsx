import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { cardText, type WaitingPayment } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { useNow } from '../../../lib/browser/timers';
import { paths } from '../../../lib/paths';
import { formatAgo, formatDateTime, formatMoney } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { type Column, DataTable } from '../../../ui/data-table';
import { LoadingRows } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { needsAdmin, waitingPaymentsQueryOptions } from '../money';
import { deskText, waitingText as text } from '../texts';
import { PaidBackDialog, type SeenRefund } from './paid-back-dialog';
import { useNewAnnouncements } from './use-new-announcements';

const columnsAt = (now: number): readonly Column<WaitingPayment>[] => [
  {
    key: 'order',
    header: text.order,
    primary: true,
    cell: ({ order }) =>
      order === null ? (
        text.checkout
      ) : (
        <Link
          to={paths.order(order._id)}
          className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
        >
          {order.code}
        </Link>
      ),
  },
  { key: 'what', header: text.what, cell: (payment) => wordsOf(payment) },
  {
    key: 'since',
    header: text.since,
    cell: (payment) =>
      payment.wait && (
        <Badge tone={needsAdmin(payment, now) ? 'tomato' : 'butter'}>
          <time dateTime={payment.wait.since} title={formatDateTime(payment.wait.since)}>
            {formatAgo(payment.wait.since, now)}
          </time>
        </Badge>
      ),
  },
];

function wordsOf({ wait, card }: WaitingPayment): string {
  if (wait === null) return '';
  const amount = formatMoney(wait.amount);
  const shown = card === null ? text.aCard : cardText(card);
  return wait.reason === 'refund_refused'
    ? text.refused(amount, shown)
    : text.unanswered[wait.act](amount, shown);
}

/** The payments by card that wait for their provider or for an admin, live; what was paid back is marked here. */
export function WaitingPayments() {
  const query = useQuery(waitingPaymentsQueryOptions());
  const now = useNow();
  const blocked = useOnline() ? null : deskText.offline;
  const [seen, setSeen] = useState<SeenRefund | null>(null);
  const payments = query.data?.payments ?? [];
  useNewAnnouncements('waiting-payments', query.data?.payments, idOf, wordsOf);
  const open = payments.find(({ _id }) => _id === seen?.payment._id);
  const total = query.data?.total ?? 0;
  return (
    <section aria-labelledby="waiting-title">
      <SectionTitle id="waiting-title">{text.title}</SectionTitle>
      {query.data === undefined ? (
        query.isPending ? (
          <LoadingRows rows={1} />
        ) : (
          <ErrorState query={query} title={text.failed} />
        )
      ) : payments.length === 0 ? (
        <Card compact>
          <p>{text.none}</p>
        </Card>
      ) : (
        <DataTable
          caption={text.title}
          columns={columnsAt(now)}
          rows={payments}
          rowKey={idOf}
          actions={(payment) =>
            payment.wait?.reason === 'refund_refused' && (
              <Button
                tone="outline"
                size="sm"
                disabledReason={blocked}
                aria-label={text.markOf(payment.order?.code ?? '')}
                onClick={() => setSeen({ payment, amount: payment.wait?.amount ?? 0 })}
              >
                {text.mark}
              </Button>
            )
          }
        />
      )}
      {total > payments.length && (
        <p className="mt-2 text-sm text-ink-soft">{text.firstOnly(payments.length, total)}</p>
      )}
      <PaidBackDialog seen={seen} now={open?.wait?.amount ?? 0} onClose={() => setSeen(null)} />
    </section>
  );
}

const idOf = ({ _id }: WaitingPayment): string => _id;
