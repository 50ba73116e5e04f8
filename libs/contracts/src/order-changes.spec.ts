import { describe, expect, it } from '@jest/globals';
import { DELIVERY_FEE_CENTS as FEE, FREE_DELIVERY_OVER_CENTS as LIMIT } from './constants.js';
import {
  CHANGE_RULES,
  type ChangeablePart,
  type ChangeKind,
  changeKindSchema,
  changePartSchema,
  changeRefusal,
  type FeePart,
  feeAfter,
  foldPart,
  isOpenToCustomer,
  type PermittedChange,
} from './order-changes.js';
import { partStatusSchema } from './order-state.js';
import { type Role, roleSchema } from './users.js';

const CUT_OFF = Date.parse('2026-11-27T20:00:00.000Z');

/** Status → the answer to a customer before and after the cut-off, and to a farm or an admin at any time; written out. */
const answers = [
  ['placed', null, 'cut_off', null],
  ['accepted', null, 'cut_off', null],
  ['packed', 'packed', 'packed', null],
  ['out_for_delivery', 'packed', 'packed', null],
  ['ready_for_pickup', 'packed', 'packed', null],
  ['delivered', 'delivered', 'delivered', 'delivered'],
  ['declined', 'ended', 'ended', 'ended'],
  ['cancelled', 'ended', 'ended', 'ended'],
] as const;

const kindsOf = {
  customer: ['added', 'set', 'removed', 'cancelled'],
  farmer: ['shorted', 'requantified', 'declined'],
  admin: ['intervened'],
} as const satisfies Record<Role, readonly PermittedChange[]>;

describe('who may change a part', () => {
  it('is said for every status and every kind but those that nothing makes', () => {
    expect(answers.map(([status]) => status).sort()).toEqual([...partStatusSchema.options].sort());
    expect(Object.values(kindsOf).flat().sort()).toEqual(Object.keys(CHANGE_RULES).sort());
    expect([...Object.keys(CHANGE_RULES), 'substituted', 'reweighed'].sort()).toEqual(
      [...changeKindSchema.options].sort(),
    );
    for (const by of roleSchema.options)
      for (const kind of kindsOf[by]) expect(CHANGE_RULES[kind]).toMatchObject({ by });
  });

  it.each(answers)('of a part that is %s', (status, before, after, others) => {
    const part: ChangeablePart = { status, slot: { cutOffAt: new Date(CUT_OFF).toISOString() } };
    const at = (of: ChangeablePart, kind: PermittedChange) =>
      [CUT_OFF - 1, CUT_OFF, CUT_OFF + 1].map((now) => changeRefusal(kind, of, now));
    for (const kind of kindsOf.customer)
      expect([kind, at(part, kind)]).toEqual([kind, [before, after, after]]);
    for (const kind of [...kindsOf.farmer, ...kindsOf.admin])
      expect([kind, at(part, kind)]).toEqual([kind, [others, others, others]]);
    // Without a slot there is no cut-off: only packing closes it.
    for (const without of [{ status }, { status, slot: null }])
      for (const kind of kindsOf.customer)
        expect([kind, at(without, kind)]).toEqual([kind, [before, before, before]]);
    expect(isOpenToCustomer(part, CUT_OFF - 1)).toBe(before === null);
    expect(isOpenToCustomer(part, CUT_OFF)).toBe(after === null);
  });
});

describe('the fold of a part', () => {
  const PLUMS = { productId: 'plums', price: 333, placed: 2_000 };
  const fold = (...changes: [ChangeKind, number][]) => {
    const { lines, subtotal } = foldPart(
      [PLUMS],
      changes.map(([kind, to]) => ({ kind, lines: [{ productId: 'plums', to }] })),
    );
    expect(subtotal).toBe(lines[0]?.total);
    return [lines[0]?.ordered, lines[0]?.coming, subtotal];
  };

  it('without changes is what was placed', () => {
    expect(fold()).toEqual([2_000, 2_000, 666]);
    expect(foldPart([], [])).toEqual({ lines: [], subtotal: 0 });
  });

  it.each([
    ['added', 3_000, [3_000, 3_000, 999]],
    ['set', 1_000, [1_000, 1_000, 333]],
    ['removed', 0, [0, 0, 0]],
    ['cancelled', 0, [2_000, 0, 0]],
    ['shorted', 500, [2_000, 500, 167]],
    ['requantified', 1_500, [2_000, 1_500, 500]],
    ['declined', 0, [2_000, 0, 0]],
    ['intervened', 1_000, [2_000, 1_000, 333]],
    ['intervened', 3_000, [3_000, 3_000, 999]],
    ['substituted', 0, [2_000, 0, 0]],
    ['reweighed', 1_960, [2_000, 1_960, 653]],
  ] as [ChangeKind, number, number[]][])('after “%s” to %d', (kind, to, expected) => {
    expect(fold([kind, to])).toEqual(expected);
  });

  it('takes the changes one after the other', () => {
    expect(fold(['shorted', 500], ['requantified', 2_000])).toEqual([2_000, 2_000, 666]);
    expect(fold(['set', 4_000], ['shorted', 1_000], ['cancelled', 0])).toEqual([4_000, 0, 0]);
    // The customer decides anew after a short, also to take what is there.
    expect(fold(['shorted', 500], ['set', 500])).toEqual([500, 500, 167]);
    expect(fold(['removed', 0], ['added', 1_000])).toEqual([1_000, 1_000, 333]);
  });

  it('changes only the lines that a change names, and rounds each once', () => {
    const pears = { productId: 'pears', price: 125, placed: 500 };
    const later = { productId: 'leeks', price: 333, placed: 0 };
    const changes = [
      { kind: 'added', lines: [{ productId: 'leeks', to: 1_500 }] },
      { kind: 'shorted', lines: [{ productId: 'plums', to: 1_500 }] },
      { kind: 'set', lines: [{ productId: 'unknown', to: 9_000 }] },
    ] as const;
    expect(foldPart([PLUMS, pears, later], changes)).toEqual({
      lines: [
        { productId: 'plums', ordered: 2_000, coming: 1_500, total: 500 },
        { productId: 'pears', ordered: 500, coming: 500, total: 63 },
        { productId: 'leeks', ordered: 1_500, coming: 1_500, total: 500 },
      ],
      subtotal: 1_063,
    });
  });
});

