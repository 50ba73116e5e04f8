import { useQuery } from '@tanstack/react-query';
import { addDollars, type CardPaymentDto, type OrderDto, type Role } from '#libs/contracts';
import { formatMoney } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Sum } from '../sum';
import { ordersText } from '../texts';
import { heldIn, orderPaymentsQueryOptions, unpaidOf } from './payments';
import { paymentText as text } from './texts';

/** How an order is paid, and how far it is; live. */
export function OrderPayment({ order, viewer }: { order: OrderDto; viewer: Role }) {
  const { method } = order.payment;
  return (
    <>
      <p className="text-ink-soft">{ordersText.paymentMethods[method]}</p>
      {method === 'pay_on_handover' ? (
        <CashState payment={order.payment} />
      ) : viewer === 'farmer' ? (
        <p>{text.farm}</p>
      ) : (
        <CardState order={order} />
      )}
    </>
  );
}

/** Each farm confirms its own handover. */
function CashState({ payment: { status, amount, paid } }: Pick<OrderDto, 'payment'>) {
  if (status !== 'due') return <p className="font-semibold">{ordersText.paymentStatus[status]}</p>;
  const due = addDollars(amount, -paid);
  return (
    <dl className="mt-1 grid gap-1 tabular-nums">
      {paid > 0 && <Sum label={ordersText.paidSoFar} value={formatMoney(paid)} />}
      <Sum label={ordersText.stillDue} value={formatMoney(due)} />
    </dl>
  );
}

function CardState({ order: { _id } }: { order: OrderDto }) {
  const query = useQuery(orderPaymentsQueryOptions(_id));
  if (query.data) return <CardSums payments={query.data.payments} />;
  if (query.isPending) return <p>{text.loading}</p>;
  return (
    <>
      <p role="alert">{text.failed}</p>
      <Button tone="outline" size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
        {text.retry}
      </Button>
    </>
  );
}

function CardSums({ payments }: { payments: readonly CardPaymentDto[] }) {
  const sums = [
    [text.held, heldIn('authorised', payments)],
    [text.saved, heldIn('saved', payments)],
    [text.paid, addDollars(...payments.map(({ captured }) => captured))],
    [text.back, addDollars(...payments.map(({ refunded }) => refunded))],
    [text.unpaid, unpaidOf(payments)],
  ] as const;
  const shown = sums.filter(([, dollars]) => dollars > 0);
  if (shown.length === 0) return <p className="font-semibold">{text.none}</p>;
  return (
    <dl className="mt-1 grid gap-1 tabular-nums">
      {shown.map(([label, dollars]) => (
        <Sum key={label} label={label} value={formatMoney(dollars)} />
      ))}
    </dl>
  );
}
