import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, dayOf, isTimeZone, startOfDay } from './days.js';
import type { ScheduleRule } from './schedules.js';
import { reminderOf, slotTimesOf } from './slot-times.js';

const NEW_YORK = 'America/New_York';
const rule = (changes: Partial<ScheduleRule> = {}): ScheduleRule => ({
  name: 'Friday at the barn',
  method: 'pickup',
  place: 'The barn',
  weekdays: [5],
  everyWeeks: 1,
  window: { from: '16:00', to: '19:00' },
  cutOff: { daysBefore: 2, time: '20:00' },
  capacity: 40,
  areas: [],
  from: '2026-11-01',
  until: null,
  exceptions: [],
  ...changes,
});
const datesOf = (changes: Partial<ScheduleRule>, first = '2026-11-01', days = 28) =>
  slotTimesOf(rule(changes), { first, days, timeZone: NEW_YORK }).map(({ date }) => date);

describe('the dates of a schedule', () => {
  it.each<[string, Partial<ScheduleRule>, string[]]>([
    ['every week', {}, ['2026-11-06', '2026-11-13', '2026-11-20', '2026-11-27']],
    [
      'every second week from that of the first day',
      { everyWeeks: 2 },
      ['2026-11-06', '2026-11-20'],
    ],
    [
      'every second week from a week before',
      { everyWeeks: 2, from: '2026-10-28' },
      ['2026-11-13', '2026-11-27'],
    ],
    ['every fourth week', { everyWeeks: 4, from: '2026-11-08' }, ['2026-11-13']],
    [
      'two days of a week',
      { weekdays: [2, 5], until: '2026-11-10' },
      ['2026-11-03', '2026-11-06', '2026-11-10'],
    ],
    ['from its first day on', { from: '2026-11-14' }, ['2026-11-20', '2026-11-27']],
    ['to its last day', { until: '2026-11-13' }, ['2026-11-06', '2026-11-13']],
    [
      'without a closed date',
      { exceptions: [{ date: '2026-11-27', window: null }] },
      ['2026-11-06', '2026-11-13', '2026-11-20'],
    ],
    [
      'with an extra date',
      {
        until: '2026-11-13',
        exceptions: [{ date: '2026-11-11', window: { from: '08:00', to: '10:00' } }],
      },
      ['2026-11-06', '2026-11-11', '2026-11-13'],
    ],
    [
      'without an extra date after its last day',
      {
        until: '2026-11-06',
        exceptions: [{ date: '2026-11-11', window: { from: '08:00', to: '10:00' } }],
      },
      ['2026-11-06'],
    ],
  ])('%s', (_title, changes, dates) => {
    expect(datesOf(changes)).toEqual(dates);
  });

  it('counts the weeks over the end of a year', () => {
    expect(datesOf({ everyWeeks: 2, from: '2026-12-20' }, '2026-12-20', 28)).toEqual([
      '2026-12-25',
      '2027-01-08',
    ]);
  });
});

