import {
  feePartOf,
  isLive,
  orderTotals,
  paidOnHandover,
  partPaidOnHandover,
  splitCredit,
  toDollars,
} from '#libs/contracts';
import { DomainError } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import { orderedTotal } from './order-dto.js';

/**
 * The order with the payment derived from its parts, in the transaction of every step: by either method each part is paid
 * at its handover, in cash or by the card that holds the money, less what store credit pays. Idempotent.
 */
export function withPayment(order: Order): Order {
  const parts = order.parts.map(withCredit);
  const { fee } = orderTotals(parts, order.deliveryFee);
  const { method, feeCredit } = order.payment;
  const creditOfFee = feeCredit === undefined ? {} : { feeCredit: Math.min(feeCredit, fee) };
  const feePart = feePartOf(parts);
  const feeOf = (part: Part) => (part === feePart ? fee - (creditOfFee.feeCredit ?? 0) : 0);
  const unpaid = parts.map((part) => ({ ...part, subtotal: toPay(part) }));
  return {
    ...order,
    payment: {
      method,
      ...paidOnHandover(unpaid, order.deliveryFee - (creditOfFee.feeCredit ?? 0)),
      ...creditOfFee,
    },
    parts: parts.map((part) => ({
      ...part,
      payment: {
        ...part.payment,
        ...heldOf(part, toPay(part) + feeOf(part)),
        status: partPaidOnHandover(part.status),
        amount: isLive(part.status) ? toPay(part) : 0,
      },
    })),
  };
}

/** The price of what comes without what store credit pays of it, in cents. */
const toPay = ({ subtotal, payment: { credit = 0 } }: Part): number =>
  Math.max(0, subtotal - credit);

/** What a card holds for a part: once it is handed over, what it costs, because the bank lets the rest go. */
const heldOf = ({ status, payment: { held } }: Part, cost: number) =>
  held !== undefined && status === 'delivered' ? { held: Math.min(held, cost) } : {};

/**
 * The part with the store credit that it can still need: what is ordered, what came, or nothing once it has ended. It
 * does not get credit again that has returned to the customer, who may have spent it.
 */
function withCredit(part: Part): Part {
  const { credit } = part.payment;
  if (credit === undefined) return part;
  const costs = part.status === 'delivered' ? part.subtotal : orderedTotal(part);
  const needed = isLive(part.status) ? Math.min(credit, costs) : 0;
  return { ...part, payment: { ...part.payment, credit: needed } };
}

/**
 * The new order with its store credit, in cents, split over what it pays. Throws `AMOUNT_TOO_HIGH` if it costs less.
 */
export function payingWithCredit(order: Order, credit: number): Order {
  if (credit === 0) return order;
  const { parts, deliveryFee, payment } = order;
  const { total } = orderTotals(parts, deliveryFee);
  if (credit > total)
    throw new DomainError('AMOUNT_TOO_HIGH', 'This is more store credit than the order costs', {
      details: { total: toDollars(total) },
    });
  const subtotals = parts.map(({ subtotal }) => subtotal);
  const shares = splitCredit(credit, { subtotals, deliveryFee });
  return {
    ...order,
    payment: { ...payment, feeCredit: shares.fee },
    parts: parts.map((part, at) => ({
      ...part,
      payment: { ...part.payment, credit: shares.parts[at] ?? 0 },
    })),
  };
}
