import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { creditOf, splitCredit } from './credit.js';
import {
  bookingsBetween,
  bookingsOf,
  customerAccount,
  foldBalances,
  isBalanced,
  type MoneyPart,
  marketFee,
  type OrderMoney,
  settlementOf,
} from './ledger.js';
import { isLive } from './order-state.js';

const RUNS = process.env.TEST_DEEP === '1' ? 10_000 : 2_000;
const CUSTOMER = 'c';
const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
const totalOf = ({ parts, deliveryFee }: OrderMoney) =>
  sum([deliveryFee, ...parts.map(({ subtotal }) => subtotal)]);
const delivered = (part: Partial<MoneyPart>): OrderMoney => ({
  feeRate: 800,
  deliveryFee: 0,
  customerId: CUSTOMER,
  parts: [
    {
      _id: 'p',
      farmId: 'a',
      fulfilment: 'pickup',
      status: 'delivered',
      subtotal: 1_000,
      deliveredAt: '2026-11-01T10:00:00.000Z',
      ...part,
    },
  ],
});
const balancesOf = (order: OrderMoney) => Object.fromEntries(foldBalances(bookingsOf(order)));

describe('how a part is settled', () => {
  it.each([
    ['no credit', {}, { spent: 0, paid: 1_000, kept: 1_000 }],
    ['some credit', { credit: 300 }, { spent: 300, paid: 700, kept: 1_000 }],
    ['more credit than what came', { credit: 3_000 }, { spent: 1_000, paid: 0, kept: 1_000 }],
    [
      'a refund that credit had paid in part',
      { credit: 300, refunded: 800 },
      { paidBack: 700, spentBack: 100, kept: 200 },
    ],
    ['credit given', { credited: 400 }, { paid: 1_000, paidBack: 0, given: 400, kept: 600 }],
    [
      'no more back than what came',
      { refunded: 700, credited: 700 },
      { paidBack: 700, given: 300, kept: 0 },
    ],
  ] as const)('%s', (_, part, settled) =>
    expect(settlementOf({ subtotal: 1_000, ...part })).toMatchObject(settled),
  );

  it('leaves a farm what it keeps, less the market’s fee on that, however it was paid', () => {
    expect(balancesOf(delivered({ credit: 300 }))).toEqual({
      'cash:a': -700,
      'customer:c': -300,
      'farm:a': 920,
      'market:fees': 80,
    });
    expect(balancesOf(delivered({ credit: 300, refunded: 800 }))).toEqual({
      'cash:a': 0,
      'customer:c': -200,
      'farm:a': 184,
      'market:fees': 16,
    });
    expect(balancesOf({ ...delivered({ credited: 400 }), byCard: true })).toEqual({
      'market:cards': -1_000,
      'customer:c': 400,
      'farm:a': 552,
      'market:fees': 48,
    });
  });
});

it('splits store credit to the cent, and gives nothing more than it costs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9_000 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(0, 499),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (subtotals, deliveryFee, share) => {
        const credit = Math.floor(share * sum([deliveryFee, ...subtotals]));
        const { parts, fee } = splitCredit(credit, { subtotals, deliveryFee });
        expect(sum([...parts, fee])).toBe(credit);
        for (const [at, cents] of parts.entries())
          expect(cents).toBeLessThanOrEqual(subtotals[at] ?? 0);
        expect(fee).toBeLessThanOrEqual(deliveryFee);
      },
    ),
    { numRuns: RUNS },
  );
});

