import { type CardDispute, feePartOf, isDisputed } from './card-payments.js';
import { bookingsOf, farmAccount, type OrderMoney } from './ledger.js';
import type { Cents } from './money.js';
import type { Id } from './primitives.js';

/** What of the money that a payment has taken belongs to a farm. */
export interface FarmShare {
  readonly farmId: Id;
  readonly cents: Cents;
}

/**
 * What belongs to farms of the payment of each part, by what the ledger books: its own farm gets the goods less the
 * market's fee, and those that deliver share the delivery fee, which the payment of the fee's part has taken.
 */
export function farmShares(order: OrderMoney): Map<Id, FarmShare[]> {
  const bookings = bookingsOf(order);
  const feePart = feePartOf(order.parts);
  const earned = (partId: Id | null, farmId: Id): Cents =>
    bookings
      .filter((booking) => booking.partId === partId)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { account, cents }) => sum + (account === farmAccount(farmId) ? cents : 0), 0);
  return new Map(
    order.parts.map((part) => {
      const farms = part === feePart ? order.parts : [part];
      const sorted = [part, ...farms.filter((one) => one !== part)];
      const shares = sorted.map(({ farmId }) => ({
        farmId,
        cents:
          (farmId === part.farmId ? earned(part._id, farmId) : 0) +
          (part === feePart ? earned(null, farmId) : 0),
      }));
      return [part._id, shares.filter(({ cents }) => cents > 0)];
    }),
  );
}

/** A share that was transferred to a farm's account at the provider. */
export interface FarmTransfer {
  readonly farmId: Id;
  /** The provider's names of the account and of the transfer: a reversal names both. */
  readonly seller: string;
  readonly reference: string;
  readonly cents: Cents;
  /** What was taken back of it. */
  readonly reversed: Cents;
  /** What the farm's bank has returned of it, and is to be taken back. */
  readonly returned: Cents;
  /** The provider does not give more of it back: the farm's balance carries it. */
  readonly isFinal: boolean;
}

/** What of a payment decides its transfers. */
export interface TransferMoney {
  /** What its part owes; nothing is moved while that is open, because a mistaken hand-over is often repeated. */
  readonly due: Cents | null;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** Those of its own farm first. */
  readonly shares: readonly FarmShare[];
  /** Oldest first. */
  readonly transfers: readonly FarmTransfer[];
  /** Nothing is moved before it is decided. */
  readonly disputes?: readonly CardDispute[];
}

export type TransferStep =
  | { readonly act: 'transfer'; readonly farmId: Id; readonly cents: Cents }
  | { readonly act: 'reverse'; readonly transfer: FarmTransfer; readonly cents: Cents };

/** What was transferred, less what was taken back. */
export const transferred = (transfers: readonly FarmTransfer[]): Cents =>
  transfers.reduce((sum, { cents, reversed }) => sum + cents - reversed, 0);

/**
 * What brings each farm to its share; reversals first, the newest transfer first. All shares together are at most what
 * the payment has taken and not given back.
 */
export function transferSteps(payment: TransferMoney): TransferStep[] {
  if (payment.due === null || isDisputed(payment)) return [];
  const wanted = wantedOf(payment);
  const steps = [...wanted].flatMap(([farmId, cents]): TransferStep[] => {
    const own = payment.transfers.filter((one) => one.farmId === farmId);
    const missing = cents - transferred(own);
    if (missing > 0) return [{ act: 'transfer', farmId, cents: missing }];
    const transfer = own.findLast((one) => !one.isFinal && one.cents > one.reversed);
    if (missing === 0 || !transfer) return [];
    const left = transfer.cents - transfer.reversed;
    return [{ act: 'reverse', transfer, cents: Math.min(-missing, left) }];
  });
  return steps.sort((one, other) => one.act.localeCompare(other.act));
}

/** What each farm is to have by transfer. What its bank has returned is not sent to it again. */
function wantedOf({ captured, refunded, shares, transfers }: TransferMoney): Map<Id, Cents> {
  const wanted = new Map<Id, Cents>(transfers.map(({ farmId }) => [farmId, 0]));
  let left = captured - refunded;
  for (const { farmId, cents } of shares) {
    const share = Math.min(cents, left);
    left -= share;
    const returned = transfers
      .filter((one) => one.farmId === farmId)
      .reduce((sum, one) => sum + one.returned, 0);
    wanted.set(farmId, Math.max(0, share - returned));
  }
  return wanted;
}

/** A transfer as the provider has made it. */
type MadeTransfer = Pick<FarmTransfer, 'seller' | 'reference' | 'cents'>;

/** The payment after the answer to a transfer; `null` if it was refused: then the share stays in the farm's balance. */
export function afterTransfer<Payment extends TransferMoney>(
  payment: Payment,
  farmId: Id,
  made: MadeTransfer | null,
): Payment {
  if (made) {
    const transfer = { farmId, ...made, reversed: 0, returned: 0, isFinal: false };
    return { ...payment, transfers: [...payment.transfers, transfer] };
  }
  const own = transferred(payment.transfers.filter((one) => one.farmId === farmId));
  const shares = payment.shares.map((share) =>
    share.farmId === farmId ? { ...share, cents: Math.min(share.cents, own) } : share,
  );
  return { ...payment, shares };
}

/** The payment after the answer to a reversal of `cents`; `null` if it was refused. */
export function afterReversal<Payment extends TransferMoney>(
  payment: Payment,
  reference: string,
  cents: Cents | null,
): Payment {
  const transfers = payment.transfers.map((transfer) => {
    if (transfer.reference !== reference) return transfer;
    return cents === null
      ? { ...transfer, isFinal: true }
      : { ...transfer, reversed: transfer.reversed + cents };
  });
  return { ...payment, transfers };
}
