import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { HOLIDAY_MAX_DAYS, type Id, type OwnFarmDto, type StartHoliday } from '#libs/contracts';
import { type ClientSession, DomainError, Jobs, Outbox } from '#libs/platform';
import { FARM, type Farm, holidayOf } from './farm.model.js';
import { FarmChanges, farmChanged, nextFarm } from './farm-changes.js';

const DAY_MS = 86_400_000;

/** What is written together with a holiday; gets the farm as it was. */
type BeforeHoliday = (session: ClientSession, farm: Farm) => Promise<void>;

/**
 * Farms that pause sales until a date. A farm sells again at that moment by the server's clock, with or without the
 * job that runs then: the job only emits the events that refresh open pages.
 */
@Injectable()
export class FarmHolidaysService {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    private readonly changes: FarmChanges,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Starts or changes a holiday, with what `first` writes in the same transaction. Throws `FARM_NOT_FOUND`,
   * `VERSION_CONFLICT`, and `VALIDATION_FAILED` for an end in the past or too far ahead.
   */
  async start(
    id: Id,
    { version, until, message }: Omit<StartHoliday, 'fate'>,
    first: BeforeHoliday,
  ): Promise<OwnFarmDto> {
    const end = new Date(until);
    const duration = end.getTime() - Date.now();
    if (duration <= 0 || duration > HOLIDAY_MAX_DAYS * DAY_MS) {
      const rule = `must be in the future, ${HOLIDAY_MAX_DAYS} days at the most`;
      throw new DomainError('VALIDATION_FAILED', undefined, {
        errors: [{ path: 'until', message: rule }],
      });
    }
    const farm = await this.set(id, version, { until: end, message: message ?? null }, first);
    // Not awaited, so that the farmer does not wait for an unavailable Redis; the sweep covers a job that is missing.
    void this.jobs
      .add(
        'holiday.end',
        {},
        { id: `${id}-${end.getTime()}`, delayMs: Math.max(1, end.getTime() - Date.now()) },
      )
      .catch(() => {});
    return farm;
  }

  /** Ends the holiday, if there is one. Throws `FARM_NOT_FOUND`. */
  end(id: Id): Promise<OwnFarmDto> {
    return this.set(id, null, null, async () => {});
  }

  /** Ends every holiday that is over and emits the events. Returns the number of holidays found. */
  async reopenDue(now = new Date()): Promise<number> {
    const due = await this.farms
      .find({ holiday: { $type: 'object' }, 'holiday.until': { $lte: now } })
      .select({ _id: 1 })
      .lean<Pick<Farm, '_id'>[]>();
    for (const { _id } of due)
      await this.changes.write(_id.toString(), null, async (session, before) => {
        // The farmer may have started another holiday, or another sweep may have ended this one.
        if (!before.holiday || holidayOf(before, now)) return before;
        const after = nextFarm(before, { holiday: null });
        await this.outbox.add(session, ...farmChanged(before, after));
        return after;
      });
    return due.length;
  }

  private set(
    id: Id,
    version: number | null,
    holiday: Farm['holiday'],
    first: BeforeHoliday,
  ): Promise<OwnFarmDto> {
    return this.changes.write(id, version, async (session, before) => {
      if (!holiday && !before.holiday) return before;
      await first(session, before);
      const after = nextFarm(before, { holiday });
      await this.outbox.add(session, ...farmChanged(before, after));
      return after;
    });
  }
}
