import type { OrderDto, OrderPart, PartStatus } from '#libs/contracts';

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

/** A farm's part on the board; `column` is null after it was declined or cancelled. */
export interface Ticket {
  readonly id: string;
  readonly order: OrderDto;
  readonly part: OrderPart;
  readonly column: ColumnName | null;
}

/**
 * A farm's orders as tickets, oldest first, so that new orders are appended. Only delivered ones are shown newest first.
 */
export function ticketsOf(orders: readonly OrderDto[]): Ticket[] {
  return orders
    .flatMap((order) =>
      order.parts.map((part) => ({
        id: part._id,
        order,
        part,
        column: columnByStatus[part.status],
      })),
    )
    .sort((a, b) => (a.order._id < b.order._id ? -1 : 1));
}

/** A ticket with the column that shows it, which may lag behind its current one. */
export interface ShownTicket extends Ticket {
  readonly shownIn: ColumnName;
}

export function ticketsInColumn(shown: readonly ShownTicket[], column: ColumnName): ShownTicket[] {
  const tickets = shown.filter((ticket) => ticket.shownIn === column);
  return column === 'delivered' ? tickets.reverse() : tickets;
}
