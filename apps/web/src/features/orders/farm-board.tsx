import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { useNow } from '../../lib/use-now';
import { useReading } from '../../lib/use-reading';
import { WaitingRows } from '../../ui/waiting-rows';
import { type ColumnName, columns, type ShownTicket, ticketsIn, ticketsOf } from './board-columns';
import { BoardTicket } from './board-ticket';
import { ordersText } from './texts';
import { useCalmBoard } from './use-calm-board';
import { type TakeStep, usePartStep } from './use-part-step';

const DELIVERED_SHOWN = 8;

/** A farm's orders from New to Delivered; one column at a time on a phone, all of them side by side on a desk. */
export function FarmBoard({ orders }: { orders: readonly OrderDto[] }) {
  const region = useRef<HTMLElement>(null);
  const now = useNow();
  const tickets = useMemo(() => ticketsOf(orders), [orders]);
  const { reading, focusProps } = useReading(region);
  const calm = useCalmBoard(tickets, reading);
  const { take, busy } = usePartStep();
  const [phoneColumn, setPhoneColumn] = useState<ColumnName>('new');
  const keepFocus = useFocusKeeper(region);

  const move: TakeStep = (order, part, status, why) => {
    const from = calm.shown.find((ticket) => ticket.id === part._id)?.shownIn;
    calm.release(part._id);
    if (from) keepFocus(from);
    take(order, part, status, why);
  };
  const fellAway = tickets.filter((ticket) => ticket.column === null).length;

  return (
    <section ref={region} aria-label={ordersText.board} {...focusProps}>
      <WaitingRows
        count={calm.waiting.length}
        onShow={() => {
          calm.show();
          keepFocus('new');
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <ColumnChips shown={calm.shown} column={phoneColumn} onChange={setPhoneColumn} />
      <div className="grid items-start gap-4 lg:grid-cols-5">
        {columns.map((column) => (
          <BoardColumn
            key={column}
            column={column}
            tickets={ticketsIn(calm.shown, column)}
            onPhone={column === phoneColumn}
            now={now}
            take={move}
            busy={(ticket) => busy(ticket.part)}
          />
        ))}
      </div>
      {fellAway > 0 && (
        <p className="mt-6 text-sm text-ink-soft">{ordersText.fellAwayNote(fellAway)}</p>
      )}
    </section>
  );
}

function ColumnChips({
  shown,
  column,
  onChange,
}: {
  shown: readonly ShownTicket[];
  column: ColumnName;
  onChange: (column: ColumnName) => void;
}) {
  return (
    <div className="mb-4 flex flex-wrap gap-2 lg:hidden">
      {columns.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === column}
          onClick={() => onChange(name)}
          className={cx(
            'min-h-11 rounded-full border-2 px-3.5 text-sm font-semibold',
            name === column
              ? 'border-leaf bg-leaf text-on-leaf'
              : 'border-rule bg-paper text-ink hover:bg-sunken',
          )}
        >
          {ordersText.columns[name]}{' '}
          <span className="tabular-nums">{ticketsIn(shown, name).length}</span>
        </button>
      ))}
    </div>
  );
}

function BoardColumn({
  column,
  tickets,
  onPhone,
  now,
  take,
  busy,
}: {
  column: ColumnName;
  tickets: readonly ShownTicket[];
  onPhone: boolean;
  now: number;
  take: TakeStep;
  busy: (ticket: ShownTicket) => boolean;
}) {
  const shown = column === 'delivered' ? tickets.slice(0, DELIVERED_SHOWN) : tickets;
  return (
    <section
      aria-labelledby={`column-${column}`}
      className={cx('min-w-0 lg:block', !onPhone && 'hidden')}
    >
      <div className="mb-3 border-b-2 border-ink pb-2">
        <h2
          id={`column-${column}`}
          data-column={column}
          tabIndex={-1}
          aria-label={ordersText.columnCount(ordersText.columns[column], tickets.length)}
          className="flex items-baseline justify-between gap-2 text-xl"
        >
          {ordersText.columns[column]}
          <span className="tabular-nums">{tickets.length}</span>
        </h2>
        <p className="text-sm text-ink-soft">{ordersText.columnHint[column]}</p>
      </div>
      {shown.length === 0 ? (
        <p className="rounded-md border-2 border-dashed border-rule p-4 text-sm text-ink-soft">
          {ordersText.columnEmpty[column]}
        </p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
          {shown.map((ticket) => (
            <li key={ticket.id} className="min-w-0">
              <BoardTicket ticket={ticket} now={now} take={take} busy={busy(ticket)} />
            </li>
          ))}
        </ul>
      )}
      {tickets.length > shown.length && (
        <p className="mt-3 text-sm text-ink-soft">
          {ordersText.deliveredMore(tickets.length - shown.length)}
        </p>
      )}
    </section>
  );
}

/** A ticket that moves takes the focused button with it: the focus then goes to its column's heading. */
function useFocusKeeper(region: React.RefObject<HTMLElement | null>) {
  const column = useRef<ColumnName | null>(null);
  useEffect(() => {
    if (column.current === null || document.activeElement !== document.body) return;
    region.current
      ?.querySelector<HTMLElement>(`[data-column="${column.current}"]`)
      ?.focus({ preventScroll: true });
    column.current = null;
  });
  return (from: ColumnName) => {
    column.current = from;
  };
}
