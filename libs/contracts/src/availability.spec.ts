import { describe, expect, it } from '@jest/globals';
import {
  type AvailabilityQuestion,
  availabilityOf,
  UNAVAILABLE_REASONS,
  unavailableText,
} from './availability.js';
import type { SlotDto } from './schedules.js';

const TIME_ZONE = 'America/New_York';
/** Wednesday, November 18, 2026, 9 PM in New York. */
const NOW = Date.parse('2026-11-19T02:00:00.000Z');
const id = (number: number) => number.toString(16).padStart(24, '0');

const slot = (number: number, changes: Partial<SlotDto> = {}): SlotDto => ({
  _id: id(number),
  scheduleId: id(90),
  farmId: id(80),
  name: 'At the barn',
  method: 'pickup',
  place: 'The barn',
  areas: [],
  date: '2026-11-20',
  startAt: '2026-11-20T21:00:00.000Z',
  endAt: '2026-11-21T00:00:00.000Z',
  cutOffAt: '2026-11-19T15:00:00.000Z',
  left: 5,
  state: 'open',
  version: 1,
  ...changes,
});
const friday = slot(1);
const tuesday = slot(2, {
  date: '2026-11-24',
  startAt: '2026-11-24T21:00:00.000Z',
  endAt: '2026-11-25T00:00:00.000Z',
  cutOffAt: '2026-11-23T01:00:00.000Z',
});

const question = (changes: Partial<AvailabilityQuestion> = {}): AvailabilityQuestion => ({
  now: NOW,
  farm: { name: 'Hollow Creek Farm', maySell: true, holidayUntil: null },
  product: { status: 'live' },
  method: 'pickup',
  calendar: { scheduled: ['pickup'], slots: [tuesday, friday] },
  postalCode: '12534',
  goods: { total: 2_000, minimum: 2_000 },
  stock: { wanted: 2, available: 2 },
  ...changes,
});
const withSlots = (...slots: SlotDto[]) => ({
  calendar: { scheduled: ['pickup' as const], slots },
});

/** What makes each reason apply, alone. */
const causes: Record<(typeof UNAVAILABLE_REASONS)[number], Partial<AvailabilityQuestion>> = {
  farm_suspended: { farm: { name: 'Hollow Creek Farm', maySell: false, holidayUntil: null } },
  not_sold: { product: { status: 'archived' } },
  out_of_season: { product: { status: 'paused' } },
  holiday: {
    farm: { name: 'Hollow Creek Farm', maySell: true, holidayUntil: '2026-12-20T05:00:00.000Z' },
  },
  no_day: withSlots(),
  area: withSlots(slot(3, { areas: ['101', '102'] })),
  cut_off: withSlots({ ...friday, cutOffAt: '2026-11-19T01:00:00.000Z' }),
  full: withSlots({ ...friday, left: 0 }),
  minimum: { goods: { total: 1_500, minimum: 2_000 } },
  stock: { stock: { wanted: 2, available: 1 } },
};

