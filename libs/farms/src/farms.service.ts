import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type FarmDto,
  type FarmsPage,
  farmRatingOf,
  type Id,
  movedStars,
  type OwnFarmDto,
  type PageQuery,
  type Stars,
  type UserDto,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  type EventDraft,
  newestById,
  Outbox,
} from '#libs/platform';
import { Memberships, UsersService } from '#libs/users';
import { FARM, type Farm, toFarmDto, toOwnFarmDto } from './farm.model.js';
import { firstSlug } from './slug.js';

/** Fields that a new farm may lack. */
type Optional = 'cover' | 'minimumOrder' | 'pickupDetails' | 'certificates' | 'holiday';
/** The fields of a farm at its creation. */
export type NewFarm = Omit<
  Farm,
  | '_id'
  | 'ownerId'
  | 'appliedAt'
  | 'decisionReason'
  | 'listingChecks'
  | 'stars'
  | 'starsVersion'
  | 'version'
  | Optional
> &
  Partial<Pick<Farm, Optional>>;

/** The farms: their storefronts and whether they may sell. */
@Injectable()
export class FarmsService {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    private readonly users: UsersService,
    private readonly memberships: Memberships,
    private readonly outbox: Outbox,
  ) {}

  /** Inside a transaction. */
  async create(session: ClientSession, ownerId: Types.ObjectId, farm: NewFarm): Promise<Farm> {
    const [created] = await this.farms.create(
      [{ ...farm, _id: new Types.ObjectId(), ownerId, version: 1 }],
      { session },
    );
    if (!created) throw new Error('MongoDB created no farm');
    const plain = created.toObject<Farm>();
    await this.memberships.add(session, ownerId, { farmId: plain._id, role: 'owner' });
    await this.outbox.add(
      session,
      draft(
        'farm.created',
        { id: plain._id, version: 1 },
        { farm: toFarmDto(plain), ownerId: ownerId.toString() },
      ),
    );
    return plain;
  }

  /** Inside a transaction: gives a new farmer a pending farm to fill in. */
  async openFarmOf(
    owner: Pick<UserDto, '_id' | 'role' | 'name'>,
    session: ClientSession,
  ): Promise<void> {
    const ownerId = new Types.ObjectId(owner._id);
    if (owner.role !== 'farmer' || (await this.farms.exists({ ownerId }).session(session))) return;
    await this.create(session, ownerId, {
      slug: firstSlug(ownerId),
      name: `${owner.name}’s farm`,
      tagline: '',
      story: '',
      practices: [],
      certification: null,
      image: '/produce/tractor.svg',
      city: '',
      state: '',
      fulfilment: [],
      pickupPlace: null,
      status: 'pending',
    });
  }

  async list(query: PageQuery): Promise<FarmsPage> {
    const { rows, ...page } = await newestById(this.farms, { status: 'approved' }, query);
    return { farms: rows.map(toFarmDto), ...page };
  }

  /** An approved farm's storefront; throws `FARM_NOT_FOUND`. */
  async bySlug(slug: string): Promise<FarmDto> {
    const farm = await this.farms.findOne({ slug, status: 'approved' }).lean<Farm>();
    if (!farm) throw new DomainError('FARM_NOT_FOUND');
    return toFarmDto(farm);
  }

  /** A farm in any status, as its owner sees it; throws `FARM_NOT_FOUND`. */
  async get(id: Id): Promise<OwnFarmDto> {
    const farm = await this.farms.findById(id).lean<Farm>();
    if (!farm) throw new DomainError('FARM_NOT_FOUND');
    return toOwnFarmDto(farm);
  }

  /**
   * Inside a transaction: the farm, and whether its products may be sold (the farm is approved and its farmer active).
   * Writes to the farm, so that the second of two concurrent transactions conflicts and runs again.
   */
  async toList(
    session: ClientSession,
    id: Types.ObjectId,
  ): Promise<{ farm: Farm; maySell: boolean } | null> {
    const farm = await this.farms
      .findOneAndUpdate({ _id: id }, { $inc: { listingChecks: 1 } }, { session })
      .lean<Farm>();
    if (!farm) return null;
    const owner = await this.users.statusOf(session, farm.ownerId);
    return { farm, maySell: farm.status === 'approved' && owner === 'active' };
  }

  /**
   * Inside a transaction: moves one review `from` one count of stars `to` another; null stands for a review that does
   * not count. Returns the event to emit. Keeps the farm's own version, so that reviews never conflict with edits.
   */
  async countStars(
    session: ClientSession,
    id: Types.ObjectId,
    from: Stars | null,
    to: Stars | null,
  ): Promise<EventDraft[]> {
    const farm = await this.farms.findById(id).session(session).lean<Farm>();
    if (!farm) return [];
    const stars = movedStars(farm.stars, from, to);
    const version = farm.starsVersion + 1;
    await this.farms.updateOne(
      { _id: id },
      { $set: { stars, starsVersion: version } },
      { session },
    );
    return [
      draft(
        'farm.rating-changed',
        { id: `rating:${id}`, version },
        { farmId: id.toString(), rating: farmRatingOf(stars) },
      ),
    ];
  }

  /** The farm that somebody has founded, if any; inside a transaction if one is given. */
  foundedBy(session: ClientSession | null, ownerId: Types.ObjectId): Promise<Farm | null> {
    return this.farms.findOne({ ownerId }).session(session).lean<Farm>().exec();
  }

  async isApproved(id: Id): Promise<boolean> {
    return (await this.farms.exists({ _id: id, status: 'approved' })) !== null;
  }

  /** Those of these farms that are approved, in no order. */
  async approved(ids: readonly Types.ObjectId[]): Promise<FarmDto[]> {
    const found = await this.farms.find({ _id: { $in: ids }, status: 'approved' }).lean<Farm[]>();
    return found.map(toFarmDto);
  }

  /** These farms, in no order; inside a transaction if one is given. */
  async byIds(session: ClientSession | null, ids: readonly Types.ObjectId[]): Promise<Farm[]> {
    return this.farms
      .find({ _id: { $in: ids } })
      .session(session)
      .lean<Farm[]>();
  }
}
