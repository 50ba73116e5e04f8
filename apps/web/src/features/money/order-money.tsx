import {
  bookingsOf,
  farmAccount,
  foldBalances,
  marketFee,
  type OrderDto,
  type OrderPart,
  toCents,
  toDollars,
  toOrderMoney,
} from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { percent } from './money-words';
import { orderMoneyText as text } from './texts';

/** Who got what of the delivered parts of an order, by the functions that book it; nothing before that. */
export function OrderMoney({ order }: { order: OrderDto }) {
  const { feeRate } = order;
  const delivered = order.parts.filter(({ status }) => status === 'delivered');
  // an order of an event that is older than the fee
  if (feeRate === undefined || delivered.length === 0) return null;
  const delivery = deliveryOf(order, feeRate);
  return (
    <Card as="section" aria-labelledby="who-got-what">
      <h2 id="who-got-what" className="text-2xl">
        {text.title}
      </h2>
      <ul className="mt-2 grid gap-2">
        {delivered.map((part) => (
          <li key={part._id}>
            {earnedWords(part, feeRate)} {deliveryWords(part, delivery.shares)}
          </li>
        ))}
        {delivery.held > 0 && <li>{text.deliveryOpen(formatMoney(toDollars(delivery.held)))}</li>}
      </ul>
    </Card>
  );
}

function earnedWords({ farmName, subtotal }: OrderPart, feeRate: number): string {
  const goods = toCents(subtotal);
  const fee = marketFee(goods, feeRate);
  return text.earned({
    farm: farmName,
    paid: formatMoney(subtotal),
    kept: formatMoney(toDollars(goods - fee)),
    fee: formatMoney(toDollars(fee)),
    rate: percent(feeRate),
  });
}

/** The farms' shares of the delivery fee, and what of it is not shared yet; in cents. */
function deliveryOf({ deliveryFee, parts }: OrderDto, feeRate: number) {
  const bookings = bookingsOf(
    toOrderMoney({
      feeRate,
      deliveryFee,
      parts: parts.map((part) => ({
        ...part,
        deliveredAt: part.timeline.findLast(({ status }) => status === 'delivered')?.at ?? null,
      })),
    }),
  );
  const booked = foldBalances(
    bookings.filter(({ kind }) => kind === 'split' || kind === 'delivery'),
  );
  return { shares: booked, held: booked.get('market:delivery') ?? 0 };
}

function deliveryWords({ farmId }: OrderPart, shares: ReturnType<typeof foldBalances>): string {
  const cents = shares.get(farmAccount(farmId)) ?? 0;
  return cents === 0 ? '' : text.delivery(formatMoney(toDollars(cents)));
}
