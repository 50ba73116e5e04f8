import type { OrderDto } from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { ordersText } from './texts';

/** What happens next, for somebody who has just ordered. */
export function OrderThanks({ order }: { order: OrderDto }) {
  const ways = new Set(order.parts.map(({ fulfilment }) => fulfilment));
  const { thanks } = ordersText;
  const steps = [
    thanks.accept(order.parts.length),
    thanks.pack,
    ...(ways.has('delivery') ? [thanks.deliver] : []),
    ...(ways.has('pickup') ? [thanks.collect] : []),
    thanks.pay(formatMoney(order.totalPrice)),
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
