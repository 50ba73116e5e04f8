import type { AddSchedule } from '#libs/contracts';

/** A Sunday before all of the demo’s past, from which weeks are counted. */
const FROM = '2026-01-04';

const [SUN, TUE, WED, THU, FRI, SAT] = [0, 2, 3, 4, 5, 6] as const;

type Said = Pick<AddSchedule, 'name' | 'weekdays' | 'window' | 'cutOff' | 'capacity'>;
const rule: Pick<AddSchedule, 'everyWeeks' | 'from' | 'until' | 'exceptions'> = {
  everyWeeks: 1,
  from: FROM,
  until: null,
  exceptions: [],
};
const pickup = (place: string, said: Said): AddSchedule => ({
  ...{ ...rule, method: 'pickup', place, areas: [] },
  ...said,
});
const delivery = (areas: string[], said: Said): AddSchedule => ({
  ...{ ...rule, method: 'delivery', place: null, areas },
  ...said,
});

/** When the demo's farms hand over, by slug; a farm that is absent tells its customers. */
export const demoSchedules: Readonly<Record<string, readonly AddSchedule[]>> = {
  'hollow-creek-farm': [
    pickup('The red barn, 418 Hollow Creek Road, Hillsdale, NY', {
      name: 'Friday at the red barn',
      weekdays: [FRI],
      window: { from: '16:00', to: '19:00' },
      cutOff: { daysBefore: 2, time: '20:00' },
      capacity: 30,
    }),
    delivery([], {
      name: 'Round through the valleys',
      weekdays: [TUE, SAT],
      window: { from: '09:00', to: '13:00' },
      cutOff: { daysBefore: 1, time: '18:00' },
      capacity: 24,
    }),
  ],
  'lantern-glasshouse': [
    delivery([], {
      name: 'Van from the glasshouse',
      weekdays: [TUE, THU, SAT],
      window: { from: '14:00', to: '18:00' },
      cutOff: { daysBefore: 1, time: '20:00' },
      capacity: 16,
    }),
    pickup('The potting shed, 27 Lantern Lane, Litchfield, CT', {
      name: 'Potting shed',
      weekdays: [WED, SAT],
      window: { from: '10:00', to: '12:30' },
      cutOff: { daysBefore: 1, time: '20:00' },
      capacity: 12,
    }),
  ],
  'windfall-orchard': [
    pickup('The cider house, 1921 Orchard Hill Road, Germantown, NY', {
      name: 'Cider house',
      weekdays: [SAT, SUN],
      window: { from: '10:00', to: '15:00' },
      cutOff: { daysBefore: 2, time: '20:00' },
      capacity: 40,
    }),
  ],
  // The dairy drives once a week, and its bakery bakes twice.
  'bluebell-dairy': [
    pickup('The ice house bakery, 9 Bluebell Lane, Bennington, VT', {
      name: 'Bread day at the ice house',
      weekdays: [WED, SAT],
      window: { from: '07:30', to: '11:00' },
      cutOff: { daysBefore: 1, time: '12:00' },
      capacity: 20,
    }),
    delivery(['052', '053', '012', '125', '067'], {
      name: 'Milk round',
      weekdays: [THU],
      window: { from: '06:00', to: '10:00' },
      cutOff: { daysBefore: 2, time: '18:00' },
      capacity: 25,
    }),
  ],
  'dusk-and-spore': [
    delivery(['012', '125', '067', '060'], {
      name: 'Fresh from the mill',
      weekdays: [TUE, FRI],
      window: { from: '11:00', to: '16:00' },
      cutOff: { daysBefore: 0, time: '05:00' },
      capacity: 10,
    }),
  ],
};
