import { afterEach, describe, expect, it } from '@jest/globals';
import { setMarketZone } from '../../lib/text/format';
import { fromDateInput, toDateInput } from './date-input';

afterEach(() => setMarketZone());

describe('a date field', () => {
  it.each([
    ['America/New_York', '2026-11-20T14:30', '2026-11-20T19:30:00.000Z'],
    // a few hours before and after a change of the clocks
    ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
    ['America/New_York', '2026-11-01T04:30', '2026-11-01T09:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T00:00', '2026-11-19T10:00:00.000Z'],
  ])('in %s reads %s as %s, and shows it again', (zone, typed, moment) => {
    setMarketZone(zone);
    expect(fromDateInput(typed)).toBe(moment);
    expect(toDateInput(moment)).toBe(typed);
  });

  it('is null without a date', () => {
    expect(fromDateInput('')).toBeNull();
    expect(fromDateInput('2026-13-01T00:00')).toBeNull();
    expect(fromDateInput('2026-02-31T00:00')).toBeNull();
    // after the first digit of the year
    expect(fromDateInput('0002-11-20T14:30')).toBeNull();
    expect(fromDateInput('+012026-11-20T14:30')).toBeNull();
    expect(toDateInput(null)).toBe('');
  });
});
