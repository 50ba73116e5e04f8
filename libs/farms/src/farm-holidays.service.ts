import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { HOLIDAY_MAX_DAYS, type Id, type OwnFarmDto, type StartHoliday } from '#libs/contracts';
import { DomainError, Jobs, Outbox } from '#libs/platform';
import { FARM, type Farm, holidayOf } from './farm.model.js';
import { FarmChanges, farmChanged, nextFarm } from './farm-changes.js';

const DAY_MS = 86_400_000;

/**
 * A farm that pauses itself until a date. By the server's clock it is open again from that moment on; the
 * job that follows only tells those who have its pages on the screen.
 */
@Injectable()
export class FarmHolidaysService {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    private readonly changes: FarmChanges,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** Starts a holiday, or changes it. Throws `FARM_NOT_FOUND`, `VERSION_CONFLICT`, and `VALIDATION_FAILED` for a day out of reach. */
  async start(id: Id, { version, until, message }: StartHoliday): Promise<OwnFarmDto> {
    const end = new Date(until);
    const reach = end.getTime() - Date.now();
    if (reach <= 0 || reach > HOLIDAY_MAX_DAYS * DAY_MS) {
      const said = `must be in the future, ${HOLIDAY_MAX_DAYS} days at the most`;
      throw new DomainError('VALIDATION_FAILED', undefined, {
        errors: [{ path: 'until', message: said }],
      });
    }
    const farm = await this.set(id, version, { until: end, message: message ?? null });
    // Not awaited: where Redis is away, the farmer does not wait for it, and the sweep tells of the end.
    void this.jobs
      .add(
        'holiday.end',
        {},
        { id: `${id}-${end.getTime()}`, delayMs: Math.max(1, end.getTime() - Date.now()) },
      )
      .catch(() => {});
    return farm;
  }

  /** Opens the farm again; one that is open stays as it is. Throws `FARM_NOT_FOUND`. */
  end(id: Id): Promise<OwnFarmDto> {
    return this.set(id, null, null);
  }

  /** Tells of every farm whose holiday is over. Answers how many there were. */
  async reopenDue(now = new Date()): Promise<number> {
    const due = await this.farms
      .find({ holiday: { $type: 'object' }, 'holiday.until': { $lte: now } })
      .select({ _id: 1 })
      .lean<Pick<Farm, '_id'>[]>();
    for (const { _id } of due)
      await this.changes.write(_id.toString(), null, async (session, before) => {
        // The farmer may have gone on holiday again, or another sweep have been faster.
        if (!before.holiday || holidayOf(before, now)) return before;
        const after = nextFarm(before, { holiday: null });
        await this.outbox.add(session, ...farmChanged(before, after));
        return after;
      });
    return due.length;
  }

  private set(id: Id, version: number | null, holiday: Farm['holiday']): Promise<OwnFarmDto> {
    return this.changes.write(id, version, async (session, before) => {
      if (!holiday && !before.holiday) return before;
      const after = nextFarm(before, { holiday });
      await this.outbox.add(session, ...farmChanged(before, after));
      return after;
    });
  }
}
