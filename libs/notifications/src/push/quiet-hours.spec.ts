import { describe, expect, it } from '@jest/globals';
import type { QuietHours } from '#libs/contracts';
import { quietUntil } from './quiet-hours.js';

const NIGHT: QuietHours = { from: '21:00', to: '07:00' };
const NOON: QuietHours = { from: '12:00', to: '13:30' };
const end = (quiet: QuietHours | null, now: string, timeZone = 'America/New_York') => {
  const at = quietUntil(quiet, Date.parse(now), timeZone);
  return at === null ? null : new Date(at).toISOString();
};

describe('quiet hours', () => {
  it.each([
    ['before the night', NIGHT, '2026-11-21T01:59:59Z', null],
    ['as the night begins', NIGHT, '2026-11-21T02:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['after midnight', NIGHT, '2026-11-21T08:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['as the night ends', NIGHT, '2026-11-21T12:00:00Z', null],
    ['before noon', NOON, '2026-11-21T16:59:00Z', null],
    ['at noon', NOON, '2026-11-21T17:00:00Z', '2026-11-21T18:30:00.000Z'],
    ['after noon', NOON, '2026-11-21T18:30:00Z', null],
    ['without any', null, '2026-11-21T08:00:00Z', null],
  ])('%s', (_, quiet, now, expected) => {
    expect(end(quiet, now)).toBe(expected);
  });

  it('end by the clock on the wall, also in a night in which clocks change', () => {
    // in New York clocks go back an hour on November 1, 2026
    expect(end(NIGHT, '2026-11-01T02:00:00Z')).toBe('2026-11-01T12:00:00.000Z');
    expect(end(NIGHT, '2026-10-31T02:00:00Z')).toBe('2026-10-31T11:00:00.000Z');
  });

  it('are those of the market’s time zone', () => {
    expect(end(NIGHT, '2026-11-21T08:00:00Z', 'Europe/Berlin')).toBeNull();
  });
});
