import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  countDays,
  DAYS,
  dayOf,
  daySchema,
  enteredMomentSchema,
  isTimeZone,
  localTime,
  startOfDay,
  weekdayOf,
} from './days.js';

const NEW_YORK = 'America/New_York';
const HOUR_MS = 3_600_000;

describe('the day of a moment', () => {
  it.each([
    ['2026-11-22T04:29:59.999Z', NEW_YORK, '2026-11-21', 23],
    ['2026-11-22T04:59:59.999Z', NEW_YORK, '2026-11-21', 23],
    ['2026-11-22T05:00:00.000Z', NEW_YORK, '2026-11-22', 0],
    // summer time
    ['2026-07-02T03:30:00.000Z', NEW_YORK, '2026-07-01', 23],
    ['2026-07-02T04:00:00.000Z', NEW_YORK, '2026-07-02', 0],
    // clocks go from 2:00 to 3:00 on March 8, and from 2:00 back to 1:00 on November 1
    ['2026-03-08T06:59:00.000Z', NEW_YORK, '2026-03-08', 1],
    ['2026-03-08T07:00:00.000Z', NEW_YORK, '2026-03-08', 3],
    ['2026-11-01T05:30:00.000Z', NEW_YORK, '2026-11-01', 1],
    ['2026-11-01T06:30:00.000Z', NEW_YORK, '2026-11-01', 1],
    ['2026-11-21T23:59:59.999Z', 'UTC', '2026-11-21', 23],
    ['2026-11-21T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-22', 0],
    ['2026-11-21T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-22', 0],
  ])('%s in %s is %s at %i', (moment, timeZone, day, hour) => {
    expect(localTime(moment, timeZone)).toEqual({ day, hour });
    expect(localTime(Date.parse(moment), timeZone)).toEqual({ day, hour });
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-11-21', NEW_YORK, '2026-11-21T05:00:00.000Z'],
    // days of 23 and of 25 hours
    ['2026-03-08', NEW_YORK, '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', NEW_YORK, '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', NEW_YORK, '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', NEW_YORK, '2026-11-02T05:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    ['2026-11-21', 'Etc/GMT+12', '2026-11-21T12:00:00.000Z'],
    // This day began at 1:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // This time zone skipped the day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, moment) => {
    expect(startOfDay(day, timeZone)).toBe(moment);
  });

  it('puts every moment into exactly one day, in every time zone', () => {
    const hours = fc.integer({ min: 0, max: 24 * 366 * 2 });
    const zones = fc.constantFrom(NEW_YORK, 'Europe/Lisbon', 'Africa/Cairo', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(hours, zones, (hour, timeZone) => {
        const moment = new Date(Date.parse('2026-01-01') + hour * HOUR_MS).toISOString();
        const day = dayOf(moment, timeZone);
        expect(startOfDay(day, timeZone) <= moment).toBe(true);
        expect(startOfDay(addDays(day, 1), timeZone) > moment).toBe(true);
      }),
    );
  });
});

it('days of the calendar are counted without a clock', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-03-09', -1)).toBe('2026-03-08');
  expect(countDays('2026-03-07', '2026-03-09')).toBe(3);
  expect(weekdayOf('2026-11-22')).toBe(0);
});

it('names of time zones are known, others are not', () => {
  expect(['America/New_York', 'UTC', 'Mars/Base', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('a day or moment that a person enters', () => {
  it.each(['0002-11-20', '1999-12-31', '2100-01-01', '9999-12-31'])('is not %s', (day) => {
    const messages = [daySchema.safeParse(day), enteredMomentSchema.safeParse(`${day}T12:00:00Z`)]
      .flatMap(({ error }) => error?.issues ?? [])
      .map(({ message }) => message);
    const outside = 'must be a date from 2000 to 2099';
    // on the edge of the range, a moment may be the day before or after in another time zone
    const isEdge = day === '1999-12-31' || day === '2100-01-01';
    expect(messages).toEqual(isEdge ? [outside] : [outside, outside]);
  });

  it.each(['12026-11-20', '2026-02-31', 'soon', ''])('%j is refused with one message', (day) => {
    expect(daySchema.safeParse(day).error?.issues).toHaveLength(1);
  });

  it.each([NEW_YORK, 'Pacific/Kiritimati', 'Etc/GMT+12'])('fits a filter in %s', (timeZone) => {
    const moments = [startOfDay(DAYS.first, timeZone), startOfDay(addDays(DAYS.last, 1), timeZone)];
    expect(moments.every((moment) => enteredMomentSchema.safeParse(moment).success)).toBe(true);
  });
});
