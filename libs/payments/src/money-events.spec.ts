import { describe, expect, it } from '@jest/globals';
import type { Balance } from './journal.model.js';
import { toSummary } from './money-events.js';

const farmId = '507f1f77bcf86cd799439011';
const month = { farmId, month: '2026-11', isClosed: false };
const balances = (journals: number): Balance[] => [
  { _id: 'x', month: '2026-11', account: `farm:${farmId}`, cents: 500, journals },
];

describe('the version of a farm’s month', () => {
  it('grows with each journal, the first too, and when the month is closed', () => {
    const versions = [
      toSummary(month, []),
      toSummary(month, balances(1)),
      toSummary(month, balances(2)),
      toSummary({ ...month, isClosed: true }, balances(2)),
    ].map(({ version }) => version);
    expect(versions).toEqual([1, 2, 3, 4]);
  });
});
