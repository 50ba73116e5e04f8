import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDto, OrderPart, PartDay } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { useReading } from '../../lib/browser/viewport';
import { cx } from '../../lib/cx';
import { formatNumber } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { NewRowsButton } from '../../ui/live-rows';
import {
  type ColumnName,
  columns,
  type ShownTicket,
  ticketsInColumn,
  ticketsOf,
  useStableBoard,
} from './board-columns';
import { BoardTicket } from './board-ticket';
import { DELIVERED_SHOWN } from './orders';
import { useSeenChanges } from './shorts/seen-changes';
import { shortsText } from './shorts/texts';
import { ordersText } from './texts';
import type { Batch } from './use-batch';
import { type PartCommands, usePartCommands } from './use-part-commands';

/** Orders that a column shows at once, and adds when asked for more. */
const COLUMN_SIZE = 20;

/** The server's counts of the orders that a farm's board does not show in full. */
export interface OrderCounts {
  readonly delivered: number;
  readonly closed: number;
}

/** A farm's orders in columns from New to Delivered; small screens show one column at a time. */
export function FarmBoard({
  orders,
  day,
  counts,
  batch,
}: {
  orders: readonly OrderDto[];
  /** The day of them all; undefined for orders of every day. */
  day: PartDay | undefined;
  /** Null until they are known. */
  counts: OrderCounts | null;
  /** Where declines and shorts wait to be sent. */
  batch: Batch;
}) {
  const region = useRef<HTMLElement>(null);
  const now = useNow();
  const { unseen, markSeen } = useSeenChanges();
  const tickets = useMemo(
    () => ticketsOf(orders, (part) => unseen(part).length > 0),
    [orders, unseen],
  );
  const { reading, focusProps } = useReading(region);
  // nothing moves while a dialog is open: a moved ticket would lose its dialog and the typed text
  const [deciding, setDeciding] = useState(false);
  const stable = useStableBoard(tickets, reading || deciding);
  const commands = usePartCommands(batch);
  const [phoneColumn, setPhoneColumn] = useState<ColumnName>('new');
  const keepFocus = useKeepFocus(region);

  const move = (order: OrderDto, part: OrderPart) => {
    const column = stable.shown.find((ticket) => ticket.id === part._id)?.shownIn;
    stable.release(part._id);
    if (column) keepFocus(column, order._id);
  };
  const ticketCommands: PartCommands = {
    ...commands,
    step: (order, part, status) => {
      move(order, part);
      return commands.step(order, part, status);
    },
  };
  const onSeen = ({ order, part, isOver }: ShownTicket) => {
    if (isOver) move(order, part);
    markSeen(part);
  };
  const countOf = (column: ColumnName) =>
    column === 'delivered' && counts !== null
      ? counts.delivered
      : ticketsInColumn(stable.shown, column).filter(({ isOver }) => !isOver).length;
  const changedIn = (column: ColumnName) =>
    ticketsInColumn(stable.shown, column).filter(({ part }) => unseen(part).length > 0).length;

  return (
    <section ref={region} aria-label={ordersText.board} {...focusProps}>
      <NewRowsButton
        count={stable.pending.length}
        onShow={() => {
          stable.showPending();
          keepFocus('new');
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <ColumnChips
        countOf={countOf}
        changedIn={changedIn}
        column={phoneColumn}
        onChange={setPhoneColumn}
      />
      <div className="grid items-start gap-4 lg:grid-cols-5">
        {columns.map((column) => (
          <BoardColumn
            key={column}
            column={column}
            tickets={ticketsInColumn(stable.shown, column)}
            count={countOf(column)}
            onPhone={column === phoneColumn}
            now={now}
            isDayKnown={day !== undefined}
            commands={ticketCommands}
            onSeen={onSeen}
            onDeciding={setDeciding}
          />
        ))}
      </div>
      {counts !== null && counts.closed > 0 && (
        <p className="mt-6 text-sm text-ink-soft">{ordersText.closedNote(counts.closed)}</p>
      )}
    </section>
  );
}

function ColumnChips({
  countOf,
  changedIn,
  column,
  onChange,
}: {
  countOf: (column: ColumnName) => number;
  /** How many of its orders have changes that were not seen. */
  changedIn: (column: ColumnName) => number;
  column: ColumnName;
  onChange: (column: ColumnName) => void;
}) {
  return (
    <div className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:hidden">
      {columns.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === column}
          onClick={() => onChange(name)}
          className={cx(
            'min-h-11 shrink-0 rounded-full border-2 px-3 text-sm font-semibold whitespace-nowrap',
            name === column
              ? 'border-leaf bg-leaf text-on-leaf'
              : 'border-rule bg-paper text-ink hover:bg-sunken',
          )}
        >
          {ordersText.columns[name]} <span className="tabular-nums">{countOf(name)}</span>
          {changedIn(name) > 0 && (
            <>
              <span className="sr-only">{shortsText.columnChanged(changedIn(name))}</span>
              <span
                aria-hidden="true"
                className="mb-2 ml-0.5 inline-block size-2.5 rounded-full bg-tomato"
              />
            </>
          )}
        </button>
      ))}
    </div>
  );
}

