import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Id,
  INVITATION_DAYS,
  type Invite,
  type InvitedDto,
  MAX_TEAM,
  type OpenInvitation,
  type TeamDto,
  type UserDto,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  farmIdOf,
  invitationPath,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  publicUrl,
  readInvitationToken,
} from '#libs/platform';
import { Memberships, UsersService } from '#libs/users';
import { FARM, type Farm } from './farm.model.js';
import { FARM_INVITATION, type FarmInvitation } from './farm-invitation.model.js';
import { TeamService } from './team.service.js';

const DAY_MS = 86_400_000;
const expiry = () => new Date(Date.now() + INVITATION_DAYS * DAY_MS);

/** Invitations to work for a farm: links that work once, mailed or shown as a QR code. */
@Injectable()
export class TeamInvitations {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    @InjectModel(FARM_INVITATION) private readonly invitations: Model<FarmInvitation>,
    private readonly teams: TeamService,
    private readonly memberships: Memberships,
    private readonly users: UsersService,
    private readonly outbox: Outbox,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /**
   * Throws `VERSION_CONFLICT`, `TEAM_LIMIT_REACHED`, and for a mailed one `FARM_NOT_APPROVED`, `TEAM_MEMBER_EXISTS` for
   * the address of a member, oneself included, and `INVITATION_EXISTS` for one that is invited.
   */
  async invite(owner: Principal, { role, email, version }: Invite): Promise<InvitedDto> {
    const farmId = new Types.ObjectId(farmIdOf(owner));
    const _id = new Types.ObjectId();
    const team = await this.teams.change(farmId, version, async (session, farm) => {
      const members = await this.memberships.team(farmId, session);
      const open = await this.open(session, farmId);
      if (email !== undefined) {
        // The market has looked at who makes it write to strangers.
        if (farm.status !== 'approved') throw new DomainError('FARM_NOT_APPROVED');
        if (members.some(({ user }) => user.email === email))
          throw new DomainError('TEAM_MEMBER_EXISTS');
        if (open.some((one) => one.email === email && one.expiresAt > new Date()))
          throw new DomainError('INVITATION_EXISTS');
      }
      if (members.length + open.length >= MAX_TEAM) throw new DomainError('TEAM_LIMIT_REACHED');
      const invitation: FarmInvitation = {
        ...{ _id, farmId, role, email: email ?? null, by: owner.name, number: 1 },
        ...{ state: 'open', acceptedBy: null, createdAt: new Date(), expiresAt: expiry() },
      };
      await this.invitations.insertMany([invitation], { session });
      await this.mail(session, farm, invitation);
    });
    return this.withLink(team, { id: _id.toString(), number: 1 });
  }

  /**
   * Another link, which ends the earlier one, for as long as a new invitation; mailed again if it was mailed. Throws
   * `VERSION_CONFLICT` and `INVITATION_NOT_FOUND`.
   */
  async resend(owner: Principal, id: Id, version: number): Promise<InvitedDto> {
    const farmId = new Types.ObjectId(farmIdOf(owner));
    let number = 0;
    const team = await this.teams.change(farmId, version, async (session, farm) => {
      const before = await this.ofFarm(session, farmId, id);
      number = before.number + 1;
      const change = { number, by: owner.name, expiresAt: expiry() };
      await this.invitations.updateOne({ _id: before._id }, { $set: change }, { session });
      await this.mail(session, farm, { ...before, ...change });
    });
    return this.withLink(team, { id, number });
  }

  /** Throws `VERSION_CONFLICT` and `INVITATION_NOT_FOUND`. */
  cancel(owner: Principal, id: Id, version: number): Promise<TeamDto> {
    const farmId = new Types.ObjectId(farmIdOf(owner));
    return this.teams.change(farmId, version, async (session) => {
      const { _id } = await this.ofFarm(session, farmId, id);
      await this.invitations.updateOne({ _id }, { $set: { state: 'cancelled' } }, { session });
    });
  }

  /** Throws `INVITATION_NOT_FOUND`, also for a cancelled one, `INVITATION_USED` and `INVITATION_EXPIRED`. */
  async look(token: string): Promise<OpenInvitation> {
    const { farmId, role, by, expiresAt } = await this.valid(null, token, null);
    const farm = await this.farms.findById(farmId).lean<Farm>();
    if (!farm) throw new DomainError('INVITATION_NOT_FOUND');
    return { farmName: farm.name, role, by, expiresAt: expiresAt.toISOString() };
  }

  /**
   * The caller works for the farm, and acts for it from now on; accepting twice is accepting once. Throws what
   * {@link look} throws, `INVITATION_NOT_ALLOWED` for admins, and `TEAM_MEMBER_EXISTS` for those of the team.
   */
  async accept(token: string, { userId, role }: Principal): Promise<UserDto> {
    if (role === 'admin') throw new DomainError('INVITATION_NOT_ALLOWED');
    const id = new Types.ObjectId(userId);
    const { farmId, acceptedBy } = await this.valid(null, token, id);
    if (!acceptedBy?.equals(id))
      await this.teams.change(farmId, null, async (session) => {
        // Read again, because another may have come meanwhile.
        const invitation = await this.valid(session, token, id);
        if (invitation.acceptedBy) return;
        const team = await this.memberships.team(farmId, session);
        if (team.some(({ user }) => user._id === userId))
          throw new DomainError('TEAM_MEMBER_EXISTS');
        await this.memberships.add(session, id, { farmId, role: invitation.role });
        const change = { state: 'accepted', acceptedBy: id };
        await this.invitations.updateOne({ _id: invitation._id }, { $set: change }, { session });
      });
    return this.users.get(userId);
  }

  private async valid(
    session: ClientSession | null,
    token: string,
    userId: Types.ObjectId | null,
  ): Promise<FarmInvitation> {
    const read = readInvitationToken(this.config.TICKET_SECRET, token);
    const found =
      read && (await this.invitations.findById(read.id).session(session).lean<FarmInvitation>());
    if (!found || found.number !== read.number || found.state === 'cancelled')
      throw new DomainError('INVITATION_NOT_FOUND');
    if (found.state === 'accepted') {
      if (!userId || !found.acceptedBy?.equals(userId)) throw new DomainError('INVITATION_USED');
      return found;
    }
    if (found.expiresAt <= new Date()) throw new DomainError('INVITATION_EXPIRED');
    return found;
  }

  private open(session: ClientSession, farmId: Types.ObjectId): Promise<FarmInvitation[]> {
    return this.invitations
      .find({ farmId, state: 'open' })
      .session(session)
      .lean<FarmInvitation[]>()
      .exec();
  }

  private async ofFarm(session: ClientSession, farmId: Types.ObjectId, id: Id) {
    const found = (await this.open(session, farmId)).find(({ _id }) => _id.toString() === id);
    if (!found) throw new DomainError('INVITATION_NOT_FOUND');
    return found;
  }

  private async mail(
    session: ClientSession,
    { _id: farmId, name: farmName }: Farm,
    { _id, number, email, role, by }: FarmInvitation,
  ): Promise<void> {
    if (email === null) return;
    const invitationId = _id.toString();
    const aggregate = { id: `invitation:${invitationId}`, version: number };
    const mail = { farmId: farmId.toString(), farmName, invitationId, number, email, role, by };
    await this.outbox.add(session, draft('team.invited', aggregate, mail));
  }

  private withLink(team: TeamDto, invitation: { id: Id; number: number }): InvitedDto {
    const path = invitationPath(this.config.TICKET_SECRET, invitation);
    return { team, invitationId: invitation.id, link: `${publicUrl(this.config)}${path}` };
  }
}
