import { type OrderMoney, settlementOf, splitFee } from './ledger.js';
import type { Cents } from './money.js';
import { isLive } from './order-state.js';

/**
 * The shares of store credit in what a new order costs, in proportion, to the cent: of each part's goods, and of the
 * delivery fee. `credit` is at most the order's total.
 */
export function splitCredit(
  credit: Cents,
  { subtotals, deliveryFee }: { readonly subtotals: readonly Cents[]; readonly deliveryFee: Cents },
): { parts: Cents[]; fee: Cents } {
  const shares = splitFee(credit, [...subtotals, deliveryFee]);
  return { parts: shares.slice(0, -1), fee: shares.at(-1) ?? 0 };
}

/**
 * What an order does to its customer's store credit, in cents: what it keeps of it, to pay what comes, and what was given
 * back of what came. The customer's balance is the sum over all orders of what they gave, less what they use.
 */
export function creditOf({ parts, deliveryFee, feeCredit = 0 }: OrderMoney): {
  used: Cents;
  given: Cents;
} {
  const isDelivering = parts.some((one) => isLive(one.status) && one.fulfilment === 'delivery');
  const sums = { used: isDelivering ? Math.min(feeCredit, deliveryFee) : 0, given: 0 };
  for (const part of parts) {
    if (!isLive(part.status)) continue;
    if (part.status !== 'delivered') {
      sums.used += part.credit ?? 0;
      continue;
    }
    const { spent, spentBack, given } = settlementOf(part);
    sums.used += spent;
    sums.given += spentBack + given;
  }
  return sums;
}
