import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type { OrdersFate, ScheduleRule } from '#libs/contracts';
import type { Slot } from './slot.model.js';
import { contentsOf, planEdit } from './slot-plan.js';

const NOW = Date.parse('2026-11-02T12:00:00Z');
const ahead = { first: '2026-11-02', last: '2026-11-29', days: 28, timeZone: 'UTC' };
/** Fridays: November 6, 13, 20 and 27. */
const rule: ScheduleRule = {
  name: 'Friday at the barn',
  method: 'pickup',
  place: 'The barn',
  weekdays: [5],
  everyWeeks: 1,
  window: { from: '16:00', to: '19:00' },
  cutOff: { daysBefore: 2, time: '20:00' },
  capacity: 25,
  areas: [],
  from: '2026-11-01',
  until: null,
  exceptions: [],
};
const [scheduleId, farmId] = [new Types.ObjectId(), new Types.ObjectId()];
/** The slots of the rule; those of these days have as many orders. */
const slotsWith = (taken: Record<string, number> = {}, changes: Partial<Slot> = {}): Slot[] =>
  contentsOf(rule, ahead, NOW).map((content) => ({
    ...content,
    ...{ _id: new Types.ObjectId(), scheduleId, farmId, version: 1 },
    taken: taken[content.date] ?? 0,
    state: 'open',
    ...changes,
  }));
const KEEP: OrdersFate = { orders: 'keep' };
const CANCEL: OrdersFate = { orders: 'cancel', reason: 'The barn is flooded' };

interface Wish {
  before?: ScheduleRule | null;
  slots?: Slot[];
  fate?: OrdersFate;
  now?: number;
}
/** What the edit does, by the days it does it to. */
function edit(changes: Partial<ScheduleRule> | null, wish: Wish = {}) {
  const { before = rule, slots = slotsWith(), fate, now = NOW } = wish;
  const after = changes && { ...rule, ...changes };
  const plan = planEdit({ before, after, slots, ahead, now, fate });
  return Object.fromEntries(
    Object.entries(plan).flatMap(([what, of]: [string, readonly { date: string }[]]) =>
      of.length === 0 ? [] : [[what, of.map(({ date }) => date.slice(-2))]],
    ),
  );
}
const planned = (changes: Partial<ScheduleRule> | null, wish: Wish = {}) => {
  const { before = rule, slots = slotsWith(), fate, now = NOW } = wish;
  const after = changes && { ...rule, ...changes };
  return planEdit({ before, after, slots, ahead, now, fate });
};

describe('an edit of a schedule', () => {
  it('makes every slot of a new one', () => {
    expect(edit({}, { before: null, slots: [] })).toEqual({ add: ['06', '13', '20', '27'] });
  });

  it('changes nothing if the rule is the same', () => {
    expect(edit({})).toEqual({});
    expect(edit({}, { slots: slotsWith({ '2026-11-06': 25 }) })).toEqual({});
  });

  it.each<[string, Partial<ScheduleRule> | null, object]>([
    ['other times', { window: { from: '15:00', to: '18:00' } }, { set: ['06', '13', '20', '27'] }],
    ['a smaller capacity', { capacity: 3 }, { set: ['06', '13', '20', '27'] }],
    [
      'another weekday',
      { weekdays: [6] },
      { add: ['07', '14', '21', '28'], remove: ['06', '13', '20', '27'] },
    ],
    ['a closed date', { exceptions: [{ date: '2026-11-13', window: null }] }, { remove: ['13'] }],
    [
      'an extra date',
      { exceptions: [{ date: '2026-11-10', window: { from: '08:00', to: '09:00' } }] },
      { add: ['10'] },
    ],
    ['an end', { until: '2026-11-15' }, { remove: ['20', '27'] }],
    ['its removal', null, { remove: ['06', '13', '20', '27'] }],
  ])('gives slots without orders %s', (_title, changes, plan) => {
    expect(edit(changes)).toEqual(plan);
  });

  it('keeps a day that the farm has closed closed', () => {
    const slots = slotsWith({}, { state: 'closed' });
    const { set } = planned({ window: { from: '15:00', to: '18:00' } }, { slots });
    expect(set.map(({ state }) => state)).toEqual(Array(4).fill('closed'));
  });

  it('leaves a slot of today that is over as it is, and makes no second one', () => {
    const now = Date.parse('2026-11-06T20:00:00Z');
    const window = { from: '21:00', to: '22:00' };
    expect(edit({ window }, { now })).toEqual({ set: ['13', '20', '27'] });
    expect(edit(null, { now })).toEqual({ remove: ['13', '20', '27'] });
  });
});

