import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { type ClientSession, Outbox, Transactions } from '#libs/platform';
import { CALENDAR, type Calendar } from './calendar.model.js';
import { type Ahead, CalendarsService, calendarKey } from './calendars.service.js';
import { SCHEDULE, type Schedule } from './schedule.model.js';
import { SlotChanges } from './slot-changes.js';
import { ownSlotChanged } from './slot-events.js';
import { contentsOf } from './slot-plan.js';

/** Farms whose calendars are read at a time. */
const BATCH = 200;

/** Makes the slots of the days that have come nearer. A second run, or a run after days without one, makes the rest. */
@Injectable()
export class SlotsJob {
  constructor(
    @InjectModel(CALENDAR) private readonly calendars: Model<Calendar>,
    @InjectModel(SCHEDULE) private readonly schedules: Model<Schedule>,
    private readonly reader: CalendarsService,
    private readonly changes: SlotChanges,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the number of slots made. `now` is in milliseconds since 1970. */
  async extend(now = Date.now()): Promise<number> {
    const ahead = this.reader.ahead(now);
    let made = 0;
    let batch: Calendar[] = [];
    do {
      const after = batch.at(-1)?._id;
      batch = await this.calendars
        .find({ madeTo: { $lt: ahead.last }, ...(after && { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<Calendar[]>();
      for (const { _id } of batch)
        made += await this.transactions.run(
          (session) => this.extendOne(session, _id, ahead, now),
          [calendarKey(_id.toString())],
        );
    } while (batch.length === BATCH);
    return made;
  }

  private async extendOne(
    session: ClientSession,
    farmId: Types.ObjectId,
    ahead: Ahead,
    now: number,
  ): Promise<number> {
    const schedules = await this.schedules.find({ farmId }).session(session).lean<Schedule[]>();
    const slots = await this.changes.from(session, { farmId }, ahead.first);
    const made = new Set(slots.map(({ scheduleId, date }) => `${scheduleId} ${date}`));
    const missing = schedules.flatMap((schedule) =>
      contentsOf(schedule, ahead, now)
        .filter(({ date }) => !made.has(`${schedule._id} ${date}`))
        .map((content) => ({
          ...content,
          farmId,
          scheduleId: schedule._id,
          state: 'open' as const,
        })),
    );
    if (missing.length === 0) {
      await this.calendars.updateOne(
        { _id: farmId },
        { $set: { madeTo: ahead.last } },
        { session },
      );
      return 0;
    }
    await this.reader.begin(session, farmId, ahead);
    const added = await this.changes.insert(session, missing);
    const changed = await this.reader.changed(session, farmId, now);
    await this.outbox.add(session, ...added.map(ownSlotChanged), ...changed);
    return added.length;
  }
}
