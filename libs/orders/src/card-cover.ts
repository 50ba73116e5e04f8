import { feePartOf, isLive, type PartSlot, toDollars } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import { orderedTotal } from './order-dto.js';

/** Milliseconds before a slot at which its money is held: banks hold it for about a week. */
const AUTHORIZED_BEFORE_MS = 4 * 86_400_000;

/** When the card is to hold the money of what is handed over in a slot. */
export const authorizationTime = ({ startAt }: Pick<PartSlot, 'startAt'>): Date =>
  new Date(Date.parse(startAt) - AUTHORIZED_BEFORE_MS);

/**
 * The delivery fee after a change of an order that a card pays. For each part the card holds what it cost when it was
 * placed, and for one of them the fee, without what store credit pays; after a hand-over, also one that was a mistake,
 * no more than it cost then. Nothing can be added to that. So a part that would cost more throws `PAYMENT_NOT_COVERED`
 * (with `details.held`, in dollars), and a fee that rises because another part is cancelled is taken as far as it is
 * held.
 */
export function feeOnCard(
  { parts: before, deliveryFee, payment }: Pick<Order, 'parts' | 'deliveryFee' | 'payment'>,
  after: readonly Part[],
  fee: number,
): number {
  const { feeCredit = 0 } = payment;
  const feePart = feePartOf(after);
  for (const [at, part] of after.entries()) {
    const old = before[at];
    if (!old || !isLive(part.status)) continue;
    const risen = risenTotal(old, part);
    if (risen === null) continue;
    const cost = onCard(part, risen) + (part === feePart ? Math.max(0, fee - feeCredit) : 0);
    if (cost > held(part))
      throw new DomainError('PAYMENT_NOT_COVERED', undefined, {
        details: { partId: part._id.toString(), held: toDollars(held(part)) },
      });
  }
  if (!feePart || fee <= deliveryFee) return fee;
  const goods = isLive(feePart.status) ? onCard(feePart, orderedTotal(feePart)) : 0;
  return Math.min(fee, Math.max(deliveryFee, held(feePart) + feeCredit - goods));
}

/** The price of what is ordered if that has become more, or else of what comes; null if neither has. */
function risenTotal(before: Part, after: Part): number | null {
  const ordered = orderedTotal(after);
  if (ordered > orderedTotal(before)) return ordered;
  return after.subtotal > before.subtotal ? after.subtotal : null;
}

/** A price of goods without what store credit pays of it. */
const onCard = ({ payment: { credit = 0 } }: Part, total: number): number =>
  Math.max(0, total - credit);

const held = ({ payment }: Part): number => payment.held ?? 0;
