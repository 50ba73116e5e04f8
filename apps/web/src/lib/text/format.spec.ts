import { afterEach, expect, it } from '@jest/globals';
import { TOTAL_MAX } from '#libs/contracts';
import { csvFile } from '../browser/export';
import {
  amountOf,
  changeOf,
  countOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDay,
  formatMonth,
  formatTime,
  marketPlace,
  marketZone,
  setMarketZone,
} from './format';

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

it.each([
  [0, '0 orders'],
  [1, '1 order'],
  [TOTAL_MAX, '1000 orders'],
  [TOTAL_MAX + 1, 'More than 1,000 orders'],
])('formats a total of %i as %j', (total, text) => {
  expect(countOf(total, 'order', 'orders')).toBe(text);
});

it('formats a total above the maximum for the middle of a sentence', () => {
  expect(amountOf(12)).toBe('12');
  expect(amountOf(TOTAL_MAX + 1)).toBe('more than 1,000');
});

it.each([
  [112, 100, '+12%'],
  [50, 100, '−50%'],
  [100, 100, '±0%'],
  [100, 0, null],
])('compares %i with %i', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

it('writes a table as CSV, with a byte order mark and without formulas', async () => {
  const file = await csvFile(
    ['farm', 'sales'],
    [
      ['=1+1', 2.5],
      ['Oak, Ash; Zoë', -3],
    ],
  );
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });
  expect(Buffer.from(bytes).toString('utf8')).toBe(
    '\uFEFFfarm,sales\r\n\'=1+1,2.5\r\n"Oak, Ash; Zoë",-3\r\n',
  );
});
