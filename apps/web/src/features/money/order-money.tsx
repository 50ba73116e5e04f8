import {
  addDollars,
  type Booking,
  bookingsOf,
  customerAccount,
  farmAccount,
  foldBalances,
  type JournalKind,
  type LedgerAccount,
  type OrderDto,
  type OrderPart,
  orderMoneyOf,
  settlementOf,
  toDollars,
} from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { percent } from './money-words';
import { orderMoneyText as text } from './texts';

/**
 * Who got what of the delivered parts of an order, after what was given back of them, by the functions that book it;
 * nothing before that.
 */
export function OrderMoney({ order }: { order: OrderDto }) {
  const { feeRate } = order;
  const delivered = order.parts.filter(({ status }) => status === 'delivered');
  // an order of an event that is older than the fee
  if (feeRate === undefined || delivered.length === 0) return null;
  const bookings = bookingsOf(orderMoneyOf(order));
  const held = balanceOf('market:delivery', bookings);
  const customer = customerWords(order, bookings);
  return (
    <Card as="section" aria-labelledby="who-got-what">
      <h2 id="who-got-what" className="text-2xl">
        {text.title}
      </h2>
      <ul className="mt-2 grid gap-2">
        {delivered.map((part) => (
          <li key={part._id}>
            {farmWords(part, bookings, feeRate)} {deliveryWords(part, bookings)}
          </li>
        ))}
        {held > 0 && <li>{text.deliveryOpen(dollars(held))}</li>}
        {customer !== '' && <li>{customer}</li>}
      </ul>
    </Card>
  );
}

const dollars = (cents: number) => formatMoney(toDollars(cents));

/** What these bookings, or those of some kinds, leave on an account, in cents. */
const balanceOf = (
  account: LedgerAccount,
  bookings: readonly Booking[],
  kinds?: readonly JournalKind[],
): number =>
  foldBalances(bookings.filter(({ kind }) => kinds?.includes(kind) ?? true)).get(account) ?? 0;

function farmWords(part: OrderPart, bookings: readonly Booking[], feeRate: number): string {
  const own = bookings.filter(({ partId }) => partId === part._id);
  const back = addDollars(...part.refunds.map(({ amount }) => amount));
  const words = {
    farm: part.farmName,
    paid: formatMoney(part.subtotal),
    kept: dollars(balanceOf(farmAccount(part.farmId), own)),
    fee: dollars(balanceOf('market:fees', own)),
    rate: percent(feeRate),
  };
  if (back === part.subtotal) return text.gaveAll(words.farm, words.paid);
  return back === 0 ? text.earned(words) : text.keeps({ ...words, back: formatMoney(back) });
}

function deliveryWords({ farmId }: OrderPart, bookings: readonly Booking[]): string {
  const cents = balanceOf(farmAccount(farmId), bookings, ['split']);
  return cents === 0 ? '' : text.delivery(dollars(cents));
}

/** What store credit paid, and what the customer gets back. */
function customerWords(order: OrderDto, bookings: readonly Booking[]): string {
  const account = customerAccount(order.customer._id);
  const spent = -balanceOf(account, bookings, ['credit_spent', 'delivery']);
  const credit = balanceOf(account, bookings, ['refund', 'credit_given']);
  const paidBack = orderMoneyOf(order)
    .parts.filter(({ status }) => status === 'delivered')
    .reduce((sum, part) => sum + settlementOf(part).paidBack, 0);
  return [
    spent > 0 ? text.creditSpent(dollars(spent)) : '',
    paidBack > 0 ? text.back[order.payment.method](dollars(paidBack)) : '',
    credit > 0 ? text.back.credit(dollars(credit)) : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
}
