import { describe, expect, it } from '@jest/globals';
import type { NotificationDto } from '#libs/contracts';
import { byDay } from './inbox';

const entryAt = (createdAt: string) => ({ createdAt }) as NotificationDto;

/** The name of the day of an entry, read at `now`. */
const nameOf = (createdAt: string, now: string, timeZone: string) =>
  byDay([entryAt(createdAt)], Date.parse(now), timeZone)[0]?.[0];

describe('the day of a notification where clocks change', () => {
  it.each([
    // New York, March 8, 2026: 2:00 becomes 3:00, the day has 23 hours
    ['America/New_York', '2026-03-08T04:30:00Z', '2026-03-09T04:10:00Z', 'March 7, 2026'],
    ['America/New_York', '2026-03-08T05:10:00Z', '2026-03-09T04:10:00Z', 'Yesterday'],
    ['America/New_York', '2026-03-08T04:30:00Z', '2026-03-08T16:00:00Z', 'Yesterday'],
    // November 1, 2026: 2:00 becomes 1:00, the day has 25 hours
    ['America/New_York', '2026-10-31T20:00:00Z', '2026-11-02T04:30:00Z', 'Yesterday'],
    ['America/New_York', '2026-11-01T04:10:00Z', '2026-11-02T04:50:00Z', 'Today'],
    ['America/New_York', '2026-11-01T04:10:00Z', '2026-11-02T05:10:00Z', 'Yesterday'],
    // Berlin, March 29 and October 25, 2026
    ['Europe/Berlin', '2026-03-28T22:30:00Z', '2026-03-29T22:10:00Z', 'March 28, 2026'],
    ['Europe/Berlin', '2026-03-28T23:10:00Z', '2026-03-29T22:10:00Z', 'Yesterday'],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T22:30:00Z', 'Yesterday'],
    ['Europe/Berlin', '2026-10-24T22:10:00Z', '2026-10-25T22:50:00Z', 'Today'],
    ['Europe/Berlin', '2026-10-24T22:10:00Z', '2026-10-25T23:10:00Z', 'Yesterday'],
  ])('in %s, of %s at %s, is %s', (timeZone, createdAt, now, name) => {
    expect(nameOf(createdAt, now, timeZone)).toBe(name);
  });
});

it('keeps the order of days and entries', () => {
  const entries = ['2026-11-20T15:00:00Z', '2026-11-20T14:00:00Z', '2026-11-18T14:00:00Z'].map(
    entryAt,
  );
  expect(byDay(entries, Date.parse('2026-11-20T16:00:00Z'), 'America/New_York')).toEqual([
    ['Today', entries.slice(0, 2)],
    ['November 18, 2026', entries.slice(2)],
  ]);
});