type Step = { readonly part: number; readonly to: MoneyPart['status']; readonly cents: number };
const statuses = ['placed', 'packed', 'delivered', 'delivered', 'cancelled', 'declined'] as const;
const stories = fc.array(
  fc.record({
    byCard: fc.boolean(),
    deliveryFee: fc.constantFrom(0, 499),
    credit: fc.nat({ max: 9_000 }),
    parts: fc.array(
      fc.record({
        fulfilment: fc.constantFrom('delivery' as const, 'pickup' as const),
        subtotal: fc.integer({ min: 1, max: 5_000 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    steps: fc.array(
      fc.record({
        part: fc.nat({ max: 2 }),
        to: fc.constantFrom<MoneyPart['status']>(...statuses),
        cents: fc.nat({ max: 5_000 }),
      }),
      { maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);
type Story = Parameters<Parameters<typeof stories.map>[0]>[0][number];

function placed({ byCard, deliveryFee, parts, credit }: Story, n: number): OrderMoney {
  const fee = parts.some((one) => one.fulfilment === 'delivery') ? deliveryFee : 0;
  const subtotals = parts.map(({ subtotal }) => subtotal);
  const shares = splitCredit(Math.min(credit, sum([fee, ...subtotals])), {
    subtotals,
    deliveryFee: fee,
  });
  return {
    feeRate: 800,
    deliveryFee: fee,
    byCard,
    customerId: CUSTOMER,
    feeCredit: shares.fee,
    parts: parts.map((part, at) => ({
      ...part,
      _id: `${n}-${at}`,
      farmId: `farm-${at}`,
      status: 'placed',
      deliveredAt: null,
      credit: shares.parts[at] ?? 0,
    })),
  };
}

/** The order after a step: another status, less of what comes, or what is given back of what came. */
function stepped(order: OrderMoney, { part: at, to, cents }: Step, time: number): OrderMoney {
  const parts = order.parts.map((part, n): MoneyPart => {
    if (n !== at || !isLive(part.status)) return part;
    if (part.status === 'delivered' && to === 'delivered') {
      const { kept } = settlementOf(part);
      const more = Math.min(cents, kept);
      return time % 2 === 0
        ? { ...part, refunded: (part.refunded ?? 0) + more }
        : { ...part, credited: (part.credited ?? 0) + more };
    }
    if (part.status === 'delivered') return part;
    const subtotal = isLive(to) ? Math.max(1, part.subtotal - (cents % 400)) : 0;
    const deliveredAt = to === 'delivered' ? `2026-11-01T10:00:${time + 10}.000Z` : null;
    return { ...part, status: to, subtotal, deliveredAt };
  });
  return { ...order, parts };
}

it(`gives every cent one owner in ${RUNS} customers’ lives, and no balance falls below zero`, () => {
  fc.assert(
    fc.property(stories, (lives) => {
      let balance = 0;
      const ends: OrderMoney[] = [];
      const journals = lives.flatMap((life, n) => {
        // as at the checkout: no more than the customer has
        const first = placed({ ...life, credit: Math.min(life.credit, balance) }, n);
        const states = [first];
        for (const [time, step] of life.steps.entries())
          states.push(stepped(states.at(-1) ?? first, step, time));
        let before = { used: 0, given: 0 };
        for (const state of states) {
          const now = creditOf(state);
          balance += before.used - now.used + now.given - before.given;
          before = now;
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(now.used).toBeLessThanOrEqual(totalOf(first));
        }
        ends.push(states.at(-1) ?? first);
        return states.flatMap((state, at) => bookingsBetween(states[at - 1] ?? null, state));
      });
      for (const { lines } of journals) expect(isBalanced(lines)).toBe(true);
      const books = foldBalances(journals);
      expect(sum([...books.values()])).toBe(0);
      // what orders that are not handed over keep has not left the customer's account yet
      const kept = ends.map((end) => {
        const handedOver = { ...end, parts: end.parts.filter((p) => p.status === 'delivered') };
        return creditOf(end).used - creditOf(handedOver).used;
      });
      expect((books.get(customerAccount(CUSTOMER)) ?? 0) - sum(kept)).toBe(balance);
      expect(books.get('market:fees') ?? 0).toBe(
        sum(
          ends.flatMap(({ parts }) =>
            parts
              .filter((part) => part.status === 'delivered')
              .map((part) => marketFee(settlementOf(part).kept, 800)),
          ),
        ),
      );
      for (const [account, cents] of books) {
        if (account.startsWith('cash:') || account === 'market:cards')
          expect(cents).toBeLessThanOrEqual(0);
        else expect([account, cents >= 0]).toEqual([account, true]);
      }
    }),
    { numRuns: RUNS },
  );
});
