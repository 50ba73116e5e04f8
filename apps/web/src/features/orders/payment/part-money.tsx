import {
  type CardPaymentDto,
  cardText,
  feePartOf,
  isLive,
  type OrderDto,
  type OrderPart,
  type Role,
} from '#libs/contracts';
import { formatMoney } from '../../../lib/text/format';
import { ordersText } from '../texts';
import { useOrderPayments } from './payments';
import { paymentText as text } from './texts';

interface PartOf {
  readonly order: OrderDto;
  readonly part: OrderPart;
  readonly viewer: Role;
}

/** What became of the money of a part. */
export function PartMoney(of: PartOf) {
  const { order, part, viewer } = of;
  if (order.payment.method === 'card' && viewer !== 'farmer') return <CardMoney {...of} />;
  if (!isLive(part.status)) return null;
  return (
    <p className="flex justify-between gap-4 text-sm text-ink-soft">
      {order.payment.method === 'card' ? (
        text.farm
      ) : (
        <>
          <span>{ordersText.payment}</span>
          <span>{ordersText.paymentStatus[part.payment.status]}</span>
        </>
      )}
    </p>
  );
}

function CardMoney({ order, part, viewer }: PartOf) {
  const own = useOrderPayments(order, viewer)?.find(({ partId }) => partId === part._id);
  if (own === undefined) return null;
  return <p className="text-sm text-ink-soft tabular-nums">{moneyWords(order, own)}</p>;
}

/** `$14.99 held on Visa •••• 4242 until the handover, with the delivery fee.` */
function moneyWords(
  { parts, deliveryFee }: OrderDto,
  { partId, state, held, unpaid, captured, refunded, card }: CardPaymentDto,
): string {
  const isLost = state === 'lapsed' || state === 'declined' || state === 'challenge';
  if (isLost && unpaid === 0) return text.ended;
  const isTaken = state === 'captured' || state === 'refund_refused';
  const by = card === null ? text.theCard : cardText(card);
  const hasFee = deliveryFee > 0 && feePartOf(parts)?._id === partId;
  const amount = formatMoney(isTaken ? captured : held);
  const words = text.states[state](hasFee ? text.withFee(amount) : amount, by);
  if (refunded === 0) return words;
  const back = refunded === captured ? text.allGivenBack : text.givenBack(formatMoney(refunded));
  return `${words} ${back}`;
}
