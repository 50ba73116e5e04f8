import { describe, expect, it } from '@jest/globals';
import type { FarmCalendar, SlotDto } from '#libs/contracts';
import { type DaysShown, dayInShort, daysInShort, methodDates, orderBy } from './day-words';

const timeZone = 'America/New_York';
/** Monday, November 30, 2026, noon in New York. */
const NOW = Date.parse('2026-11-30T17:00:00.000Z');
let slots = 0;
function slot(more: Partial<SlotDto> = {}): SlotDto {
  slots += 1;
  return {
    _id: slots.toString(16).padStart(24, '0'),
    scheduleId: 'b'.repeat(24),
    farmId: 'c'.repeat(24),
    name: 'At the barn',
    method: 'pickup',
    place: 'The barn',
    areas: [],
    date: '2026-12-04',
    startAt: '2026-12-04T21:00:00.000Z',
    endAt: '2026-12-05T00:00:00.000Z',
    cutOffAt: '2026-12-03T01:00:00.000Z',
    left: 40,
    state: 'open',
    version: 1,
    ...more,
  };
}
const friday = slot();
const tuesday = slot({
  date: '2026-12-08',
  startAt: '2026-12-08T21:00:00.000Z',
  endAt: '2026-12-09T00:00:00.000Z',
  cutOffAt: '2026-12-07T01:00:00.000Z',
});
const saturday = slot({
  ...{ method: 'delivery', place: null, areas: ['125'], left: null },
  ...{ date: '2026-12-05', startAt: '2026-12-05T14:00:00.000Z' },
  ...{ endAt: '2026-12-05T17:00:00.000Z', cutOffAt: '2026-12-04T01:00:00.000Z' },
});
const full = (one: SlotDto) => ({ ...one, left: 0 });
function shown(
  list: readonly SlotDto[],
  more: Partial<DaysShown> & { scheduled?: FarmCalendar['scheduled'] } = {},
): DaysShown {
  const { scheduled = [...new Set(list.map(({ method }) => method))], ...rest } = more;
  const calendar = { scheduled, slots: [...list] };
  return { calendar, now: NOW, timeZone, postalCode: null, ...rest };
}
const CLOSED = Date.parse('2026-12-20T00:00:00.000Z');

describe('the line of a card', () => {
  it.each<[string, DaysShown, string]>([
    ['a pickup with its window', shown([tuesday, friday]), 'Pickup Fri 4–7 PM'],
    ['a delivery without', shown([saturday]), 'Delivered Sat'],
    ['both', shown([saturday, friday]), 'Pickup Fri 4–7 PM · delivered Sat'],
    ['nothing where the farm tells the day', shown([]), ''],
    ['the next day after a full one', shown([full(friday), tuesday]), 'Pickup Tue, Dec 8, 4–7 PM'],
    [
      'the one way that is possible',
      shown([full(friday), saturday], { postalCode: '12534' }),
      'Delivered Sat',
    ],
    [
      'that it does not deliver there',
      shown([saturday], { postalCode: '10001' }),
      'Does not deliver to 10001',
    ],
    [
      'that it can be picked up where it does not deliver',
      shown([friday, saturday], { postalCode: '10001' }),
      'Pickup Fri 4–7 PM · no delivery to 10001',
    ],
    [
      'until when all is full',
      shown([full(friday), full(tuesday)]),
      'Fully booked until Tue, Dec 8',
    ],
    [
      'that all cut-offs have passed',
      shown([friday], { now: CLOSED }),
      'Orders are closed for now',
    ],
    [
      'that no day is planned',
      shown([], { scheduled: ['pickup'] }),
      'No day in the next four weeks',
    ],
  ])('says %s', (_title, question, line) => {
    expect(daysInShort(question).join(' · ')).toBe(line);
  });

  it('changes at the cut-off', () => {
    const at = (now: number) => daysInShort(shown([friday, tuesday], { now })).join();
    expect(at(Date.parse(friday.cutOffAt) - 1)).toBe('Pickup Fri 4–7 PM');
    expect(at(Date.parse(friday.cutOffAt))).toBe('Pickup Tue 4–7 PM');
  });

  it.each<[string, DaysShown, string, string]>([
    ['the chosen day', shown([friday, tuesday]), '2026-12-08', 'Pickup Tue, Dec 8, 4–7 PM'],
    [
      'that it is full, and the next',
      shown([full(friday), tuesday]),
      '2026-12-04',
      'Friday is full · Next: Tue, Dec 8',
    ],
    ['that it is full', shown([full(friday)]), '2026-12-04', 'Friday is full'],
    [
      'that it has closed, and the next',
      shown([friday, tuesday], { now: Date.parse(friday.cutOffAt) }),
      '2026-12-04',
      'Closed for Friday · Next: Tue',
    ],
    [
      'that it does not deliver there on that day',
      shown([saturday], { postalCode: '10001' }),
      '2026-12-05',
      'Does not deliver to 10001 on Saturday',
    ],
    ['that it was given up', shown([friday]), '2026-12-05', 'Not on Saturday · Next: Fri'],
    ['that the farm has no days any more', shown([]), '2026-12-04', 'Not on Friday'],
  ])('of a list of one day says %s', (_title, question, day, line) => {
    expect(dayInShort(question, day).join(' · ')).toBe(line);
  });
});

describe('the next dates of a farm', () => {
  it('say the place, until when to order, what is left when it is little, and other days', () => {
    const [pickup, delivery] = methodDates(
      shown([{ ...friday, left: 3 }, full(tuesday), saturday]),
    );
    expect(pickup).toEqual({
      method: 'pickup',
      title: 'Pickup Fri 4–7 PM',
      place: 'The barn',
      orderBy: { text: 'Order by Wed 8 PM', isSoon: false },
      left: '3 places left',
      others: ['Tue, Dec 8, 4–7 PM (full)'],
      asksZip: false,
    });
    expect(delivery).toMatchObject({ title: 'Delivered Sat', place: null, left: null });
    expect(delivery?.asksZip).toBe(true);
    expect(methodDates(shown([saturday], { postalCode: '12534' }))[0]?.asksZip).toBe(false);
    expect(methodDates(shown([{ ...friday, left: 1 }]))[0]?.left).toBe('1 place left');
    expect(methodDates(shown([{ ...friday, left: 6 }]))[0]?.left).toBeNull();
  });

  it('say of each method why it is not possible', () => {
    const dates = methodDates(shown([full(friday), saturday], { postalCode: '10001' }));
    expect(dates.map(({ title, orderBy: by }) => [title, by])).toEqual([
      ['Fully booked until Fri', null],
      ['Does not deliver to 10001', null],
    ]);
  });

  it.each([
    [3 * 3_600_000 + 60_001, 'Order by Wed 8 PM', false],
    [3 * 3_600_000, 'closes in 3 h', true],
    [125 * 60_000, 'closes in 2 h 5 min', true],
    [12 * 60_000, 'closes in 12 min', true],
    [11 * 60_000 + 1, 'closes in 12 min', true],
    [1, 'closes in 1 min', true],
  ])('count down the last hours: %d ms before', (before, text, isSoon) => {
    const now = Date.parse(friday.cutOffAt) - before;
    expect(orderBy(friday, now, timeZone)).toEqual({ text, isSoon });
  });
});
