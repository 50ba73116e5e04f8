import { type OrderDto, type OrderPart, slotText } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { marketZone } from '../../../lib/text/format';
import { sheetsText as text } from '../days/texts';

/** The label on a box: whose it is, when it leaves, and where it goes. */
export function BoxLabel({
  order,
  part,
  paper,
  now,
}: {
  order: OrderDto;
  part: OrderPart;
  paper: 'a4' | 'label';
  now: number;
}) {
  const notes = [part.note, order.notes].filter(Boolean);
  return (
    <li
      className={cx(
        'box-label flex flex-col gap-1 overflow-hidden rounded-md border border-rule bg-paper p-4 leading-tight',
        paper === 'label' ? 'box-label-single' : 'box-label-a4',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="text-[1.4em] tracking-wide whitespace-nowrap">{order.code}</strong>
        <span className="text-[0.85em]">{part.farmName}</span>
      </p>
      <p className="line-clamp-2 font-display text-[1.3em] font-semibold">{order.customer.name}</p>
      <p className="font-semibold">
        {part.slot ? (
          <time dateTime={part.slot.startAt}>{slotText(part.slot, now, marketZone())}</time>
        ) : (
          text.noDay
        )}
      </p>
      <div>
        <p className="text-[0.85em]">{text[part.fulfilment]}</p>
        <Destination order={order} part={part} />
      </div>
      {notes.length > 0 && (
        <p className="mt-auto line-clamp-3 text-[0.85em] italic">
          {notes.map((note) => text.because(note ?? '')).join(' ')}
        </p>
      )}
    </li>
  );
}

function Destination({ order: { address }, part }: { order: OrderDto; part: OrderPart }) {
  if (part.fulfilment === 'pickup' || address === null)
    return <p className="line-clamp-2 font-semibold">{part.pickupPlace ?? text.atFarm}</p>;
  return (
    <address className="font-semibold not-italic">
      {address.line1}
      {address.line2 && `, ${address.line2}`}
      <br />
      <bdi>{address.city}</bdi>, {address.state} {address.postalCode}
    </address>
  );
}
