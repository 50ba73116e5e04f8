import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bookingsOf, foldBalances, type OrderMoney } from './ledger.js';
import { partStatusSchema } from './order-state.js';
import {
  afterReversal,
  afterTransfer,
  type FarmTransfer,
  farmShares,
  type TransferMoney,
  transferred,
  transferSteps,
} from './transfers.js';

const [A, B] = ['a'.repeat(24), 'b'.repeat(24)];

const order = (more: Partial<OrderMoney> = {}): OrderMoney => ({
  feeRate: 800,
  deliveryFee: 499,
  byCard: true,
  parts: [part(A, 1_000), part(B, 1_500)],
  ...more,
});
const part = (farmId: string, subtotal: number, more = {}): OrderMoney['parts'][number] => ({
  _id: farmId.replaceAll(/[ab]/g, farmId.startsWith('a') ? '1' : '2'),
  farmId,
  fulfilment: 'delivery',
  status: 'delivered',
  subtotal,
  deliveredAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const transfer = (more: Partial<FarmTransfer> = {}): FarmTransfer => ({
  farmId: A,
  seller: 'acct_a',
  reference: 'tr_1',
  cents: 920,
  reversed: 0,
  returned: 0,
  isFinal: false,
  ...more,
});
const payment = (more: Partial<TransferMoney> = {}): TransferMoney => ({
  due: 1_499,
  captured: 1_499,
  refunded: 0,
  shares: [{ farmId: A, cents: 920 }],
  transfers: [],
  ...more,
});

describe('the shares of farms', () => {
  const sharesOf = (money: OrderMoney) => [...farmShares(money).values()];

  it('are the goods less the fee, and the delivery fee from the payment that took it', () => {
    expect(sharesOf(order())).toEqual([
      [
        { farmId: A, cents: 920 + 200 },
        { farmId: B, cents: 299 },
      ],
      [{ farmId: B, cents: 1_380 }],
    ]);
  });

  it('leave the delivery fee out while something is open', () => {
    const parts = [part(A, 1_000), part(B, 1_500, { status: 'packed', deliveredAt: null })];
    expect(sharesOf(order({ parts }))).toEqual([[{ farmId: A, cents: 920 }], []]);
  });

  it('are together what the ledger books to each farm, whatever becomes of the parts', () => {
    const status = fc.constantFrom(...partStatusSchema.options);
    const fulfilment = fc.constantFrom('delivery' as const, 'pickup' as const);
    const any = fc.record({ status, fulfilment, subtotal: fc.integer({ min: 1, max: 9_999 }) });
    fc.assert(
      fc.property(any, any, fc.integer({ min: 0, max: 999 }), (one, other, deliveryFee) => {
        const parts = [part(A, 0, one), part(B, 0, other)];
        const money = order({ deliveryFee, parts });
        const balances = foldBalances(bookingsOf(money));
        for (const farmId of [A, B]) {
          const shares = sharesOf(money).flat();
          const sum = shares.reduce((all, it) => all + (it.farmId === farmId ? it.cents : 0), 0);
          expect(sum).toBe(balances.get(`farm:${farmId}`) ?? 0);
        }
      }),
    );
  });
});

describe('what is next with the transfers of a payment', () => {
  it.each([
    ['nothing is taken yet', { captured: 0 }, []],
    ['a hand-over that was taken back', { due: null, shares: [], transfers: [transfer()] }, []],
    ['a share', {}, [{ act: 'transfer', farmId: A, cents: 920 }]],
    ['what is missing of it', { transfers: [transfer({ cents: 900 })] }, [['transfer', 20]]],
    ['a share that is there', { transfers: [transfer()] }, []],
    ['at most what was taken', { captured: 600 }, [['transfer', 600]]],
    ['at most what is left of it', { refunded: 1_000 }, [['transfer', 499]]],
    ['too much', { shares: [], transfers: [transfer()] }, [['reverse', 920]]],
    ['too much in part', { transfers: [transfer({ cents: 1_000 })] }, [['reverse', 80]]],
    [
      'the newest first',
      { shares: [], transfers: [transfer(), transfer({ reference: 'tr_2', cents: 20 })] },
      [['reverse', 20]],
    ],
    [
      'too much of what is not given back',
      { shares: [], transfers: [transfer({ isFinal: true })] },
      [],
    ],
    ['what a bank has returned', { transfers: [transfer({ returned: 900 })] }, [['reverse', 900]]],
    [
      'what a bank has returned and was taken back',
      { transfers: [transfer({ returned: 920, reversed: 920 })] },
      [],
    ],
    ['an open dispute', { disputes: [{ cents: 1_499, state: 'open' as const }] }, []],
    [
      'a lost dispute',
      { disputes: [{ cents: 1_499, state: 'lost' as const }] },
      [['transfer', 920]],
    ],
    [
      'a share of another farm, after its own',
      {
        captured: 1_000,
        shares: [
          { farmId: A, cents: 920 },
          { farmId: B, cents: 299 },
        ],
      },
      [
        ['transfer', 920],
        ['transfer', 80],
      ],
    ],
  ])('%s', (_, given, expected) => {
    const steps = transferSteps(payment(given as Partial<TransferMoney>));
    expect(steps).toMatchObject(
      expected.map((one) => (Array.isArray(one) ? { act: one[0], cents: one[1] } : one)),
    );
    expect(steps).toHaveLength(expected.length);
  });

  it('stays in the balance once a transfer is refused, until the share changes', () => {
    const refused = afterTransfer(payment({ transfers: [transfer({ cents: 900 })] }), A, null);
    expect(transferSteps(refused)).toEqual([]);
    const again = { ...refused, shares: [{ farmId: A, cents: 910 }] };
    expect(transferSteps(again)).toMatchObject([{ act: 'transfer', cents: 10 }]);
  });

  it('brings every farm to its share, whatever is captured, refunded, refused and returned', () => {
    const cents = fc.integer({ min: 0, max: 2_000 });
    const change = fc.record({
      one: cents,
      other: cents,
      refunded: cents,
      isRefused: fc.boolean(),
      returned: cents,
    });
    fc.assert(
      fc.property(cents, fc.array(change, { maxLength: 6 }), (captured, changes) => {
        let now = payment({ captured, shares: [] });
        for (const { one, other, refunded, isRefused, returned } of changes) {
          const [first, ...rest] = now.transfers;
          const most = (first?.cents ?? 0) - Math.max(first?.reversed ?? 0, first?.returned ?? 0);
          const back = Math.min(returned, Math.max(0, most));
          now = {
            ...now,
            refunded: Math.max(now.refunded, Math.min(refunded, captured)),
            shares: [
              { farmId: A, cents: one },
              { farmId: B, cents: other },
            ],
            transfers: first ? [{ ...first, returned: first.returned + back }, ...rest] : [],
          };
          let isFirst = isRefused;
          for (let n = 0; n < 20; n++) {
            const [step] = transferSteps(now);
            if (!step) break;
            now = told(now, step, isFirst);
            isFirst = false;
          }
          expect(transferSteps(now)).toEqual([]);
          const isTakenBack = now.transfers.every(({ isFinal }) => !isFinal);
          const most2 = captured - now.refunded;
          if (isTakenBack) expect(transferred(now.transfers)).toBeLessThanOrEqual(most2);
          for (const { cents: made, reversed } of now.transfers)
            expect([reversed >= 0, reversed <= made]).toEqual([true, true]);
        }
      }),
    );
  });
});

function told(
  money: TransferMoney,
  step: ReturnType<typeof transferSteps>[number],
  isRefused: boolean,
): TransferMoney {
  if (step.act === 'reverse')
    return afterReversal(money, step.transfer.reference, isRefused ? null : step.cents);
  const made = {
    seller: `acct_${step.farmId}`,
    reference: `tr_${money.transfers.length + 1}`,
    cents: step.cents,
  };
  return afterTransfer(money, step.farmId, isRefused ? null : made);
}
