import {
  type CardPaymentDto,
  cardText,
  type OrderDto,
  type OrderPart,
  type PartSlot,
  slotText,
} from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { formatMoney, marketZone } from '../../lib/text/format';
import { heldIn, useOrderPayments } from './payment/payments';
import { paymentText } from './payment/texts';
import { ordersText } from './texts';

/** What happens next, for somebody who has just ordered. */
export function OrderThanks({ order }: { order: OrderDto }) {
  const now = useNow();
  const payments = useOrderPayments(order, 'customer') ?? [];
  const dated = order.parts
    .flatMap((part) => (part.slot ? [{ ...part, slot: part.slot }] : []))
    .toSorted((a, b) => (a.slot.startAt < b.slot.startAt ? -1 : 1));
  const ways = new Set(
    order.parts.filter(({ slot }) => slot === null).map(({ fulfilment }) => fulfilment),
  );
  const { thanks } = ordersText;
  const steps = [
    thanks.accept(order.parts.length),
    thanks.pack,
    ...dated.map((part) => dayOf(part, now)),
    ...(ways.has('delivery') ? [thanks.deliver] : []),
    ...(ways.has('pickup') ? [thanks.collect] : []),
    ...payingSteps(order, payments),
  ];
  return (
    <section
      aria-labelledby="next"
      className="mb-6 rounded-lg bg-leaf-tint p-5 text-leaf-ink sm:p-6 print:hidden"
    >
      <h2 id="next" className="text-2xl">
        {thanks.next}
      </h2>
      <ol className="mt-3 grid gap-x-8 gap-y-2 lg:grid-cols-2">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-leaf text-sm font-bold text-on-leaf"
            >
              {at + 1}
            </span>
            <span className="pt-0.5 text-ink">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How it is paid; what a card does now and later once that is known. */
function payingSteps(
  { payment: { method, amount } }: OrderDto,
  payments: readonly CardPaymentDto[],
): string[] {
  const { thanks } = ordersText;
  if (amount === 0) return [thanks.credit];
  if (method !== 'card') return [thanks.pay(formatMoney(amount))];
  const card = payments.find((one) => one.card !== null)?.card;
  const by = card ? cardText(card) : paymentText.theCard;
  const [held, later] = [heldIn('authorised', payments), heldIn('saved', payments)];
  if (held + later === 0) return [thanks.cardPays(formatMoney(amount))];
  return [
    ...(held > 0 ? [thanks.card(formatMoney(held), by)] : []),
    ...(later > 0 ? [thanks.cardLater(formatMoney(later), by)] : []),
  ];
}

/** When and where a part is handed over. */
function dayOf(part: OrderPart & { slot: PartSlot }, now: number): string {
  const when = slotText(part.slot, now, marketZone());
  return part.fulfilment === 'delivery'
    ? ordersText.thanks.comes(when, part.farmName)
    : ordersText.thanks.collectOn(when, part.farmName, part.pickupPlace);
}
