import { type AddSchedule, dayOf, type SlotDto } from '../libs/contracts/src/index.js';
import type { Call } from './api.js';

const MINUTE_MS = 60_000;

/** A pickup at the farm on every day, for any number of orders. */
export const DAILY: AddSchedule = {
  name: 'Every day at the gate',
  method: 'pickup',
  place: 'The gate',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  everyWeeks: 1,
  window: { from: '17:10', to: '17:50' },
  cutOff: { daysBefore: 0, time: '17:00' },
  capacity: null,
  areas: [],
  from: '2026-01-01',
  until: null,
  exceptions: [],
};

/** The schedules that a test adds to the demo farm, until it removes them: other tests buy from it, too. */
export class TestSchedules {
  private readonly added: string[] = [];

  private constructor(
    private readonly call: Call,
    readonly farmId: string,
    /** The market's time zone. */
    readonly timeZone: string,
  ) {}

  static async of(call: Call, farmSlug: string): Promise<TestSchedules> {
    const { timeZone } = await call('customer', 'GET', '/settings/public');
    const { _id } = await call('customer', 'GET', `/farms/${farmSlug}`);
    return new TestSchedules(call, _id, timeZone);
  }

  /** Returns the slots of the new schedule. */
  async add(rule: Partial<AddSchedule>): Promise<SlotDto[]> {
    const { _id } = await this.call('farmer', 'POST', '/schedules', { ...DAILY, ...rule });
    this.added.push(_id);
    const { calendars } = await this.call('customer', 'GET', `/calendars?farms=${this.farmId}`);
    return calendars.flatMap(({ slots }) => slots).filter(({ scheduleId }) => scheduleId === _id);
  }

  /** Adds a pickup of today that closes at the next full minute that is at least one away. */
  async addClosing(place: string): Promise<SlotDto> {
    const { timeZone } = this;
    const cutOffAt = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const clock = { timeZone, hour: '2-digit', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat('en-GB', clock).format(cutOffAt);
    const date = dayOf(cutOffAt, timeZone);
    const window = { from: '00:00', to: '23:59' };
    const cutOff = { daysBefore: 0, time };
    const [slot] = await this.add({ place, window, cutOff, from: date, until: date });
    if (slot?.cutOffAt !== new Date(cutOffAt).toISOString())
      throw new Error(`no slot closes at ${time}`);
    return slot;
  }

  /** Adds a delivery of today, for everywhere; open until the day ends. */
  async addRoundOfToday(): Promise<SlotDto> {
    const date = dayOf(Date.now(), this.timeZone);
    const [slot] = await this.add({
      ...{ name: 'Round of the day', method: 'delivery', place: null, from: date, until: date },
      ...{ window: { from: '00:00', to: '23:59' }, cutOff: { daysBefore: 0, time: '23:59' } },
    });
    if (!slot) throw new Error('the day is over');
    return slot;
  }

  async remove(): Promise<void> {
    for (const id of this.added.splice(0)) {
      const { schedules } = await this.call('farmer', 'GET', '/schedules/mine');
      const { version } = schedules.find(({ _id }) => _id === id) ?? { version: 0 };
      const fate = { orders: 'cancel', reason: 'The test is over.' };
      await this.call('farmer', 'POST', `/schedules/${id}/remove`, { version, fate });
    }
  }
}
