import type { AuditNote } from '#libs/audit';
import {
  type Cents,
  type Day,
  farmAccount,
  type JournalKind,
  type LedgerAccount,
  move,
  toDollars,
  transferred,
} from '#libs/contracts';
import type { CardPayment, StoredIntention } from './card-payment.model.js';
import type { NewJournal } from './journal.model.js';

/** What the customer's card has paid or got back, and what was transferred to a farm or taken back. */
export function journalsOf(
  before: CardPayment,
  after: CardPayment,
  { key, farmId, request, day }: StoredIntention & { day: Day },
): NewJournal[] {
  const { order } = after;
  if (!order) return [];
  const journal = (kind: JournalKind, cents: Cents, from: LedgerAccount, to: LedgerAccount) => ({
    cause: { id: key, kind },
    at: new Date(),
    order: { ...order },
    lines: move(cents, from, to),
  });
  const taken = after.captured - before.captured;
  if (taken > 0) return [journal('captured', taken, 'market:bank', 'market:cards')];
  const given = after.refunded - before.refunded;
  if (given > 0) return [journal('refunded', given, 'market:cards', 'market:bank')];
  const paidOut = transferred(after.transfers) - transferred(before.transfers);
  if (paidOut === 0) return [];
  const reversed = 'transfer' in request ? request.transfer : null;
  const transfer = reversed
    ? after.transfers.find(({ reference }) => reference === reversed)
    : after.transfers.at(-1);
  const farm = farmAccount(farmId ?? transfer?.farmId ?? '');
  const paid = { reference: transfer?.reference ?? null, paidOn: day };
  return [{ ...journal('payout', paidOut, farm, 'market:bank'), ...paid }];
}

/** What the audit log says of a payment after an answer; null if no money moved and none was refused. */
export function auditNoteOf(before: CardPayment, after: CardPayment): AuditNote | null {
  const action = actionOf(before, after);
  if (!action || !after.order) return null;
  const { _id, code, partId } = after.order;
  return {
    actor: null,
    action,
    target: { type: 'order', id: _id, name: code },
    before: { part: partId, ...moneyOf(before) },
    after: { part: partId, ...moneyOf(after), ...(after.code && { code: after.code }) },
    reason: null,
  };
}

const moneyOf = ({ captured, refunded, transfers }: CardPayment) => ({
  captured: toDollars(captured),
  refunded: toDollars(refunded),
  transferred: toDollars(transferred(transfers)),
});

function actionOf(before: CardPayment, after: CardPayment) {
  if (after.captured !== before.captured) return 'payment.captured';
  if (after.refunded !== before.refunded) return 'payment.refunded';
  if (after.state !== before.state && after.state === 'refund_refused')
    return 'payment.refund-refused';
  const paidOut = transferred(after.transfers) - transferred(before.transfers);
  if (paidOut !== 0) return paidOut > 0 ? 'payout.transferred' : 'payout.reversed';
  return null;
}