describe('the delivery fee after a change', () => {
  const part = (more: Partial<FeePart> = {}): FeePart => ({
    status: 'placed',
    fulfilment: 'delivery',
    ordered: LIMIT + 1,
    lastStepBy: 'customer',
    ...more,
  });
  const feeBy = (by: Role, fee: number, ...parts: FeePart[]) => feeAfter(parts, { by, fee });

  it.each([
    ['at the limit', LIMIT, FEE],
    ['above it', LIMIT + 1, 0],
  ])('by the customer to %s', (_, ordered, fee) => {
    for (const before of [0, FEE]) expect(feeBy('customer', before, part({ ordered }))).toBe(fee);
  });

  it.each(['farmer', 'admin'] as const)('by a %s stays, whatever they take away or add', (by) => {
    const least = part({ ordered: 1 });
    const declined = part({ status: 'declined', lastStepBy: 'farmer' });
    for (const fee of [0, FEE])
      for (const parts of [[least], [part()], [declined], [declined, least]])
        expect(feeBy(by, fee, ...parts)).toBe(fee);
  });

  it('counts what a farm or an admin took away as ordered, also at the customer’s next change', () => {
    const little = part({ ordered: 1_000 });
    const declined = part({ ordered: 2_001, status: 'declined', lastStepBy: 'farmer' });
    const cancelled = part({ ordered: 2_001, status: 'cancelled', lastStepBy: 'admin' });
    expect(feeBy('customer', 0, little, declined)).toBe(0);
    expect(feeBy('customer', 0, little, cancelled)).toBe(0);
  });

  it('does not count what the customer cancelled', () => {
    const cancelled = part({ ordered: 2_001, status: 'cancelled' });
    expect(feeBy('customer', 0, part({ ordered: 1_000 }), cancelled)).toBe(FEE);
  });

  it('is 0 once nothing is delivered any more', () => {
    const pickup = part({ fulfilment: 'pickup', ordered: 1_000 });
    expect(feeBy('customer', FEE, pickup, part({ status: 'cancelled' }))).toBe(0);
    expect(feeBy('customer', FEE, part({ status: 'cancelled' }))).toBe(0);
  });

  it('is fixed once a delivery is handed over, not by a pickup', () => {
    const handed = part({ status: 'delivered', lastStepBy: 'farmer', ordered: 1_000 });
    const little = part({ ordered: 500 });
    for (const fee of [0, FEE]) expect(feeBy('customer', fee, handed, little)).toBe(fee);
    expect(feeBy('customer', 0, { ...handed, fulfilment: 'pickup' }, little)).toBe(FEE);
  });

  it('follows the server’s rule', () => {
    const rule = { freeDeliveryOver: 1_000, deliveryFee: 700 };
    const fee = (ordered: number) =>
      feeAfter([part({ ordered })], { by: 'customer', fee: 0, rule });
    expect([fee(1_000), fee(1_001)]).toEqual([700, 0]);
  });
});

describe('a change that is sent', () => {
  const productId = 'a'.repeat(24);
  const line = { productId, quantity: 1 };
  it.each([
    ['lines', { version: 1, lines: [line] }, true],
    ['nothing of a line', { version: 1, lines: [{ productId, quantity: 0 }] }, true],
    ['a status', { version: 1, status: 'cancelled' }, true],
    ['neither', { version: 1 }, false],
    ['both', { version: 1, lines: [line], status: 'cancelled' }, false],
    ['no line', { version: 1, lines: [] }, false],
    ['a product twice', { version: 1, lines: [line, line] }, false],
    ['less than nothing', { version: 1, lines: [{ productId, quantity: -1 }] }, false],
    ['four decimals', { version: 1, lines: [{ productId, quantity: 0.0001 }] }, false],
    ['1e9', { version: 1, lines: [{ productId, quantity: 1e9 }] }, false],
    ['no version', { lines: [line] }, false],
    [
      'goods that fit',
      { version: 1, lines: [line], declineReason: 'quality', goods: 'restock' },
      true,
    ],
    [
      'goods that do not',
      { version: 1, lines: [line], declineReason: 'not_harvested', goods: 'restock' },
      false,
    ],
    ['an unknown key', { version: 1, lines: [line], kind: 'set' }, false],
  ])('with %s', (_, body, isValid) => {
    expect(changePartSchema.safeParse(body).success).toBe(isValid);
  });

  it('has at most 100 lines', () => {
    const some = (length: number) =>
      Array.from({ length }, (_, n) => ({ ...line, productId: n.toString(16).padStart(24, '0') }));
    const isValid = (length: number) =>
      changePartSchema.safeParse({ version: 1, lines: some(length) }).success;
    expect([isValid(100), isValid(101), isValid(1_000)]).toEqual([true, false, false]);
  });
});
