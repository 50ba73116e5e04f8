import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type DecideFarm,
  type FarmApplicationsPage,
  type FarmApplicationsQuery,
  type FieldError,
  type Id,
  type OwnFarmDto,
  toCents,
  type UpdateFarm,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  newestById,
  Outbox,
  type Principal,
} from '#libs/platform';
import { FARM, type Farm, toOwnFarmDto } from './farm.model.js';
import { FarmChanges, farmChanged, nextFarm } from './farm-changes.js';
import { FarmCovers } from './farm-pictures.js';
import { firstSlug, slugOf } from './slug.js';

/** Edits of farms, their applications to sell, and the admins' decisions. */
@Injectable()
export class FarmApplicationsService {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    private readonly changes: FarmChanges,
    private readonly covers: FarmCovers,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * A farmer's edit of their own farm, in any status. Throws `FARM_NOT_FOUND`, `VERSION_CONFLICT`, `VALIDATION_FAILED`
   * for a cover that the farm did not upload, and `FARM_INCOMPLETE` if an approved farm would lose a required field.
   */
  async update(
    id: Id,
    { version, minimumOrder, cover, ...change }: UpdateFarm,
  ): Promise<OwnFarmDto> {
    return this.changes.write(id, version, async (session, before) => {
      const after = nextFarm(before, {
        ...change,
        cover: await this.covers.take(session, before, cover),
        ...(minimumOrder && {
          minimumOrder: {
            delivery: toCents(minimumOrder.delivery),
            pickup: toCents(minimumOrder.pickup),
          },
        }),
      });
      if (after.status === 'approved') requireComplete(after);
      await this.outbox.add(session, ...farmChanged(before, after));
      return after;
    });
  }

  /**
   * Applies for approval; applying again before the decision changes nothing. Throws
   * `FARM_NOT_FOUND`, `FARM_INCOMPLETE` (with the missing fields) and `FARM_STEP_INVALID`.
   */
  async apply(id: Id): Promise<OwnFarmDto> {
    return this.changes.write(id, null, async (session, before) => {
      if (before.status === 'approved') throw new DomainError('FARM_STEP_INVALID');
      if (before.status === 'pending' && before.appliedAt) return before;
      requireComplete(before);
      const after = nextFarm(before, {
        status: 'pending',
        appliedAt: new Date(),
        decisionReason: null,
      });
      await this.outbox.add(session, ...farmChanged(before, after), applicationChanged(after));
      return after;
    });
  }

  /**
   * Sets an admin's decision, which a later one may reverse. The first approval gives the farm its permanent slug.
   * Throws `FARM_NOT_FOUND`, `VERSION_CONFLICT`, `FARM_INCOMPLETE`, and `FARM_STEP_INVALID` when the farm has not
   * applied or the decision is the current status.
   */
  async decide(actor: Principal, id: Id, decided: DecideFarm): Promise<OwnFarmDto> {
    const { decision, version } = decided;
    const reason = decided.reason ?? null;
    const decide = async (session: ClientSession, before: Farm) => {
      if (before.status === decision || (before.status === 'pending' && !before.appliedAt))
        throw new DomainError('FARM_STEP_INVALID');
      if (decision === 'approved') requireComplete(before);
      const slug =
        decision === 'approved' ? await this.permanentSlug(session, before) : before.slug;
      const after = nextFarm(before, { status: decision, decisionReason: reason, slug });
      await this.audit.add(session, {
        actor,
        action: `farm.${decision}`,
        target: { type: 'farm', id: before._id, name: before.name },
        before: { status: before.status, slug: before.slug },
        after: { status: decision, slug },
        reason,
      });
      await this.outbox.add(session, ...farmChanged(before, after), applicationChanged(after));
      return after;
    };
    return this.changes.write(id, version, decide, decision);
  }

  /** The farms with this status, newest first; pending farms only if they have applied. */
  async list({ status, ...query }: FarmApplicationsQuery): Promise<FarmApplicationsPage> {
    // Seeded farms are approved without an application; admins can refuse them too.
    const filter = status === 'pending' ? { status, appliedAt: { $ne: null } } : { status };
    const { rows, ...page } = await newestById(this.farms, filter, query);
    return { applications: rows.map(toOwnFarmDto), ...page };
  }

  /** Derived from the name at the first approval and never changed afterwards, so that links keep working. */
  private async permanentSlug(session: ClientSession, farm: Farm): Promise<string> {
    if (farm.slug !== firstSlug(farm.ownerId)) return farm.slug;
    const own = farm._id.toString();
    const slug = slugOf(farm.name);
    if (!slug) return `farm-${own}`;
    const taken = await this.farms.exists({ slug, _id: { $ne: farm._id } }).session(session);
    return taken ? `${slug}-${own.slice(-6)}` : slug;
  }
}

/** Throws `FARM_INCOMPLETE` with the fields that selling requires and the farm lacks. */
function requireComplete(farm: Farm): void {
  const missing = (path: string, message: string, present: unknown): FieldError[] =>
    present ? [] : [{ path, message }];
  const errors = [
    ...missing('name', 'A farm needs a name', farm.name),
    ...missing('city', 'Customers want to know where it grows', farm.city),
    ...missing('state', 'Customers want to know where it grows', farm.state),
    ...missing('fulfilment', 'Choose delivery, pickup or both', farm.fulfilment.length),
    ...missing(
      'pickupPlace',
      'Say where customers pick up',
      farm.pickupPlace || !farm.fulfilment.includes('pickup'),
    ),
  ];
  if (errors.length > 0) throw new DomainError('FARM_INCOMPLETE', undefined, { errors });
}

function applicationChanged(farm: Farm): EventDraft {
  return draft(
    'farm.application-changed',
    { id: farm._id, version: farm.version },
    { application: toOwnFarmDto(farm) },
  );
}
