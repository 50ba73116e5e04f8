import { useEffect, useState } from 'react';
import type { ColumnName, ShownTicket, Ticket } from './board-columns';

type Columns = ReadonlyMap<string, ColumnName | null>;

const columnsOf = (tickets: readonly Ticket[]): Columns =>
  new Map(tickets.map(({ id, column }) => [id, column]));

/**
 * Keeps a board's layout stable while somebody reads it: tickets stay in their column, with live content, and new ones
 * stay pending. A ticket that the user moves changes its column at once.
 */
export function useStableBoard(tickets: readonly Ticket[], reading: boolean) {
  const [columns, setColumns] = useState<Columns>(() => columnsOf(tickets));
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (reading) return;
    setColumns(columnsOf(tickets));
    setMoved((now) => (now.size === 0 ? now : new Set()));
  }, [tickets, reading]);

  const shown: ShownTicket[] = [];
  const pending: Ticket[] = [];
  for (const ticket of tickets) {
    const isCurrent = !reading || moved.has(ticket.id);
    const column = isCurrent ? ticket.column : columns.get(ticket.id);
    if (column) shown.push({ ...ticket, shownIn: column });
    else if (column === undefined && ticket.column !== null) pending.push(ticket);
  }
  return {
    shown,
    pending,
    /** Moves all tickets to their current columns. */
    showPending: () => {
      setColumns(columnsOf(tickets));
      setMoved(new Set());
    },
    /** Lets this ticket change its column at once. */
    release: (id: string) => setMoved((now) => new Set(now).add(id)),
  };
}
