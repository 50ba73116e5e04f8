import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { FarmRole, UserDto } from '#libs/contracts';
import { type ClientSession, DomainError, Outbox, Transactions } from '#libs/platform';
import { PrincipalCache } from './principal-cache.js';
import { type StoredMembership, toUserDto, USER, type User, userChanged } from './user.model.js';

type NewMembership = Pick<StoredMembership, 'farmId' | 'role'>;

/**
 * Who works for which farm, and for which of them a user acts now. Each change counts from the next request on, and
 * gateways end the sockets of the farm that the user does not act for any more.
 */
@Injectable()
export class Memberships {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly cache: PrincipalCache,
  ) {}

  /** The users who work for a farm, in the order in which they came. */
  async team(
    farmId: Types.ObjectId,
    session: ClientSession | null = null,
  ): Promise<(StoredMembership & { user: UserDto })[]> {
    const found = await this.users
      .find({ 'memberships.farmId': farmId })
      .session(session)
      .lean<User[]>();
    return found
      .flatMap((user) => {
        const membership = membershipOf(user, farmId);
        return membership ? [{ ...membership, user: toUserDto(user) }] : [];
      })
      .sort((a, b) => a.since.getTime() - b.since.getTime());
  }

  /** Inside a transaction: the user works for this farm too, and acts for it from now on. */
  async add(
    session: ClientSession,
    userId: Types.ObjectId,
    { farmId, role }: NewMembership,
  ): Promise<void> {
    await this.change(session, userId, ({ memberships = [] }) => ({
      farmId,
      memberships: [...memberships, { farmId, role, since: new Date() }],
    }));
  }

  /** Inside a transaction: gives a member another role at this farm. */
  async setRole(
    session: ClientSession,
    userId: Types.ObjectId,
    farmId: Types.ObjectId,
    role: FarmRole,
  ): Promise<void> {
    await this.change(session, userId, ({ memberships = [] }) => ({
      memberships: memberships.map((one) => (one.farmId.equals(farmId) ? { ...one, role } : one)),
    }));
  }

  /** Inside a transaction: the user does not work for this farm any more; a farmer acts for another one, if any. */
  async remove(
    session: ClientSession,
    userId: Types.ObjectId,
    farmId: Types.ObjectId,
  ): Promise<void> {
    await this.change(session, userId, (before) => {
      const memberships = before.memberships?.filter((one) => !one.farmId.equals(farmId)) ?? [];
      if (!before.farmId?.equals(farmId)) return { memberships };
      const next = before.role === 'farmer' ? (memberships[0]?.farmId ?? null) : null;
      return { memberships, farmId: next };
    });
  }

  /**
   * Lets the user act for one of their farms, or for themselves. Throws `FARM_NOT_FOUND` for a farm that they do not
   * work for, and for a farmer who would act for none.
   */
  async actFor(userId: Types.ObjectId, farmId: Types.ObjectId | null): Promise<UserDto> {
    const user = await this.transactions.run((session) =>
      this.change(session, userId, (before) => {
        if (farmId === null ? before.role === 'farmer' : !membershipOf(before, farmId))
          throw new DomainError('FARM_NOT_FOUND');
        return String(before.farmId) === String(farmId) ? null : { farmId };
      }),
    );
    return toUserDto(user);
  }

  private async change(
    session: ClientSession,
    userId: Types.ObjectId,
    /** Null changes nothing. */
    change: (before: User) => Partial<Pick<User, 'farmId' | 'memberships'>> | null,
  ): Promise<User> {
    const before = await this.users.findById(userId).session(session).lean<User>();
    if (!before) throw new DomainError('USER_NOT_FOUND');
    const changed = change(before);
    if (!changed) return before;
    const set = { ...changed, version: before.version + 1 };
    await this.users.updateOne({ _id: userId }, { $set: set }, { session });
    const after: User = { ...before, ...set };
    // Registered before the outbox, so that the cache is invalidated before the event is appended.
    this.transactions.afterCommit(session, () => this.cache.drop(before.subject));
    await this.outbox.add(session, userChanged(after));
    return after;
  }
}

const membershipOf = ({ memberships = [] }: User, farmId: Types.ObjectId) =>
  memberships.find((one) => one.farmId.equals(farmId));