function BoardColumn({
  column,
  tickets,
  count,
  onPhone,
  now,
  isDayKnown,
  commands,
  onSeen,
  onDeciding,
}: {
  column: ColumnName;
  tickets: readonly ShownTicket[];
  /** All orders of this column that are work; of the delivered ones only the latest are tickets. */
  count: number;
  onPhone: boolean;
  now: number;
  isDayKnown: boolean;
  commands: PartCommands;
  onSeen: (ticket: ShownTicket) => void;
  onDeciding: (open: boolean) => void;
}) {
  const [size, setSize] = useState(column === 'delivered' ? DELIVERED_SHOWN : COLUMN_SIZE);
  const work = tickets.filter(({ isBelow }) => !isBelow);
  const shown = [...work.slice(0, size), ...tickets.slice(work.length)];
  const hidden = (column === 'delivered' ? count : work.length) - Math.min(size, work.length);
  return (
    <section
      aria-labelledby={`column-${column}`}
      className={cx('min-w-0 lg:block', !onPhone && 'hidden')}
    >
      <div className="border-ink lg:mb-3 lg:border-b-2 lg:pb-2">
        <h2
          id={`column-${column}`}
          data-column={column}
          tabIndex={-1}
          aria-label={ordersText.columnCount(ordersText.columns[column], count)}
          className="flex items-baseline justify-between gap-2 text-xl max-lg:not-focus-visible:sr-only"
        >
          {ordersText.columns[column]}
          <span className="tabular-nums">{formatNumber(count)}</span>
        </h2>
        <p className="hidden text-sm text-ink-soft lg:block">{ordersText.columnHint[column]}</p>
      </div>
      {shown.length === 0 ? (
        <p className="rounded-md border-2 border-dashed border-rule p-4 text-sm text-ink-soft">
          {ordersText.columnEmpty[column]}
        </p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
          {shown.map((ticket) => (
            <li key={ticket.id} className="min-w-0">
              <BoardTicket
                ticket={ticket}
                now={now}
                isDayKnown={isDayKnown}
                commands={commands}
                onSeen={onSeen}
                onDeciding={onDeciding}
              />
            </li>
          ))}
        </ul>
      )}
      {column === 'delivered' && hidden > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{ordersText.deliveredMore(hidden)}</p>
      )}
      {column !== 'delivered' && hidden > 0 && (
        <div className="mt-3">
          <Button
            tone="outline"
            full
            aria-label={ordersText.columnMore(ordersText.columns[column], hidden)}
            onClick={() => setSize(size + COLUMN_SIZE)}
          >
            {ordersText.moreOf(Math.min(COLUMN_SIZE, hidden), hidden)}
          </Button>
        </div>
      )}
    </section>
  );
}

/**
 * When a ticket moves, its focused button is removed. Moves the focus to the ticket, so that the keys of its next steps
 * work at once, or to the heading of the old column if the new one is not shown.
 */
function useKeepFocus(region: React.RefObject<HTMLElement | null>) {
  const moved = useRef<{ from: ColumnName; orderId?: string } | null>(null);
  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    const { from, orderId } = moved.current;
    moved.current = null;
    for (const selector of [`[data-order="${orderId}"]`, `[data-column="${from}"]`]) {
      const target = region.current?.querySelector<HTMLElement>(selector);
      target?.focus({ preventScroll: true });
      if (target && document.activeElement === target) {
        target.scrollIntoView({ block: 'nearest' });
        return;
      }
    }
  });
  return (from: ColumnName, orderId?: string) => {
    moved.current = { from, orderId };
  };
}
