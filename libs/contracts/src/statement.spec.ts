import { describe, expect, it } from '@jest/globals';
import { bookingsOf, type JournalLine, move } from './ledger.js';
import { foldStatement, type StatementJournal, statementEntries } from './statement.js';

const [A, B, ORDER] = ['a', 'b', 'f'].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
];
let number = 0;
function journal(
  cause: StatementJournal['cause'],
  lines: readonly JournalLine[],
  more: Partial<StatementJournal> = {},
): StatementJournal {
  number += 1;
  return {
    _id: number.toString(16).padStart(24, '0'),
    cause,
    month: '2026-11',
    number,
    at: '2026-11-21T09:00:00.000Z',
    order: { _id: ORDER, code: 'FG-TEST0000' },
    feeRate: null,
    reference: null,
    paidOn: null,
    reason: null,
    lines,
    ...more,
  };
}
const part = {
  fulfilment: 'delivery' as const,
  status: 'delivered' as const,
  deliveredAt: '2026-11-21T09:00:00.000Z',
};
const handedOver = bookingsOf({
  feeRate: 800,
  deliveryFee: 499,
  parts: [
    { ...part, _id: '1'.repeat(24), farmId: A, subtotal: 4_210 },
    { ...part, _id: '2'.repeat(24), farmId: B, subtotal: 0, status: 'declined' },
  ],
}).map(({ kind, lines }) =>
  journal({ id: 'event-1', kind }, lines, { feeRate: kind === 'fee' ? 800 : null }),
);
const payment = journal({ id: 'event-2', kind: 'payment' }, move(300, 'market:bank', `farm:${A}`), {
  order: null,
  reference: 'BANK 7',
  paidOn: '2026-11-20',
});
const month = { farmId: A, month: '2026-11', isClosed: false, version: 5, opening: -1_000 };

describe('a statement', () => {
  it('has one entry per event, with everything that it moved', () => {
    expect(statementEntries(A, handedOver)).toEqual([
      {
        _id: handedOver[0]?._id,
        at: '2026-11-21T09:00:00.000Z',
        order: { _id: ORDER, code: 'FG-TEST0000' },
        goods: 42.1,
        marketFee: -3.37,
        deliveryShare: 4.99,
        cashTaken: -47.09,
        paid: 0,
        corrected: 0,
        refunds: 0,
        creditSpent: 0,
        feeTaken: -4.99,
        feeRate: 800,
        change: -3.37,
        reference: null,
        paidOn: null,
        reason: null,
        journals: [
          { name: '2026-11/1', kind: 'cash' },
          { name: '2026-11/2', kind: 'fee' },
          { name: '2026-11/3', kind: 'delivery' },
          { name: '2026-11/4', kind: 'split' },
        ],
      },
    ]);
  });

  it('closes with its opening balance and what the entries change', () => {
    const statement = foldStatement(month, [...handedOver, payment]);
    expect(statement).toMatchObject({ opening: -10, closing: -10.37, isClosed: false, version: 5 });
    expect(statement.totals).toEqual({
      goods: 42.1,
      marketFee: -3.37,
      deliveryShare: 4.99,
      cashTaken: -47.09,
      paid: 3,
      corrected: 0,
      refunds: 0,
    });
    expect(statement.entries.map(({ change, reference }) => [change, reference])).toEqual([
      [-3.37, null],
      [3, 'BANK 7'],
    ]);
  });

  it('has nothing of another farm in it', () => {
    const split = journal({ id: 'event-3', kind: 'split' }, [
      { account: 'market:delivery', cents: -499 },
      { account: `farm:${A}`, cents: 200 },
      { account: `farm:${B}`, cents: 299 },
    ]);
    expect(JSON.stringify(foldStatement(month, [split]))).not.toContain(B);
    expect(foldStatement(month, [split]).totals.deliveryShare).toBe(2);
    expect(foldStatement({ ...month, farmId: B }, [split]).closing).toBe(-10 + 2.99);
  });
});
