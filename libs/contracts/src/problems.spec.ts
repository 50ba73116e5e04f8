import { describe, expect, it } from '@jest/globals';
import { PROBLEM_REPORT_DAYS, reportRefusal } from './problems.js';
import { refundable, refundSums } from './refunds.js';

const at = '2026-11-20T10:00:00.000Z';
const later = (days: number) => Date.parse(at) + days * 86_400_000;
const delivered = {
  status: 'delivered',
  timeline: [
    { status: 'delivered', at: '2026-11-01T10:00:00.000Z' },
    { status: 'packed', at: '2026-11-02T10:00:00.000Z' },
    { status: 'delivered', at },
  ],
} as const;

describe('a problem can be reported', () => {
  it('from the last hand-over on, for some days', () => {
    expect(reportRefusal(delivered, later(0))).toBeNull();
    expect(reportRefusal(delivered, later(PROBLEM_REPORT_DAYS) - 1)).toBeNull();
    expect(reportRefusal(delivered, later(PROBLEM_REPORT_DAYS))).toBe('too_late');
  });

  it('only while the part is handed over', () => {
    expect(reportRefusal({ ...delivered, status: 'packed' }, later(0))).toBe('not_delivered');
    expect(reportRefusal({ ...delivered, status: 'cancelled' }, later(0))).toBe('not_delivered');
  });
});

describe('what can still be given back', () => {
  const refunds = [
    {
      to: 'tender',
      lines: [
        { productId: 'a', cents: 300 },
        { productId: 'b', cents: 50 },
      ],
    },
    { to: 'credit', lines: [{ productId: 'a', cents: 200 }] },
  ] as const;

  it('of a line is what came less what was given back of it, in any way', () => {
    expect(refundable({ productId: 'a', total: 800 }, refunds)).toBe(300);
    expect(refundable({ productId: 'b', total: 50 }, refunds)).toBe(0);
    expect(refundable({ productId: 'c', total: 70 }, refunds)).toBe(70);
  });

  it('is apart from the sums of what was given', () => {
    expect(refundSums(refunds)).toEqual({ tender: 350, credit: 200 });
    expect(refundSums([])).toEqual({ tender: 0, credit: 0 });
  });
});
