import { describe, expect, it } from '@jest/globals';
import { PROBLEM_REPORT_DAYS, reportRefusal } from './problems.js';

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
