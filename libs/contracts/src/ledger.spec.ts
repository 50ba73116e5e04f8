import { describe, expect, it } from '@jest/globals';
import {
  allocate,
  type Booking,
  bookingsBetween,
  bookingsOf,
  cashAccount,
  farmAccount,
  feeRateOn,
  foldBalances,
  isBalanced,
  type MoneyPart,
  marketFee,
  type OrderMoney,
} from './ledger.js';
import { toCents } from './money.js';
import { isLive, type PartStatus } from './order-state.js';
import { foldStatement } from './statement.js';

/** The same numbers for the same seed (mulberry32). */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
const STORIES = process.env.TEST_DEEP === '1' ? 10_000 : 3_000;
const id = (n: number) => n.toString(16).padStart(24, '0');
const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
const orderOf = (deliveryFee: number, ...parts: Partial<MoneyPart>[]): OrderMoney => ({
  feeRate: 800,
  deliveryFee,
  parts: parts.map((part, n) => ({
    _id: id(100 + n),
    farmId: id(n),
    fulfilment: 'delivery',
    status: 'delivered',
    subtotal: 1_000,
    deliveredAt: `2026-11-0${n + 1}T10:00:00.000Z`,
    ...part,
  })),
});
const balanceOf = (bookings: readonly Booking[], farm: number) => {
  const balances = foldBalances(bookings);
  return (balances.get(farmAccount(id(farm))) ?? 0) + (balances.get(cashAccount(id(farm))) ?? 0);
};

describe('the market’s fee', () => {
  it.each([
    [4_210, 337],
    [0, 0],
    [6, 0],
    // half a cent
    [625, 50],
    [619, 50],
    [618, 49],
  ])('of %i cents is %i', (goods, fee) => expect(marketFee(goods, 800)).toBe(fee));

  it('follows the rule of the day', () => {
    const rules = [
      { from: null, rate: 800 },
      { from: '2027-01-01', rate: 750 },
      { from: '2027-07-01', rate: 700 },
    ];
    expect(
      ['2026-12-31', '2027-01-01', '2027-06-30', '2028-01-01'].map((day) => feeRateOn(rules, day)),
    ).toEqual([800, 750, 750, 700]);
  });
});

describe('a split', () => {
  it('gives the cents that are left to the largest remainders', () => {
    expect(allocate(499, [1_000, 1_000])).toEqual([250, 249]);
    expect(allocate(499, [1, 2])).toEqual([166, 333]);
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(499, [0, 0])).toEqual([250, 249]);
    expect(allocate(499, [0, 7])).toEqual([0, 499]);
  });

  it('loses no cent, and nobody gets a cent more or less than the exact share', () => {
    const chance = chanceOf(1);
    for (let n = 0; n < STORIES; n++) {
      const weights = Array.from({ length: 1 + chance(8) }, () => chance(10_000));
      const cents = chance(2_000);
      const shares = allocate(cents, weights);
      expect(sum(shares)).toBe(cents);
      const all = sum(weights);
      for (const [at, share] of shares.entries())
        if (all > 0) expect(Math.abs(share - (cents * (weights[at] ?? 0)) / all)).toBeLessThan(1);
    }
  });
});

describe('what an order books', () => {
  it('leaves a farm that took cash owing the fee', () => {
    const order = orderOf(0, { subtotal: 4_210, fulfilment: 'pickup' });
    expect(balanceOf(bookingsOf(order), 0)).toBe(-337);
    expect(foldBalances(bookingsOf(order)).get('market:fees')).toBe(337);
  });

  it('lets the first that delivers collect the delivery fee, and splits it when nothing is open', () => {
    const open = orderOf(499, { subtotal: 1_000 }, { subtotal: 3_000, status: 'packed' });
    expect(balanceOf(bookingsOf(open), 0)).toBe(-80 - 499);
    expect(foldBalances(bookingsOf(open)).get('market:delivery')).toBe(499);
    const done = orderOf(499, { subtotal: 1_000 }, { subtotal: 3_000 });
    expect(foldBalances(bookingsOf(done)).get('market:delivery')).toBe(0);
    expect([0, 1].map((farm) => balanceOf(bookingsOf(done), farm))).toEqual([
      -80 - 499 + 125,
      -240 + 374,
    ]);
  });

  it('gives all of it to the farm that delivered, if the other cancels afterwards', () => {
    const order = orderOf(499, { subtotal: 1_000 }, { subtotal: 0, status: 'cancelled' });
    expect(balanceOf(bookingsOf(order), 0)).toBe(-80);
  });

  it('gives no share to those that are picked up', () => {
    const order = orderOf(499, { subtotal: 1_000 }, { subtotal: 9_000, fulfilment: 'pickup' });
    expect([0, 1].map((farm) => balanceOf(bookingsOf(order), farm))).toEqual([-80, -720]);
  });

  it('takes back exactly what a delivery had booked that was a mistake', () => {
    const before = orderOf(499, { subtotal: 1_000 }, { subtotal: 3_000, status: 'accepted' });
    const after = orderOf(
      499,
      { subtotal: 1_000, status: 'packed' },
      { subtotal: 3_000, status: 'accepted' },
    );
    const undone = bookingsBetween(before, after);
    expect(undone.map(({ kind }) => kind)).toEqual(['cash', 'fee', 'delivery']);
    expect(
      [...foldBalances([...bookingsOf(before), ...undone]).values()].every((c) => c === 0),
    ).toBe(true);
    expect(bookingsBetween(before, before)).toEqual([]);
  });
});

