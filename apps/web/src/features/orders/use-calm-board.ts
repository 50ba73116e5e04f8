import { useEffect, useState } from 'react';
import type { ColumnName, ShownTicket, Ticket } from './board-columns';

type Places = ReadonlyMap<string, ColumnName | null>;

const placesOf = (tickets: readonly Ticket[]): Places =>
  new Map(tickets.map(({ id, column }) => [id, column]));

/**
 * Keeps a board still while somebody reads it: tickets stay in the column where they were, with their live
 * text, and new ones wait. A ticket that the reader moved goes at once.
 */
export function useCalmBoard(tickets: readonly Ticket[], reading: boolean) {
  const [places, setPlaces] = useState<Places>(() => placesOf(tickets));
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (reading) return;
    setPlaces(placesOf(tickets));
    setMoved((now) => (now.size === 0 ? now : new Set()));
  }, [tickets, reading]);

  const shown: ShownTicket[] = [];
  const waiting: Ticket[] = [];
  for (const ticket of tickets) {
    const follows = !reading || moved.has(ticket.id);
    const place = follows ? ticket.column : places.get(ticket.id);
    if (place) shown.push({ ...ticket, shownIn: place });
    else if (place === undefined && ticket.column !== null) waiting.push(ticket);
  }
  return {
    shown,
    waiting,
    /** Lets everything go where it belongs. */
    show: () => {
      setPlaces(placesOf(tickets));
      setMoved(new Set());
    },
    /** The reader moves this ticket. */
    release: (id: string) => setMoved((now) => new Set(now).add(id)),
  };
}
