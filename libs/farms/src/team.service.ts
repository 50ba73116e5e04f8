import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, MemberRole, OwnFarms, TeamDto, UserDto } from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  farmIdOf,
  Outbox,
  type Principal,
  requireVersion,
  Transactions,
} from '#libs/platform';
import { Memberships, UsersService } from '#libs/users';
import { FARM, type Farm } from './farm.model.js';
import { FARM_INVITATION, type FarmInvitation } from './farm-invitation.model.js';

/** Who works for a farm. */
@Injectable()
export class TeamService {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    @InjectModel(FARM_INVITATION) private readonly invitations: Model<FarmInvitation>,
    private readonly memberships: Memberships,
    private readonly users: UsersService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `FARM_NOT_FOUND` without a farm. */
  get(owner: Principal): Promise<TeamDto> {
    return this.transactions.run(async (session) =>
      this.read(session, await this.farm(session, new Types.ObjectId(farmIdOf(owner)))),
    );
  }

  /** Throws `VERSION_CONFLICT`, `TEAM_MEMBER_NOT_FOUND` and `TEAM_OWNER_FIXED`. */
  setRole(owner: Principal, userId: Id, { role, version }: MemberRole): Promise<TeamDto> {
    return this.change(new Types.ObjectId(farmIdOf(owner)), version, async (session, farm) => {
      const member = await this.member(session, farm, userId);
      if (member.role === role) return;
      if (role !== 'owner') requireNotFounder(farm, userId);
      await this.memberships.setRole(session, new Types.ObjectId(userId), farm._id, role);
    });
  }

  /** Throws `VERSION_CONFLICT`, `TEAM_MEMBER_NOT_FOUND` and `TEAM_OWNER_FIXED`. */
  remove(owner: Principal, userId: Id, version: number): Promise<TeamDto> {
    return this.change(new Types.ObjectId(farmIdOf(owner)), version, async (session, farm) => {
      await this.member(session, farm, userId);
      requireNotFounder(farm, userId);
      await this.memberships.remove(session, new Types.ObjectId(userId), farm._id);
    });
  }

  /** Leaving twice is leaving once. Throws `TEAM_OWNER_FIXED`. */
  async leave({ userId }: Principal, farmId: Id): Promise<UserDto> {
    const { memberships = [] } = await this.users.get(userId);
    if (memberships.some((one) => one.farmId === farmId))
      await this.change(new Types.ObjectId(farmId), null, async (session, farm) => {
        requireNotFounder(farm, userId);
        await this.memberships.remove(session, new Types.ObjectId(userId), farm._id);
      });
    return this.users.get(userId);
  }

  /** The farms that somebody works for, in the order in which they came to them. */
  async farmsOf(principal: Principal): Promise<OwnFarms> {
    const { memberships = [] } = await this.users.get(principal.userId);
    const found = await this.farms
      .find({ _id: { $in: memberships.map(({ farmId }) => new Types.ObjectId(farmId)) } })
      .lean<Farm[]>();
    const names = new Map(found.map(({ _id, name }) => [_id.toString(), name]));
    return {
      farms: memberships.flatMap(({ farmId, role }) => {
        const name = names.get(farmId);
        return name === undefined ? [] : [{ farmId, name, role }];
      }),
    };
  }

  /**
   * The one way to change a team: in a transaction that also counts the team's version, so that two changes conflict;
   * `version` null skips the check. Publishes the new team. Throws `FARM_NOT_FOUND` and `VERSION_CONFLICT`.
   */
  change(
    farmId: Types.ObjectId,
    version: number | null,
    work: (session: ClientSession, farm: Farm) => Promise<void>,
  ): Promise<TeamDto> {
    return this.transactions.run(async (session) => {
      const farm = await this.farm(session, farmId);
      await work(session, farm);
      // After the work, which says better what is wrong with a member or an invitation that is gone.
      if (version !== null) requireVersion(teamVersionOf(farm), version);
      const next = teamVersionOf(farm) + 1;
      await this.farms.updateOne({ _id: farmId }, { $set: { teamVersion: next } }, { session });
      const team = await this.read(session, { ...farm, teamVersion: next });
      const aggregate = { id: `team:${team.farmId}`, version: next };
      await this.outbox.add(session, draft('team.changed', aggregate, { team }));
      return team;
    });
  }

  private async farm(session: ClientSession, id: Types.ObjectId): Promise<Farm> {
    const farm = await this.farms.findById(id).session(session).lean<Farm>();
    if (!farm) throw new DomainError('FARM_NOT_FOUND');
    return farm;
  }

  private async member(session: ClientSession, { _id }: Farm, userId: Id) {
    const team = await this.memberships.team(_id, session);
    const member = team.find(({ user }) => user._id === userId);
    if (!member) throw new DomainError('TEAM_MEMBER_NOT_FOUND');
    return member;
  }

  private async read(session: ClientSession, farm: Farm): Promise<TeamDto> {
    const members = await this.memberships.team(farm._id, session);
    const open = await this.invitations
      .find({ farmId: farm._id, state: 'open' })
      .sort({ _id: 1 })
      .session(session)
      .lean<FarmInvitation[]>();
    return {
      farmId: farm._id.toString(),
      members: members.map(({ user, role, since }) => ({
        userId: user._id,
        name: user.name,
        email: user.email,
        role,
        since: since.toISOString(),
        isFounder: farm.ownerId.toString() === user._id,
      })),
      invitations: open.map(({ _id, role, email, by, expiresAt }) => ({
        _id: _id.toString(),
        role,
        email,
        by,
        expiresAt: expiresAt.toISOString(),
      })),
      version: teamVersionOf(farm),
    };
  }
}

const teamVersionOf = ({ teamVersion = 0 }: Farm): number => teamVersion;

/** Who registered a farm answers for it, so a farm is never without an owner. */
function requireNotFounder({ ownerId }: Farm, userId: Id): void {
  if (ownerId.toString() === userId) throw new DomainError('TEAM_OWNER_FIXED');
}
