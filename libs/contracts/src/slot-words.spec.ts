import { describe, expect, it } from '@jest/globals';
import {
  clockText,
  cutOffText,
  dateName,
  dayName,
  shortSlotText,
  slotText,
  windowText,
} from './slot-words.js';

const TIME_ZONE = 'America/New_York';
/** Monday, November 30, 2026, 9 PM in New York; Tuesday in UTC. */
const NOW = Date.parse('2026-12-01T02:00:00.000Z');
const friday = {
  startAt: '2026-12-04T21:00:00.000Z',
  endAt: '2026-12-05T00:00:00.000Z',
  cutOffAt: '2026-12-03T01:00:00.000Z',
};
const afterTwoWeeks = {
  startAt: '2026-12-18T16:00:00.000Z',
  endAt: '2026-12-18T18:00:00.000Z',
  cutOffAt: '2026-12-17T01:30:00.000Z',
};

describe('the words of a slot', () => {
  it('have minutes only if there are any', () => {
    expect(clockText('2026-11-19T21:30:00.000Z', TIME_ZONE)).toBe('4:30 PM');
    expect(clockText('2026-11-19T21:00:00.000Z', TIME_ZONE)).toBe('4 PM');
  });

  it.each([
    ['4–7 PM', '21:00', '24:00'],
    ['11 AM–1 PM', '16:00', '18:00'],
    ['12–1:30 PM', '17:00', '18:30'],
    ['9:30–11 AM', '14:30', '16:00'],
  ])('say a window as %s', (text, from, to) => {
    const window = { startAt: `2026-12-04T${from}:00.000Z`, endAt: `2026-12-04T${to}:00.000Z` };
    expect(windowText(window, TIME_ZONE)).toBe(text);
  });

  it('are those of the market’s time zone', () => {
    expect(slotText(friday, NOW, TIME_ZONE)).toBe('Friday, December 4, 4–7 PM');
    expect(slotText(friday, NOW, 'Pacific/Auckland')).toBe('Saturday, December 5, 10 AM–1 PM');
  });

  it('have the date if the weekday does not say which day is meant', () => {
    expect(dayName(friday.startAt, NOW, TIME_ZONE)).toBe('Friday');
    expect(dayName(afterTwoWeeks.startAt, NOW, TIME_ZONE)).toBe('Friday, December 18');
    expect(dayName('2026-12-06T17:00:00.000Z', NOW, TIME_ZONE)).toBe('Sunday');
    expect(dayName('2026-12-07T17:00:00.000Z', NOW, TIME_ZONE)).toBe('Monday, December 7');
    expect(shortSlotText(friday, NOW, TIME_ZONE)).toBe('Fri 4–7 PM');
    expect(shortSlotText(afterTwoWeeks, NOW, TIME_ZONE)).toBe('Fri, Dec 18, 11 AM–1 PM');
    expect(cutOffText(friday, NOW, TIME_ZONE)).toBe('Wednesday at 8 PM');
    expect(cutOffText(afterTwoWeeks, NOW, TIME_ZONE)).toBe('Wednesday, December 16 at 8:30 PM');
  });

  it('have the year if the date does not say which day is meant', () => {
    const nextYear = '2027-01-02T17:00:00.000Z';
    expect(dateName(nextYear, NOW, TIME_ZONE)).toBe('Saturday, January 2');
    expect(dateName(nextYear, Date.parse('2027-11-01'), TIME_ZONE)).toBe(
      'Saturday, January 2, 2027',
    );
  });
});