describe('availability', () => {
  it('is the first day that is open, served and free', () => {
    expect(availabilityOf(question())).toEqual({ ok: true, slot: friday });
    expect(availabilityOf(question(withSlots(tuesday, { ...friday, left: 0 })))).toEqual({
      ok: true,
      slot: tuesday,
    });
  });

  it('has no day for a method without a schedule', () => {
    const calendar = { scheduled: ['delivery' as const], slots: [] };
    expect(availabilityOf(question({ calendar }))).toEqual({ ok: true, slot: null });
  });

  it.each(UNAVAILABLE_REASONS)('is refused for one reason alone: %s', (reason) => {
    expect(availabilityOf(question(causes[reason]))).toMatchObject({ ok: false, reason });
  });

  it.each(
    UNAVAILABLE_REASONS.flatMap((first, index) =>
      UNAVAILABLE_REASONS.slice(index + 1).map((second) => [first, second] as const),
    ).filter(
      // two of the same field cannot both apply
      ([first, second]) =>
        !Object.keys(causes[first]).some((field) => Object.hasOwn(causes[second], field)),
    ),
  )('says %s before %s', (first, second) => {
    expect(availabilityOf(question({ ...causes[second], ...causes[first] }))).toMatchObject({
      reason: first,
    });
  });

  it.each<[string, SlotDto[], string]>([
    [
      'area before cut-off',
      [slot(3, { areas: ['101'], cutOffAt: '2026-11-01T00:00:00.000Z' })],
      'area',
    ],
    [
      'cut-off before full',
      [slot(3, { left: 0, cutOffAt: '2026-11-01T00:00:00.000Z' })],
      'cut_off',
    ],
    ['a closed day as none', [slot(3, { state: 'closed' })], 'no_day'],
  ])('says %s', (_title, slots, reason) => {
    expect(availabilityOf(question(withSlots(...slots)))).toMatchObject({ reason });
  });

  it.each<[string, SlotDto, string]>([
    ['is past its cut-off', { ...friday, cutOffAt: '2026-11-19T02:00:00.000Z' }, 'cut_off'],
    ['is full', { ...friday, left: 0 }, 'full'],
    ['is closed', { ...friday, state: 'closed' }, 'no_day'],
    ['is of another method', { ...friday, method: 'delivery' }, 'no_day'],
    ['does not reach the address', { ...friday, areas: ['101'] }, 'area'],
  ])('offers the next day instead of a chosen one that %s', (_title, chosen, reason) => {
    const asked = question({ ...withSlots(chosen, tuesday), slotId: chosen._id });
    expect(availabilityOf(asked)).toMatchObject({ ok: false, reason, next: tuesday });
  });

  it('offers the next day instead of an unknown one', () => {
    expect(availabilityOf(question({ slotId: id(99) }))).toMatchObject({
      reason: 'no_day',
      slot: null,
      next: friday,
    });
  });

  it('takes orders until the moment of the cut-off, and not at it', () => {
    const at = Date.parse(friday.cutOffAt);
    const asked = { ...withSlots(friday), slotId: friday._id };
    expect(availabilityOf(question({ ...asked, now: at - 1 })).ok).toBe(true);
    expect(availabilityOf(question({ ...asked, now: at })).ok).toBe(false);
  });

  it('closes both windows of a day with the same cut-off', () => {
    const second = { ...slot(3), startAt: '2026-11-21T01:00:00.000Z' };
    const now = Date.parse(friday.cutOffAt);
    expect(availabilityOf(question({ ...withSlots(friday, second), now }))).toMatchObject({
      reason: 'cut_off',
    });
  });

  it('has today while its cut-off has not passed', () => {
    const now = Date.parse('2026-11-20T15:00:00.000Z');
    const today = { ...friday, cutOffAt: '2026-11-20T20:00:00.000Z' };
    expect(availabilityOf(question({ ...withSlots(today), now }))).toEqual({
      ok: true,
      slot: today,
    });
  });

  it('counts every area as served while the ZIP code is unknown', () => {
    expect(availabilityOf(question({ ...causes.area, postalCode: null })).ok).toBe(true);
  });
});

describe('the sentence of a refusal', () => {
  const text = (changes: Partial<AvailabilityQuestion>) => {
    const answer = availabilityOf(question(changes));
    if (answer.ok) throw new Error('it is available');
    return unavailableText(answer, { farm: 'Hollow Creek Farm', now: NOW, timeZone: TIME_ZONE });
  };

  it.each<[string, Partial<AvailabilityQuestion>, string]>([
    [
      'a cut-off',
      {
        ...withSlots({ ...friday, cutOffAt: '2026-11-19T01:00:00.000Z' }, tuesday),
        slotId: friday._id,
      },
      'Orders for Friday closed on Wednesday at 8 PM. Next: Tuesday.',
    ],
    [
      'a full day',
      { ...withSlots({ ...friday, left: 0 }, tuesday), slotId: friday._id },
      'Friday is full. Next: Tuesday.',
    ],
    [
      'a closed day',
      { ...withSlots({ ...friday, state: 'closed' }, tuesday), slotId: friday._id },
      'Hollow Creek Farm takes no more orders for Friday. Next: Tuesday.',
    ],
    ['a holiday', causes.holiday, 'Hollow Creek Farm is on holiday until Sunday, December 20.'],
    ['a minimum', causes.minimum, 'Hollow Creek Farm asks for at least $5.00 more.'],
  ])('of %s', (_title, changes, sentence) => {
    expect(text(changes)).toBe(sentence);
  });

  it.each(UNAVAILABLE_REASONS)('is complete for every reason: %s', (reason) => {
    expect(text(causes[reason])).toMatch(/^[A-Z][^{}<>]*\.$/);
  });
});