const STATUSES: readonly PartStatus[] = [
  'placed',
  'packed',
  'delivered',
  'delivered',
  'cancelled',
  'declined',
];

/** A life of an order: each state follows the one before by another status or amount of one part. */
function story(chance: (below: number) => number): OrderMoney[] {
  const farms = 1 + chance(4);
  let order: OrderMoney = {
    feeRate: [800, 750, 0, 1_234][chance(4)] ?? 800,
    deliveryFee: [0, 499, 1, 700][chance(4)] ?? 0,
    parts: Array.from({ length: farms }, (_, n) => ({
      _id: id(100 + n),
      farmId: id(n),
      fulfilment: chance(3) === 0 ? ('pickup' as const) : ('delivery' as const),
      status: 'placed' as PartStatus,
      subtotal: 1 + chance(20_000),
      deliveredAt: null,
    })),
  };
  const states = [order];
  for (let step = 0; step < 3 * farms; step++) {
    const turn = chance(farms);
    const parts = order.parts.map((part, n): MoneyPart => {
      if (n !== turn || !isLive(part.status)) return part;
      const status = STATUSES[chance(STATUSES.length)] ?? 'placed';
      const subtotal = isLive(status) ? Math.max(1, part.subtotal - chance(100)) : 0;
      const at = `2026-11-01T10:00:${String(step).padStart(2, '0')}.000Z`;
      return {
        ...part,
        status,
        subtotal,
        deliveredAt: status === 'delivered' ? at : part.deliveredAt,
      };
    });
    order = { ...order, parts };
    states.push(order);
  }
  return states;
}

function shuffled<Item>(items: readonly Item[], chance: (below: number) => number): Item[] {
  return items
    .map((item) => ({ item, key: chance(1_000_000) }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

/** The closing balance of a farm whose month has these journals. */
function closingOf(farmId: string, bookings: readonly Booking[]): number {
  const month = { farmId, month: '2026-11', isClosed: false, version: 1, opening: 0 };
  const journals = bookings.map(({ kind, lines }, number) => ({
    _id: id(number),
    cause: { id: String(number % 5), kind },
    month: '2026-11',
    number,
    at: '2026-11-01T10:00:00.000Z',
    ...{ order: null, feeRate: null, reference: null, paidOn: null, reason: null },
    lines,
  }));
  const { closing, entries } = foldStatement(month, journals);
  expect(toCents(closing)).toBe(sum(entries.map(({ change }) => toCents(change))));
  return closing;
}

describe('the life of an order', () => {
  it(`keeps its promises in ${STORIES} stories, also when events arrive in any order`, () => {
    for (let seed = 1; seed <= STORIES; seed++) {
      const chance = chanceOf(seed);
      const states = story(chance);
      const journals = states.flatMap((state, at) =>
        bookingsBetween(states[at - 1] ?? null, state),
      );
      for (const { lines } of journals) expect([seed, isBalanced(lines)]).toEqual([seed, true]);
      const end = states.at(-1) as OrderMoney;
      const balances = foldBalances(shuffled(journals, chance));
      const wanted = foldBalances(bookingsOf(end));
      for (const account of balances.keys())
        expect([seed, account, balances.get(account)]).toEqual([
          seed,
          account,
          wanted.get(account) ?? 0,
        ]);
      expect(sum([...balances.values()])).toBe(0);

      const delivered = end.parts.filter(({ status }) => status === 'delivered');
      const deliveries = delivered.filter(({ fulfilment }) => fulfilment === 'delivery');
      const fee = deliveries.length > 0 ? end.deliveryFee : 0;
      // every cent that customers paid is with a farm, in cash
      const cash = sum(end.parts.map(({ farmId }) => balances.get(cashAccount(farmId)) ?? 0));
      expect([seed, 0 - cash]).toEqual([seed, sum(delivered.map((one) => one.subtotal)) + fee]);
      for (const { farmId } of end.parts)
        expect([seed, toCents(closingOf(farmId, journals))]).toEqual([
          seed,
          (balances.get(farmAccount(farmId)) ?? 0) + (balances.get(cashAccount(farmId)) ?? 0),
        ]);
      // and belongs to a farm or the market
      const isSettled = end.parts.every((one) => !isLive(one.status) || one.status === 'delivered');
      expect([seed, balances.get('market:delivery') ?? 0]).toEqual([seed, isSettled ? 0 : fee]);
      expect([seed, balances.get('market:fees') ?? 0]).toEqual([
        seed,
        sum(delivered.map((one) => marketFee(one.subtotal, end.feeRate))),
      ]);
    }
  });
});
