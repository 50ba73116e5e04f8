import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { addDays, type Day, dayOf, type FarmCalendar, type Id, SLOT_DAYS } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  type ClientSession,
  type EventDraft,
  PLATFORM_CONFIG,
  type PlatformConfig,
} from '#libs/platform';
import { CALENDAR, type Calendar } from './calendar.model.js';
import { SCHEDULE, type Schedule } from './schedule.model.js';
import { SLOT, type Slot, soonestFirst, toSlotDto } from './slot.model.js';
import { calendarChanged } from './slot-events.js';

/** The days from today on for which slots are made. */
export interface Ahead {
  /** Today in the market's time zone. */
  readonly first: Day;
  readonly last: Day;
  readonly days: number;
  readonly timeZone: string;
}

/** The key under which edits of a farm's schedules run one at a time in this process. */
export const calendarKey = (farmId: Id): string => `calendar:${farmId}`;

/** The days of farms, as shoppers see them. */
@Injectable()
export class CalendarsService {
  constructor(
    @InjectModel(CALENDAR) private readonly calendars: Model<Calendar>,
    @InjectModel(SCHEDULE) private readonly schedules: Model<Schedule>,
    @InjectModel(SLOT) private readonly slots: Model<Slot>,
    private readonly farms: FarmsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  get timeZone(): string {
    return this.config.MARKET_TIME_ZONE;
  }

  ahead(now: number): Ahead {
    const first = dayOf(now, this.timeZone);
    const last = addDays(first, SLOT_DAYS - 1);
    return { first, last, days: SLOT_DAYS, timeZone: this.timeZone };
  }

  /** The calendars of those of these farms that are approved. */
  async list(farmIds: readonly Id[]): Promise<FarmCalendar[]> {
    const approved = await this.farms.approved(farmIds.map((id) => new Types.ObjectId(id)));
    return this.read(
      approved.map(({ _id }) => new Types.ObjectId(_id)),
      Date.now(),
    );
  }

  /**
   * The calendars of these farms. Without a transaction the version may be older than the slots, and never newer, so
   * that no page ignores an event that it lacks.
   */
  async read(
    farmIds: readonly Types.ObjectId[],
    now: number,
    session: ClientSession | null = null,
  ): Promise<FarmCalendar[]> {
    const versions = await this.calendars
      .find({ _id: { $in: farmIds } })
      .session(session)
      .lean<Calendar[]>();
    // An order of farms that never had a schedule needs no more reads.
    if (versions.length === 0)
      return farmIds.map((id) => {
        return { farmId: id.toString(), scheduled: [], slots: [], version: 0 };
      });
    const ofFarms = { farmId: { $in: versions.map(({ _id }) => _id) } };
    const schedules = await this.schedules
      .find(ofFarms, { farmId: 1, method: 1 })
      .session(session)
      .lean<Pick<Schedule, 'farmId' | 'method'>[]>();
    const slots = await this.slots
      .find({ ...ofFarms, state: 'open', endAt: { $gt: new Date(now) } })
      .session(session)
      .lean<Slot[]>();
    return farmIds.map((id) => ({
      farmId: id.toString(),
      scheduled: [
        ...new Set(schedules.filter(({ farmId }) => farmId.equals(id)).map(({ method }) => method)),
      ].toSorted(),
      slots: slots
        .filter(({ farmId }) => farmId.equals(id))
        .toSorted(soonestFirst)
        .map(toSlotDto),
      version: versions.find(({ _id }) => _id.equals(id))?.version ?? 0,
    }));
  }

  /** Inside a transaction, at the beginning of every edit: the second of two edits conflicts and runs again. */
  async begin(session: ClientSession, _id: Types.ObjectId, { last }: Ahead): Promise<void> {
    await this.calendars.updateOne(
      { _id },
      { $set: { madeTo: last }, $inc: { version: 1 } },
      { session, upsert: true },
    );
  }

  /** Inside a transaction, after slots that shoppers did not see were opened: the event with the calendar as it is now. */
  async opened(session: ClientSession, _id: Types.ObjectId): Promise<EventDraft[]> {
    await this.calendars.updateOne({ _id }, { $inc: { version: 1 } }, { session });
    return this.changed(session, _id, Date.now());
  }

  /** Inside a transaction, at the end of every edit: the event with the calendar as it is now. */
  async changed(
    session: ClientSession,
    farmId: Types.ObjectId,
    now: number,
  ): Promise<EventDraft[]> {
    const isPublic = await this.isPublic(session, farmId);
    const calendars = await this.read([farmId], now, session);
    return calendars.map((calendar) => calendarChanged(calendar, isPublic));
  }

  /** Inside a transaction: whether everybody may see the farm's days. */
  async isPublic(session: ClientSession, farmId: Types.ObjectId): Promise<boolean> {
    const [farm] = await this.farms.byIds(session, [farmId]);
    return farm?.status === 'approved';
  }
}
