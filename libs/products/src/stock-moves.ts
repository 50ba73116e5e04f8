import type { StockReason } from '#libs/contracts';

/** The reasons for a farmer's change of stock; orders and holds cause the others. */
type AdjustReason = Extract<StockReason, 'harvest' | 'write-off' | 'correction'>;

/** The stock of a product in thousandths of its unit; `onHand - held` can be bought. */
export interface Stock {
  readonly onHand: number;
  readonly held: number;
}

/** One entry of the ledger: by how much `onHand` and `held` change, in thousandths. */
export interface StockMove {
  readonly reason: StockReason;
  readonly change: number;
  readonly heldChange: number;
}

/** Reserves goods for a checkout. */
export const hold = (amount: number): StockMove => move('hold', 0, amount);

/** Frees goods that a checkout reserved. */
export const release = (amount: number): StockMove => move('release', 0, -amount);

/** Puts back goods that an order took. */
export const giveBack = (amount: number): StockMove => move('return', amount, 0);

/** A farmer's harvest, write-off or correction. */
export const adjustment = (reason: AdjustReason, change: number): StockMove =>
  move(reason, change, 0);

/** Sells `amount`, first from the `held` goods of this order's hold, and frees the rest of the hold. */
export function sell(amount: number, held: number): StockMove[] {
  const used = Math.min(amount, held);
  const sale = move('sale', -amount, -used);
  return held > used ? [sale, release(held - used)] : [sale];
}

/** The amount that these moves sell; negative if goods come back. */
export function soldBy(moves: readonly StockMove[]): number {
  return moves
    .filter(({ reason }) => reason === 'sale' || reason === 'return')
    .reduce((sum, { change }) => sum - change, 0);
}

/** The stock after all of these moves, or null if it does not suffice. */
export function moved(stock: Stock, moves: readonly StockMove[]): Stock | null {
  const onHand = moves.reduce((sum, { change }) => sum + change, stock.onHand);
  const held = moves.reduce((sum, { heldChange }) => sum + heldChange, stock.held);
  return held >= 0 && onHand >= held ? { onHand, held } : null;
}

// Adding 0 turns -0 into 0.
function move(reason: StockReason, change: number, heldChange: number): StockMove {
  return { reason, change: change + 0, heldChange: heldChange + 0 };
}
