import { type Cents, move, refundedByBank } from '#libs/contracts';
import type { CardPayment } from './card-payment.model.js';
import type { NewJournal } from './journal.model.js';

/** The cents that the customer's bank has taken of a payment. */
export const takenByBank = ({ disputes }: Pick<CardPayment, 'disputes'>): Cents =>
  disputes.reduce((sum, { state, cents }) => sum + (state === 'won' ? 0 : cents), 0);

/**
 * With each write of a payment: the market has borne what the customer's bank has taken for good. What is refunded of
 * that is not paid a second time, so the market has it back.
 */
export function refundedByBankJournals(before: CardPayment, after: CardPayment): NewJournal[] {
  const { _id, order, version } = after;
  const cents = refundedByBank(after) - refundedByBank(before);
  if (!order || cents === 0) return [];
  return [
    {
      cause: { id: `${_id}-${version}`, kind: 'disputed' },
      at: new Date(),
      order: { ...order },
      lines: move(cents, 'market:cards', 'market:corrections'),
    },
  ];
}
