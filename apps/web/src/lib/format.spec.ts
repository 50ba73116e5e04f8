import { afterEach, expect, it } from '@jest/globals';
import { formatDate, formatDateTime, formatTime, marketZone, setMarketZone } from './format';
import { formatDay, formatLongDay, formatMonth } from './format-day';
import { marketPlace } from './market-zone';

const DEVICE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A market whose clock is never the device's: at this moment it is the next day there. */
const FAR = 'Pacific/Kiritimati';
const EVENING = '2026-11-20T20:02:00.000Z';

afterEach(() => setMarketZone());

it('shows dates and times in the zone of the market, and names it where the device has another', () => {
  setMarketZone(FAR);
  expect(marketZone()).toBe(FAR);
  expect(marketPlace()).toBe('Kiritimati');
  expect(formatDate(EVENING)).toBe('November 21, 2026');
  expect(formatTime(EVENING)).toBe('10:02 AM GMT+14');
  expect(formatDateTime(EVENING)).toBe('November 21, 2026, 10:02 AM GMT+14');
  setMarketZone('America/New_York');
  expect(formatDateTime(EVENING)).toBe('November 20, 2026, 3:02 PM EST');
});

it('shows them in the zone of the device until the market is known, and does not name it', () => {
  expect(marketZone()).toBe(DEVICE);
  expect(formatTime(EVENING)).toMatch(/^\d+:\d\d [AP]M$/);
  setMarketZone(DEVICE);
  expect(formatTime(EVENING)).toMatch(/^\d+:\d\d [AP]M$/);
});

it('shows a day of the calendar as it is, wherever the market is', () => {
  setMarketZone(FAR);
  expect(formatDay('2026-11-20')).toBe('Nov 20');
  expect(formatLongDay('2026-11-20')).toBe('November 20, 2026');
});

it('shows a dash for what is no date, instead of throwing', () => {
  for (const text of ['', '2026-02-99', 'soon'])
    expect(
      [formatDay, formatLongDay, formatMonth, formatDate, formatTime].map((f) => f(text)),
    ).toEqual(Array.from({ length: 5 }, () => '–'));
});
