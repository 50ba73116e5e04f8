import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { pseudonymOf } from '#libs/contracts';
import {
  BlocksDeletion,
  type ClientSession,
  type DeletedPerson,
  type Erased,
  Erases,
  type LeavingPerson,
  Outbox,
} from '#libs/platform';
import { Memberships } from '#libs/users';
import { FARM, type Farm } from './farm.model.js';
import { FarmChanges, farmChanged, nextFarm } from './farm-changes.js';
import { FARM_INVITATION, type FarmInvitation } from './farm-invitation.model.js';
import { FarmsService } from './farms.service.js';
import { TeamService } from './team.service.js';

/** What a closed farm keeps: its name, which its customers' orders and the books have, and its id. */
const CLOSED = {
  status: 'refused',
  decisionReason: 'The farm is closed',
  appliedAt: null,
  tagline: '',
  story: '',
  practices: [],
  certification: null,
  certificates: [],
  image: '/produce/tractor.svg',
  cover: null,
  city: '',
  state: '',
  fulfilment: [],
  pickupPlace: null,
  pickupDetails: null,
  holiday: null,
} satisfies Partial<Farm>;

/** The farm that a deleted account has founded closes, and the teams of others go on without it. */
@Injectable()
export class FarmErasure {
  constructor(
    @InjectModel(FARM) private readonly farms: Model<Farm>,
    @InjectModel(FARM_INVITATION) private readonly invitations: Model<FarmInvitation>,
    private readonly memberships: Memberships,
    private readonly founders: FarmsService,
    private readonly teams: TeamService,
    private readonly changes: FarmChanges,
    private readonly outbox: Outbox,
  ) {}

  /** Others who work for the farm have to leave first, because nobody would answer for it. */
  @BlocksDeletion('team')
  async others(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    const farm = await this.founders.foundedBy(session, userId);
    if (!farm) return 0;
    const team = await this.memberships.team(farm._id, session);
    return team.filter(({ user }) => user._id !== userId.toString()).length;
  }

  /** Of an address that was not confirmed, the invitations may be another's. */
  @Erases('team')
  async eraseFromTeams(person: DeletedPerson): Promise<Erased> {
    const { userId, email, isEmailConfirmed, name, farmIds } = person;
    if (isEmailConfirmed) await this.invitations.deleteMany({ email });
    await this.invitations.updateMany(
      { farmId: { $in: farmIds }, by: name },
      { $set: { by: pseudonymOf(userId.toString()) } },
    );
    for (const farmId of farmIds)
      if (await this.farms.exists({ _id: farmId, ownerId: { $ne: userId } }))
        // Without the person, who is no user any more.
        await this.teams.change(farmId, null, async () => undefined);
    return {};
  }

  @Erases('farm')
  async close({ userId }: DeletedPerson): Promise<Erased> {
    const farm = await this.founders.foundedBy(null, userId);
    if (!farm) return {};
    await this.invitations.deleteMany({ farmId: farm._id });
    await this.changes.write(farm._id.toString(), null, async (session, before) => {
      if (before.decisionReason === CLOSED.decisionReason && before.city === '') return before;
      const after = nextFarm(before, CLOSED);
      await this.outbox.add(session, ...farmChanged(before, after));
      return after;
    });
    // Products that were bought show pictures of it, so events about orders are not found by it.
    return { traces: [farm._id.toString()] };
  }
}
