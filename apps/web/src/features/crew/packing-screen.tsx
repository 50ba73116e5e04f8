import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import {
  formatQuantity,
  fromThousandths,
  mayShort,
  mayTakeStep,
  nextStep,
  type PackingOrderDto,
  shortSlotText,
  toThousandths,
} from '#libs/contracts';
import { serverNow } from '../../lib/api/server-clock';
import { formatNumber, formatWeekday, marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { StatusPill } from '../../ui/status-pill';
import { packingOrdersQueryOptions } from './crew';
import { ShortForm } from './short-form';
import { StepButton } from './step-button';
import { crewText as text } from './texts';

const dayOf = ({ slot }: PackingOrderDto): string => slot?.date ?? 'none';

/** What a packer packs: the goods of a day, and its orders one by one; printed, a slip for each. */
export function PackingScreen() {
  const query = useQuery(packingOrdersQueryOptions());
  const [day, setDay] = useState('');
  if (query.isPending) return <LoadingRows rows={5} height="h-24" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const { orders: all, total } = query.data;
  if (all.length === 0) return <EmptyState title={text.none}>{text.noneHint}</EmptyState>;
  const days = [...new Set(all.map(dayOf))].sort();
  const orders = all.filter((order) => day === '' || dayOf(order) === day);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-4 print:hidden">
        <Field name="day" label={text.day} className="min-w-40 flex-1 sm:flex-none">
          <Select value={day} onChange={(event) => setDay(event.target.value)}>
            <option value="">{text.everyDay}</option>
            {days.map((one) => (
              <option key={one} value={one}>
                {one === 'none' ? text.noDay : formatWeekday(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          tone="outline"
          icon={<Icon of={Printer} size={18} />}
          onClick={() => window.print()}
        >
          {text.print}
        </Button>
      </div>
      {total > all.length && (
        <p className="mb-4 rounded-md bg-butter-tint px-4 py-2 text-butter-ink print:hidden">
          {text.truncated(all.length, total)}
        </p>
      )}
      <ToPick orders={orders} />
      <h2 className="mb-3 text-xl print:hidden">{text.orders(orders.length)}</h2>
      <ul className="grid gap-3 md:grid-cols-2 md:items-start xl:grid-cols-3 print:block">
        {orders.map((order) => (
          <OrderToPack key={order._id} order={order} />
        ))}
      </ul>
    </>
  );
}

/** The sums of what is still to be picked. */
function ToPick({ orders }: { orders: readonly PackingOrderDto[] }) {
  const sums = new Map<string, { name: string; unit: PackingUnit; amount: number }>();
  for (const { status, lines } of orders) {
    if (status !== 'placed' && status !== 'accepted') continue;
    for (const { productId, name, unit, quantity } of lines) {
      // amounts of a product whose unit was changed cannot be added up
      const key = `${productId}:${unit}`;
      const sum = sums.get(key) ?? { name, unit, amount: 0 };
      sums.set(key, { ...sum, amount: sum.amount + toThousandths(quantity) });
    }
  }
  const rows = [...sums].filter(([, { amount }]) => amount > 0);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="to-pick" className="mb-6 print:hidden">
      <h2 id="to-pick" className="mb-2 text-xl">
        {text.toPick}
      </h2>
      <ul className="grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
        {rows
          .sort(([, a], [, b]) => a.name.localeCompare(b.name))
          .map(([key, { name, unit, amount }]) => (
            <li key={key} className="rounded-md bg-sunken px-3 py-2 font-semibold tabular-nums">
              {text.line(formatQuantity(fromThousandths(amount), unit), name)}
            </li>
          ))}
      </ul>
    </section>
  );
}

type PackingUnit = PackingOrderDto['lines'][number]['unit'];

function OrderToPack({ order }: { order: PackingOrderDto }) {
  const { code, customer, status, fulfilment, pickupPlace, slot, notes, lines } = order;
  const next = nextStep(status, fulfilment);
  const [isShorting, setIsShorting] = useState(false);
  return (
    <Card as="li" compact aria-label={text.order(code)} className="grid gap-2 break-inside-avoid">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-sans text-xl font-bold whitespace-nowrap">{code}</h3>
        <StatusPill status={status} />
      </div>
      <p className="text-sm font-semibold">
        {fulfilment === 'delivery' ? text.delivery : (pickupPlace ?? text.pickup)}
        {' · '}
        {slot ? (
          <time dateTime={slot.startAt}>{shortSlotText(slot, serverNow(), marketZone())}</time>
        ) : (
          text.noDay
        )}
      </p>
      <p className="text-sm break-words print:hidden">{text.for(customer)}</p>
      <ul className="grid gap-1">
        {lines.map(({ productId, name, unit, quantity, ordered, note }) => (
          <li key={productId} className={quantity === 0 ? 'text-ink-soft line-through' : ''}>
            {text.line(
              quantity === 0 || quantity >= ordered
                ? formatQuantity(quantity || ordered, unit)
                : text.amountOf(formatNumber(quantity), formatQuantity(ordered, unit)),
              name,
            )}
            {note !== null && <span className="block text-sm">{text.because(note)}</span>}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="rounded-sm bg-butter-tint p-2 text-sm break-words text-butter-ink">
          {text.because(note)}
        </p>
      ))}
      {isShorting && <ShortForm order={order} onDone={() => setIsShorting(false)} />}
      {!isShorting && mayShort(status) && (
        <span className="print:hidden">
          <Button
            tone="ghost"
            size="sm"
            aria-label={text.missingOf(code)}
            onClick={() => setIsShorting(true)}
          >
            {text.missing}
          </Button>
        </span>
      )}
      {next !== null &&
        !isShorting &&
        (mayTakeStep('packer', fulfilment, next) ? (
          <StepButton order={order} status={next} as="packer" />
        ) : (
          <p className="text-sm text-ink-soft print:hidden">{text.waitsForDriver}</p>
        ))}
    </Card>
  );
}
