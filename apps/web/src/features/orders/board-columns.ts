import { useEffect, useState } from 'react';
import { isLive, type OrderDto, type OrderPart, type PartStatus } from '#libs/contracts';

export const columns = ['new', 'accepted', 'packed', 'dispatched', 'delivered'] as const;
export type ColumnName = (typeof columns)[number];

const columnByStatus: Record<PartStatus, ColumnName | null> = {
  placed: 'new',
  accepted: 'accepted',
  packed: 'packed',
  out_for_delivery: 'dispatched',
  ready_for_pickup: 'dispatched',
  delivered: 'delivered',
  declined: null,
  cancelled: null,
};

/** A farm's part on the board; `column` is null once it is over and the farm knows it. */
interface Ticket {
  readonly id: string;
  readonly order: OrderDto;
  readonly part: OrderPart;
  readonly column: ColumnName | null;
  readonly isOver: boolean;
}

/** The column of a part; what others cancelled stays in its last one until the farm has seen it. */
function columnOf({ status, timeline }: OrderPart, isUnseen: boolean): ColumnName | null {
  if (isLive(status) || !isUnseen) return columnByStatus[status];
  return columnByStatus[timeline.findLast((step) => isLive(step.status))?.status ?? 'placed'];
}

/**
 * A farm's orders as tickets, oldest first, so that new orders are appended. Only delivered ones are shown newest first.
 */
export function ticketsOf(
  orders: readonly OrderDto[],
  isUnseen: (part: OrderPart) => boolean,
): Ticket[] {
  return orders
    .flatMap((order) =>
      order.parts.map((part) => ({
        id: part._id,
        order,
        part,
        column: columnOf(part, isUnseen(part)),
        isOver: !isLive(part.status),
      })),
    )
    .sort((a, b) => (a.order._id < b.order._id ? -1 : 1));
}

/** A ticket with the place that shows it, which may lag behind its current one. */
export interface ShownTicket extends Ticket {
  readonly shownIn: ColumnName;
  /** Whether it is below those that are work. */
  readonly isBelow: boolean;
}

export function ticketsInColumn(shown: readonly ShownTicket[], column: ColumnName): ShownTicket[] {
  const tickets = shown.filter((ticket) => ticket.shownIn === column);
  if (column === 'delivered') tickets.reverse();
  return tickets.sort((a, b) => Number(a.isBelow) - Number(b.isBelow));
}

type ById = ReadonlyMap<string, Ticket>;

const byId = (tickets: readonly Ticket[]): ById =>
  new Map(tickets.map((ticket) => [ticket.id, ticket]));

/**
 * Keeps a board's layout stable while somebody reads it: tickets stay in their place, with live content, and new ones
 * stay pending. A ticket that the user moves changes its column at once.
 */
export function useStableBoard(tickets: readonly Ticket[], reading: boolean) {
  const [placed, setPlaced] = useState<ById>(() => byId(tickets));
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (reading) return;
    setPlaced(byId(tickets));
    setMoved((now) => (now.size === 0 ? now : new Set()));
  }, [tickets, reading]);

  const shown: ShownTicket[] = [];
  const pending: Ticket[] = [];
  for (const ticket of tickets) {
    const isCurrent = !reading || moved.has(ticket.id);
    const place = isCurrent ? ticket : placed.get(ticket.id);
    if (place?.column) shown.push({ ...ticket, shownIn: place.column, isBelow: place.isOver });
    else if (place === undefined && ticket.column !== null) pending.push(ticket);
  }
  return {
    shown,
    pending,
    /** Moves all tickets to their current places. */
    showPending: () => {
      setPlaced(byId(tickets));
      setMoved(new Set());
    },
    /** Lets this ticket change its column at once. */
    release: (id: string) => setMoved((now) => new Set(now).add(id)),
  };
}