describe('an edit of a schedule whose second day has 15 orders', () => {
  const slots = slotsWith({ '2026-11-13': 15 });

  it.each<[string, Partial<ScheduleRule>]>([
    ['its name', { name: 'The barn, Fridays' }],
    ['its cut-off', { cutOff: { daysBefore: 1, time: '12:00' } }],
    ['its capacity to what is taken', { capacity: 15 }],
    ['its capacity to any number', { capacity: null }],
  ])('changes %s without a question', (_title, changes) => {
    expect(edit(changes, { slots })).toEqual({ set: ['06', '13', '20', '27'] });
  });

  it.each<[string, Partial<ScheduleRule> | null]>([
    ['other times', { window: { from: '15:00', to: '18:00' } }],
    ['another place', { place: 'The yard' }],
    ['another method', { method: 'delivery', place: null }],
    ['another weekday', { weekdays: [6] }],
    ['a closed date', { exceptions: [{ date: '2026-11-13', window: null }] }],
    ['a capacity below what is taken', { capacity: 14 }],
    ['its removal', null],
  ])('asks what becomes of them for %s', (_title, changes) => {
    expect(edit(changes, { slots }).undecided).toEqual(['13']);
  });

  it('asks nothing for a change of other days', () => {
    const exceptions = [{ date: '2026-11-20', window: null }];
    expect(edit({ exceptions }, { slots })).toEqual({ remove: ['20'] });
  });

  it('and keeps them: as agreed, full if there are fewer places, closed if the day is gone', () => {
    const day = (changes: Partial<ScheduleRule>) =>
      planned(changes, { slots, fate: KEEP }).set.find(({ date }) => date === '2026-11-13');
    const [, agreed] = slots;
    expect(day({ window: { from: '15:00', to: '18:00' }, capacity: 30 })).toEqual({
      ...agreed,
      capacity: 30,
    });
    expect(day({ capacity: 10 })).toEqual({ ...agreed, capacity: 15 });
    expect(day({ weekdays: [6] })).toEqual({ ...agreed, state: 'closed' });
  });

  it('and cancels them: the day is given up, and made again where the rule has it', () => {
    expect(edit({ weekdays: [6] }, { slots, fate: CANCEL })).toMatchObject({ withdraw: ['13'] });
    const plan = planned({ capacity: 10 }, { slots, fate: CANCEL });
    expect(plan.withdraw).toEqual([slots[1]]);
    expect(plan.add).toEqual([expect.objectContaining({ date: '2026-11-13', capacity: 10 })]);
  });

  it('asks again only when a later edit concerns the day', () => {
    const moved = { ...rule, window: { from: '15:00', to: '18:00' } };
    const { set } = planned(moved, { slots, fate: KEEP });
    const kept = slots.map((slot) => set.find(({ _id }) => _id.equals(slot._id)) ?? slot);
    const again = (changes: Partial<ScheduleRule>) =>
      edit({ ...moved, ...changes }, { before: moved, slots: kept });
    expect(again({ name: 'At three' })).toEqual({ set: ['06', '20', '27'] });
    expect(again({ window: { from: '14:00', to: '17:00' } }).undecided).toEqual(['13']);
    expect(again({ window: rule.window })).toEqual({ set: ['06', '20', '27'] });
  });
});
