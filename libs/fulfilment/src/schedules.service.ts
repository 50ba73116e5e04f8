import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type AddSchedule,
  type Day,
  type Id,
  MAX_SCHEDULES,
  type OrdersFate,
  type RemoveSchedule,
  type ScheduleDto,
  type ScheduleRule,
  type UpdateSchedule,
} from '#libs/contracts';
import { type ClientSession, DomainError, Outbox, Transactions } from '#libs/platform';
import { CalendarsService, calendarKey } from './calendars.service.js';
import { SCHEDULE, type Schedule, toScheduleDto } from './schedule.model.js';
import { SlotChanges } from './slot-changes.js';
import { scheduleChanged } from './slot-events.js';
import { planEdit } from './slot-plan.js';

/** A change of one schedule; null before it is added and after it is removed. */
interface Edit {
  readonly before: Schedule | null;
  readonly after: Schedule | null;
  readonly fate?: OrdersFate | undefined;
}

/** The schedules of farms. An edit changes the slots of the days ahead in the same transaction. */
@Injectable()
export class SchedulesService {
  constructor(
    @InjectModel(SCHEDULE) private readonly schedules: Model<Schedule>,
    private readonly calendars: CalendarsService,
    private readonly changes: SlotChanges,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** The farm's schedules, oldest first. */
  async list(farmId: Id): Promise<ScheduleDto[]> {
    const found = await this.schedules
      .find({ farmId: new Types.ObjectId(farmId) })
      .sort({ _id: 1 })
      .lean<Schedule[]>();
    return found.map(toScheduleDto);
  }

  /** Throws `SCHEDULE_LIMIT_REACHED`, and `VALIDATION_FAILED` for exceptions in the past. */
  add(farmId: Id, rule: AddSchedule): Promise<ScheduleDto> {
    return this.edit(farmId, async (session, today) => {
      const owner = new Types.ObjectId(farmId);
      const count = await this.schedules.countDocuments({ farmId: owner }).session(session);
      if (count >= MAX_SCHEDULES)
        throw new DomainError(
          'SCHEDULE_LIMIT_REACHED',
          `A farm can have ${MAX_SCHEDULES} schedules`,
        );
      requireFuture(rule, null, today);
      const after: Schedule = { ...rule, _id: new Types.ObjectId(), farmId: owner, version: 1 };
      await this.schedules.insertMany([after], { lean: true, session });
      return { before: null, after };
    });
  }

  /**
   * Throws `SCHEDULE_NOT_FOUND`, `VERSION_CONFLICT`, `SLOT_HAS_ORDERS` (with `SlotsWithOrders`), and
   * `VALIDATION_FAILED` for new exceptions in the past; older ones are dropped.
   */
  update(farmId: Id, id: Id, { version, fate, ...rule }: UpdateSchedule): Promise<ScheduleDto> {
    return this.edit(farmId, async (session, today) => {
      const before = await this.find(session, farmId, id, version);
      requireFuture(rule, before, today);
      const exceptions = rule.exceptions.filter(({ date }) => date >= today);
      const after: Schedule = { ...before, ...rule, exceptions, version: version + 1 };
      const { _id, ...stored } = after;
      await this.schedules.updateOne({ _id }, { $set: stored }, { session });
      return { before, after, fate };
    });
  }

  /** Throws `SCHEDULE_NOT_FOUND`, `VERSION_CONFLICT`, and `SLOT_HAS_ORDERS` (with `SlotsWithOrders`). */
  async remove(farmId: Id, id: Id, { version, fate }: RemoveSchedule): Promise<void> {
    await this.edit(farmId, async (session) => {
      const before = await this.find(session, farmId, id, version);
      await this.schedules.deleteOne({ _id: before._id }, { session });
      return { before, after: null, fate };
    });
  }

  /** Makes a change of one schedule and of its slots. Returns the schedule as it is, or as it was when removed. */
  private edit(
    farmId: Id,
    change: (session: ClientSession, today: Day) => Promise<Edit>,
  ): Promise<ScheduleDto> {
    const owner = new Types.ObjectId(farmId);
    return this.transactions.run(
      async (session) => {
        const now = Date.now();
        const ahead = this.calendars.ahead(now);
        await this.calendars.begin(session, owner, ahead);
        const { before, after, fate } = await change(session, ahead.first);
        const schedule = after ?? before;
        if (!schedule) throw new Error('an edit without a schedule');
        const { _id: scheduleId } = schedule;
        const slots = await this.changes.from(session, { scheduleId }, ahead.first);
        const plan = planEdit({ before, after, slots, ahead, now, fate });
        const made = await this.changes.apply(session, { farmId: owner, scheduleId }, plan, fate);
        const dto = toScheduleDto(after ?? { ...schedule, version: schedule.version + 1 });
        const changed = await this.calendars.changed(session, owner, now);
        await this.outbox.add(session, scheduleChanged(dto, !after), ...made, ...changed);
        return dto;
      },
      [calendarKey(farmId)],
    );
  }

  private async find(
    session: ClientSession,
    farmId: Id,
    id: Id,
    version: number,
  ): Promise<Schedule> {
    const found = await this.schedules
      .findOne({ _id: id, farmId: new Types.ObjectId(farmId) })
      .session(session)
      .lean<Schedule>();
    if (!found) throw new DomainError('SCHEDULE_NOT_FOUND');
    if (found.version !== version)
      throw new DomainError('VERSION_CONFLICT', undefined, { details: { version: found.version } });
    return found;
  }
}

/** Throws `VALIDATION_FAILED` for an exception in the past that the schedule did not have. */
function requireFuture(rule: ScheduleRule, before: ScheduleRule | null, today: Day): void {
  const known = new Set(before?.exceptions.map(({ date }) => date));
  const errors = rule.exceptions.flatMap(({ date }, at) =>
    date >= today || known.has(date)
      ? []
      : [{ path: `exceptions.${at}.date`, message: 'must not be in the past' }],
  );
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', undefined, { errors });
}