describe('the moments of a slot', () => {
  const one = (changes: Partial<ScheduleRule>, first: string, timeZone = NEW_YORK) =>
    slotTimesOf(rule({ weekdays: [0, 1, 2, 3, 4, 5, 6], from: first, ...changes }), {
      first,
      days: 1,
      timeZone,
    })[0];

  it('has the window and the cut-off of the wall clock in its week', () => {
    expect(one({}, '2026-11-06')).toEqual({
      date: '2026-11-06',
      startAt: '2026-11-06T21:00:00.000Z',
      endAt: '2026-11-07T00:00:00.000Z',
      cutOffAt: '2026-11-05T01:00:00.000Z',
    });
  });

  it.each([
    // Clocks go from 2:00 to 3:00 on March 8.
    ['begins in skipped time', '2026-03-08', '02:15', '02:45', '07:15', '07:45'],
    ['begins in skipped time and ends after it', '2026-03-08', '02:30', '03:00', '07:30', '08:00'],
    ['ends in skipped time', '2026-03-08', '01:30', '02:30', '06:30', '07:30'],
    // Clocks go from 2:00 back to 1:00 on November 1.
    ['is in repeated time', '2026-11-01', '01:15', '01:45', '05:15', '05:45'],
    ['begins in repeated time', '2026-11-01', '01:30', '02:30', '05:30', '07:30'],
    ['ends in repeated time', '2026-11-01', '00:30', '01:30', '04:30', '05:30'],
  ])('%s', (_title, day, from, to, startAt, endAt) => {
    expect(one({ window: { from, to } }, day)).toMatchObject({
      startAt: `${day}T${startAt}:00.000Z`,
      endAt: `${day}T${endAt}:00.000Z`,
    });
  });

  it('begins when a clock in the zone shows its start, on the first day too', () => {
    for (const [zone, startAt] of [
      ['UTC', '16:00'],
      ['Europe/Berlin', '15:00'],
      // by its definition one hour ahead of UTC
      ['Etc/GMT-1', '15:00'],
    ] as const)
      expect([zone, one({}, '2026-11-06', zone)?.startAt]).toEqual([
        zone,
        `2026-11-06T${startAt}:00.000Z`,
      ]);
    // Libraries read these as one hour ahead or behind; the settings refuse them.
    for (const zone of ['UTC+1', 'GMT+1', 'UTC+01:00', '+01:00', '-01:00'])
      expect(isTimeZone(zone)).toBe(false);
  });

  it('closes at the wall-clock time of its cut-off, over a change of clocks', () => {
    // Friday, October 30 is summer time; Sunday, November 1 is not
    expect(one({ cutOff: { daysBefore: 2, time: '20:00' } }, '2026-11-01')?.cutOffAt).toBe(
      '2026-10-31T00:00:00.000Z',
    );
  });

  it('has one cut-off for all windows of a day that close at the same time', () => {
    const cutOff = { daysBefore: 0, time: '09:00' };
    const windows = [
      { from: '08:00', to: '10:00' },
      { from: '16:00', to: '19:00' },
    ];
    const cutOffs = windows.map((window) => one({ window, cutOff }, '2026-11-06')?.cutOffAt);
    expect(cutOffs).toEqual(Array(2).fill('2026-11-06T14:00:00.000Z'));
  });

  const clock = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minutes) =>
      [Math.floor(minutes / 60), minutes % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':'),
    );
  const window = fc
    .uniqueArray(clock, { minLength: 2, maxLength: 2 })
    .map((times) => times.toSorted())
    .map(([from = '', to = '']) => ({ from, to }));
  const clocks = new Map<string, Intl.DateTimeFormat>();
  const wallClock = (moment: string, timeZone: string) => {
    const known =
      clocks.get(timeZone) ??
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    clocks.set(timeZone, known);
    return known.format(new Date(moment));
  };

  it.each([
    NEW_YORK,
    'Europe/Berlin',
    'Australia/Lord_Howe', // clocks change by half an hour
    'America/Santiago', // clocks change at midnight
  ])('is never empty and never doubled in ten years of %s', (timeZone) => {
    const everyDay = Array.from({ length: 3_650 }, (_, add) => addDays('2026-01-01', add));
    // as many of the few days on which clocks change as of all others
    const changeDays = everyDay.filter((day) => {
      const hours =
        Date.parse(startOfDay(addDays(day, 1), timeZone)) - Date.parse(startOfDay(day, timeZone));
      return hours !== 24 * 3_600_000;
    });
    expect(changeDays.length).toBe(20);
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...everyDay), fc.constantFrom(...changeDays)),
        window,
        clock,
        fc.integer({ min: 1, max: 14 }),
        (first, hours, time, daysBefore) => {
          const days = 2;
          const slots = slotTimesOf(
            rule({
              ...{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: first },
              ...{ window: hours, cutOff: { daysBefore, time } },
            }),
            { first, days, timeZone },
          );
          expect(slots.map(({ date }) => date)).toEqual(
            Array.from({ length: days }, (_, index) => addDays(first, index)),
          );
          for (const { date, startAt, endAt, cutOffAt } of slots) {
            expect(Date.parse(startAt)).toBeLessThan(Date.parse(endAt));
            expect(dayOf(startAt, timeZone)).toBe(date);
            expect(Date.parse(cutOffAt)).toBeLessThanOrEqual(Date.parse(endAt));
            // the time on the wall, unless clocks skip it
            const cutDay = addDays(date, -daysBefore);
            const isSaid = (moment: string, day: string, said: string) =>
              (wallClock(moment, timeZone) === said && dayOf(moment, timeZone) === day) ||
              isSkipped(day, said, timeZone);
            expect(isSaid(startAt, date, hours.from)).toBe(true);
            expect(isSaid(endAt, date, hours.to) || isSkipped(date, hours.from, timeZone)).toBe(
              true,
            );
            expect(isSaid(cutOffAt, cutDay, time)).toBe(true);
          }
        },
      ),
    );
  });

  /** Whether no clock in the zone shows this time on this day. */
  function isSkipped(day: string, time: string, timeZone: string): boolean {
    const noon = Date.parse(`${day}T${time}:00.000Z`);
    for (let minutes = -15 * 60; minutes <= 15 * 60; minutes += 15) {
      const moment = new Date(noon + minutes * 60_000).toISOString();
      if (dayOf(moment, timeZone) === day && wallClock(moment, timeZone) === time) return false;
    }
    return true;
  }
});

it('reminds at 6 PM of the market the day before, also when its clocks change', () => {
  expect(reminderOf('2026-11-20', NEW_YORK)).toBe('2026-11-19T23:00:00.000Z');
  expect(reminderOf('2026-11-02', NEW_YORK)).toBe('2026-11-01T23:00:00.000Z');
  expect(reminderOf('2026-11-01', NEW_YORK)).toBe('2026-10-31T22:00:00.000Z');
  expect(reminderOf('2026-01-01', 'Asia/Kathmandu')).toBe('2025-12-31T12:15:00.000Z');
});
