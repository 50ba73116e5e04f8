import { CalendarDays, MessageSquareQuote, Store, Truck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sentence } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { formatAgo, formatMoney } from '../../lib/text/format';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/status-pill';
import type { ShownTicket } from './board-columns';
import { slotLabel } from './days/day-words';
import { fulfilmentText } from './order-part-card';
import { PartActions } from './part-actions';
import { ChangesNotice } from './shorts/changes-notice';
import { useSeenChanges } from './shorts/seen-changes';
import { ShortPart } from './shorts/short-part';
import { TicketLines } from './shorts/ticket-lines';
import { ordersText } from './texts';
import { UnreadMessages } from './unread-messages';
import type { PartCommands } from './use-part-commands';

/** One order on the farm's board. */
export function BoardTicket({
  ticket,
  now,
  isDayKnown,
  commands,
  onSeen,
  onDeciding,
}: {
  ticket: ShownTicket;
  now: number;
  /** Whether the board is of one day, which the ticket need not repeat. */
  isDayKnown: boolean;
  commands: PartCommands;
  onSeen: (ticket: ShownTicket) => void;
  onDeciding: (open: boolean) => void;
}) {
  const { order, part, isOver } = ticket;
  const unseen = useSeenChanges().unseen(part);
  const titleId = `ticket-${ticket.id}`;
  const showsStatus = ticket.shownIn !== ticket.column || ticket.shownIn === 'dispatched';
  return (
    <article
      aria-labelledby={titleId}
      data-order={order._id}
      tabIndex={-1}
      className={cx(
        'rounded-md border border-rule border-t-4 bg-paper p-3 pt-1 lg:p-4',
        isOver ? 'border-t-rule' : 'border-t-leaf-ink',
      )}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h3 id={titleId} className="font-sans text-base font-bold tracking-wide">
          <Link
            to={paths.order(order._id)}
            // the focused link is scrolled clear of the buttons that stick to a phone's screen
            className="inline-flex min-h-11 scroll-mb-40 items-center whitespace-nowrap underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink lg:min-h-6"
          >
            {order.code}
          </Link>
        </h3>
        <time dateTime={order.createdAt} className="text-xs whitespace-nowrap text-ink-soft">
          {formatAgo(order.createdAt, now)}
        </time>
      </div>
      {showsStatus && (
        <p className="mb-2">
          <StatusPill status={part.status} />
        </p>
      )}
      <p className={cx('font-semibold', isOver && 'line-through')}>{order.customer.name}</p>
      <p className="flex items-start gap-1.5 text-sm text-ink-soft">
        <Icon of={part.fulfilment === 'delivery' ? Truck : Store} size={16} className="mt-0.5" />
        <span className="min-w-0">
          {part.fulfilment === 'delivery' && order.address !== null
            ? sentence`${order.address.line1}, ${order.address.city}`
            : fulfilmentText(part)}
        </span>
      </p>
      {part.slot && (
        <p className="flex items-start gap-1.5 text-sm font-semibold">
          <Icon of={CalendarDays} size={16} className="mt-0.5" />
          <time dateTime={part.slot.startAt}>{slotLabel(part.slot, isDayKnown, now)}</time>
        </p>
      )}
      <UnreadMessages order={order} part={part} side="farm" />
      <ChangesNotice
        order={order}
        part={part}
        unseen={unseen}
        now={now}
        onSeen={() => onSeen(ticket)}
      />
      <TicketLines part={part} unseen={unseen} />
      <Notes notes={[part.note, order.notes]} />
      {!isOver && (
        <p className="mb-2 flex justify-between gap-3 text-sm lg:mb-3">
          <span className="text-ink-soft">{ordersText.subtotal}</span>
          <span className="font-semibold tabular-nums">{formatMoney(part.subtotal)}</span>
        </p>
      )}
      {/* on a phone within reach of the thumb while any part of the order is on the screen */}
      <div className="empty:hidden sticky bottom-[calc(3.8rem+env(safe-area-inset-bottom))] z-10 -mx-3 rounded-b-md bg-paper px-3 py-1 max-md:[&_button]:min-h-15 md:bottom-0 lg:static lg:m-0 lg:p-0 [@media(max-height:30rem)]:static">
        <PartActions
          order={order}
          part={part}
          viewer="farmer"
          commands={commands}
          onDialog={onDeciding}
          full
        />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-center gap-x-4">
        <ShortPart order={order} part={part} commands={commands} onDialog={onDeciding} />
        {(part.status === 'accepted' || part.status === 'packed') && (
          <Link
            to={paths.packingSlip(order._id)}
            aria-label={ordersText.slipOf(order.code)}
            className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4 lg:min-h-8"
          >
            {ordersText.slip}
          </Link>
        )}
      </div>
    </article>
  );
}

/** The customer's notes, for the part and for the whole order. */
function Notes({ notes }: { notes: readonly (string | null)[] }) {
  return notes.filter(Boolean).map((note) => (
    <p
      key={note}
      className="mb-3 flex gap-1.5 rounded-sm bg-butter-tint p-2 text-sm text-butter-ink"
    >
      <Icon of={MessageSquareQuote} size={16} className="mt-0.5" />
      <span className="min-w-0">{note}</span>
    </p>
  ));
}
