import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  adjustment,
  giveBack,
  hold,
  moved,
  release,
  type Stock,
  type StockMove,
  sell,
} from './stock-moves.js';

interface Step {
  kind:
    | 'harvest'
    | 'write-off'
    | 'count'
    | 'hold'
    | 'buy'
    | 'order'
    | 'release'
    | 'expire'
    | 'decline'
    | 'decline-write-off';
  who: number;
  amount: number;
  /** The index of an order. */
  which: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'harvest',
    'write-off',
    'count',
    'hold',
    'buy',
    'order',
    'release',
    'expire',
    'decline',
    'decline-write-off',
  ),
  who: fc.nat(3),
  amount: fc.integer({ min: 1, max: 9 }),
  which: fc.nat(20),
});

/** One product, its ledger, the open hold of each customer and the orders, as the services keep them. */
class Farmstand {
  stock: Stock = { onHand: 0, held: 0 };
  readonly ledger: StockMove[] = [];
  readonly holds = new Map<number, number>();
  readonly sold: number[] = [];

  do(one: Step): void {
    if (one.kind === 'harvest') this.apply([adjustment('harvest', one.amount)]);
    else if (one.kind === 'write-off') this.apply([adjustment('write-off', -one.amount)]);
    else if (one.kind === 'count')
      this.apply([adjustment('correction', one.amount - this.stock.onHand)]);
    else if (one.kind === 'hold') {
      const former = this.holds.get(one.who) ?? 0;
      const moves = [...(former ? [release(former)] : []), hold(one.amount)];
      if (this.apply(moves)) this.holds.set(one.who, one.amount);
    } else if (one.kind === 'release' || one.kind === 'expire') {
      // The job, the sweep or the customer frees a hold; the second of them finds it closed.
      const held = this.holds.get(one.who);
      if (held && this.apply([release(held)])) this.holds.delete(one.who);
    } else if (one.kind === 'order' || one.kind === 'buy') {
      const kept = one.kind === 'order' ? (this.holds.get(one.who) ?? 0) : 0;
      if (!this.apply(sell(one.amount, kept))) return;
      this.sold.push(one.amount);
      if (one.kind === 'order') this.holds.delete(one.who);
    } else {
      const [lost] = this.sold.splice(one.which % Math.max(1, this.sold.length), 1);
      if (!lost) return;
      const back = [giveBack(lost)];
      this.apply(one.kind === 'decline' ? back : [...back, adjustment('write-off', -lost)]);
    }
  }

  private apply(moves: StockMove[]): boolean {
    const after = moved(this.stock, moves);
    if (!after) return false;
    this.stock = after;
    this.ledger.push(...moves);
    return true;
  }
}

const sum = (entries: readonly StockMove[], of: 'change' | 'heldChange') =>
  entries.reduce((total, entry) => total + entry[of], 0);

describe('the history of a stock', () => {
  it('explains what is there, whatever farm and customers do', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const stand = new Farmstand();
        for (const one of steps) {
          stand.do(one);
          const { onHand, held } = stand.stock;
          expect(held).toBeGreaterThanOrEqual(0);
          expect(onHand - held).toBeGreaterThanOrEqual(0);
          expect(sum(stand.ledger, 'change')).toBe(onHand);
          expect(sum(stand.ledger, 'heldChange')).toBe(held);
          expect([...stand.holds.values()].reduce((a, b) => a + b, 0)).toBe(held);
        }
        const orders = stand.ledger.filter(
          ({ reason }) => reason === 'sale' || reason === 'return',
        );
        expect(sum(orders, 'change') + stand.sold.reduce((a, b) => a + b, 0)).toBe(0);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 400) },
    );
  });
});
