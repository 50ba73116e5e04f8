import type { World } from './endpoint.js';
import * as objects from './stripe-objects.js';

/** The customer's bank takes a captured payment back. */
export function openDispute({ books, events }: World, charge: string): string {
  const disputed = books.records.charges[charge];
  if (!disputed) throw new Error(`there is no charge ${charge}`);
  disputed.disputed = true;
  const id = books.id('dp');
  const dispute = {
    ...structuredClone(objects.dispute),
    id,
    amount: disputed.amount_captured,
    charge,
    created: books.seconds,
    payment_intent: disputed.payment_intent,
  };
  books.records.disputes[id] = dispute;
  events.emit('charge.dispute.created', dispute);
  events.emit('charge.dispute.funds_withdrawn', dispute);
  return id;
}

/** The bank decides: the market gets the money back, or the customer keeps it. */
export function closeDispute({ books, events }: World, id: string, status: 'won' | 'lost'): void {
  const dispute = books.records.disputes[id];
  if (!dispute) throw new Error(`there is no dispute ${id}`);
  dispute.status = status;
  events.emit('charge.dispute.closed', dispute);
  if (status === 'won') events.emit('charge.dispute.funds_reinstated', dispute);
}
