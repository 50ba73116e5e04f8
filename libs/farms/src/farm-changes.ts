import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { FarmStatus, Id, OwnFarmDto } from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  decisionConflict,
  draft,
  type EventDraft,
  requireVersion,
  Transactions,
} from '#libs/platform';
import { FARM, type Farm, toFarmDto, toOwnFarmDto } from './farm.model.js';

/** The only way to write a farm: read, check the version, write with the next version, in one transaction. */
@Injectable()
export class FarmChanges {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Writes the farm that `work` returns, unless it is `before` itself; `version` null skips the version check. Throws
   * `FARM_NOT_FOUND`, and `VERSION_CONFLICT`, which for a decision includes both statuses.
   */
  async write(
    id: Id,
    version: number | null,
    work: (session: ClientSession, before: Farm) => Promise<Farm>,
    decision?: FarmStatus,
  ): Promise<OwnFarmDto> {
    const farm = await this.transactions.run(async (session) => {
      const before = await this.farms.findById(id).session(session).lean<Farm>();
      if (!before) throw new DomainError('FARM_NOT_FOUND');
      if (decision && version !== null && before.version !== version)
        throw decisionConflict(before, decision);
      if (version !== null) requireVersion(before.version, version);
      const after = await work(session, before);
      const { _id, listingChecks: _, ...fields } = after;
      if (after !== before) await this.farms.updateOne({ _id }, { $set: fields }, { session });
      return after;
    });
    return toOwnFarmDto(farm);
  }
}

/** The farm with this change and the next version; undefined values are ignored. */
export const nextFarm = (
  before: Farm,
  change: { [Key in keyof Farm]?: Farm[Key] | undefined },
): Farm => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Farm>),
  version: before.version + 1,
});

/** The events of a change: one with the public farm, one with the owner's view. */
export function farmChanged(before: Farm, after: Farm): EventDraft[] {
  const aggregate = { id: after._id, version: after.version };
  const storefront = { farm: toFarmDto(after), wasApproved: before.status === 'approved' };
  return [
    draft('farm.changed', aggregate, storefront),
    draft('own-farm.changed', aggregate, { farm: toOwnFarmDto(after) }),
  ];
}
