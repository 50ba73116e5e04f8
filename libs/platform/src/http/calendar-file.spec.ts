import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ICAL from 'ical.js';
import type { CalendarEntry } from '#libs/contracts';
import { toCalendar } from './calendar-file.js';

const entry: CalendarEntry = {
  uid: `${'5'.repeat(24)}@parts.farmgate`,
  sequence: 3,
  startAt: '2026-12-04T21:00:00.000Z',
  endAt: '2026-12-05T00:00:00.000Z',
  changedAt: '2026-12-01T10:00:00.000Z',
  title: 'Pick up from Hollow Creek; Barn, "Höfe" \\ Co',
  text: 'Order FG-TEST0000',
  location: 'The barn,\nbehind the house',
  path: '/orders/1',
  isCancelled: false,
};
const SITE = 'https://shop.example';
const parse = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  return { calendar, events: calendar.getAllSubcomponents('vevent') };
};

describe('a calendar file', () => {
  it('has what was put in', () => {
    const { calendar, events } = parse(toCalendar([entry], { site: SITE }));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    const value = (name: string) => events[0]?.getFirstPropertyValue(name)?.toString();
    expect(events).toHaveLength(1);
    expect({
      uid: value('uid'),
      sequence: value('sequence'),
      summary: value('summary'),
      location: value('location'),
      description: value('description'),
      url: value('url'),
      status: value('status'),
      dtstart: value('dtstart'),
      dtend: value('dtend'),
      dtstamp: value('dtstamp'),
    }).toEqual({
      uid: entry.uid,
      sequence: '3',
      summary: entry.title,
      location: entry.location,
      description: entry.text,
      url: `${SITE}/orders/1`,
      status: 'CONFIRMED',
      dtstart: '2026-12-04T21:00:00Z',
      dtend: '2026-12-05T00:00:00Z',
      dtstamp: '2026-12-01T10:00:00Z',
    });
  });

  it('says that a date is cancelled', () => {
    const { events } = parse(toCalendar([{ ...entry, isCancelled: true }], { site: SITE }));
    expect(events[0]?.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('has a name if people subscribe to it', () => {
    const { calendar } = parse(toCalendar([], { site: SITE, name: 'Farmgate: my orders' }));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Farmgate: my orders');
  });

  it('keeps any words, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (typed) => {
        const words = typed.replace(/[^\P{Cc}\n]/gu, '');
        const file = toCalendar([{ ...entry, title: words, location: words }], { site: SITE });
        for (const line of file.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const [event] = parse(file).events;
        expect(event?.getFirstPropertyValue('summary')).toBe(words);
        expect(event?.getFirstPropertyValue('location') ?? '').toBe(words);
      }),
    );
  });
});
