import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DeleteAccount, DeletionCheck, Id } from '#libs/contracts';
import {
  BlocksDeletion,
  type ClientSession,
  DomainError,
  draft,
  Erasure,
  Jobs,
  type LeavingPerson,
  LOGGER,
  type Logger,
  Outbox,
  TokenVerifier,
  Transactions,
} from '#libs/platform';
import { DELETED_USER, type DeletedUser, hashOfSubject } from './deleted-user.model.js';
import { PrincipalCache } from './principal-cache.js';
import { displayName, USER, type User } from './user.model.js';
import { USERS_CONFIG, type UsersConfig } from './users.config.js';

/** Deletes accounts: the user at once, and what else there is of them by `DeletionsProcessor`. */
@Injectable()
export class DeletionsService {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    @InjectModel(DELETED_USER) private readonly deleted: Model<DeletedUser>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly cache: PrincipalCache,
    private readonly erasure: Erasure,
    private readonly identities: TokenVerifier,
    private readonly jobs: Jobs,
    @Inject(USERS_CONFIG) private readonly config: UsersConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What stands in the way of deleting this account. Throws `USER_NOT_FOUND`. */
  check(userId: Id): Promise<DeletionCheck> {
    return this.transactions.run(async (session) => {
      const user = await this.find(session, userId);
      return { blockers: await this.erasure.blockers(session, toPerson(user)) };
    });
  }

  /**
   * Deletes an account by its owner. From the commit on nobody can sign in with it; its sessions end then. Throws
   * `USER_NOT_FOUND`, `VALIDATION_FAILED` for another address than the account's, and `ACCOUNT_NOT_DELETABLE` (with
   * `details.blockers`, as {@link check} has them).
   */
  async delete(
    userId: Id,
    { email }: DeleteAccount,
    { isEmailConfirmed }: { isEmailConfirmed: boolean },
  ): Promise<void> {
    const user = await this.transactions.run(async (session) => {
      const before = await this.find(session, userId);
      if (before.email !== email) throw notTheAddress();
      // Of two admins who delete their accounts at once, the second runs again and is the last.
      if (before.role === 'admin')
        await this.users.updateMany(
          { role: 'admin', status: 'active' },
          { $inc: { adminChecks: 1 } },
          { session },
        );
      const blockers = await this.erasure.blockers(session, toPerson(before));
      if (blockers.length > 0)
        throw new DomainError('ACCOUNT_NOT_DELETABLE', undefined, { details: { blockers } });
      await this.remove(session, before, { isEmailConfirmed });
      return before;
    });
    // The job does it again with the account itself, so that a provider that is away does not undo the deletion.
    await this.identities
      .revokeSessions(user.subject)
      .catch((error: unknown) => this.logger.error({ err: error }, 'sessions were not ended'));
  }

  /** Inside a transaction: removes the user, remembers what erasing needs, and publishes it. */
  async remove(
    session: ClientSession,
    user: User,
    { isEmailConfirmed }: { isEmailConfirmed: boolean },
  ): Promise<void> {
    const { _id, subject, role, status, email, memberships = [], farmId } = user;
    await this.users.deleteOne({ _id }, { session });
    const farmIds = memberships.map((one) => one.farmId);
    const person: DeletedUser['person'] = {
      name: displayName(user),
      email,
      isEmailConfirmed,
      subject,
      farmIds: farmIds.length === 0 && farmId ? [farmId] : farmIds,
    };
    const row: DeletedUser = {
      ...{ _id, role, person, subjectHash: hashOfSubject(subject) },
      ...{ deletedAt: new Date(), finishedAt: null },
    };
    await this.deleted.insertMany([row], { lean: true, session });
    // Registered before the outbox, so that the cache is invalidated before the event is appended.
    this.transactions.afterCommit(session, () => this.cache.drop(subject));
    const deleted = { userId: _id.toString(), role, status };
    await this.outbox.add(
      session,
      draft('user.deleted', { id: _id, version: user.version + 1 }, deleted),
    );
    // Not awaited, because Redis may be unavailable; the job also runs by its schedule.
    this.transactions.afterCommit(session, () => {
      void this.jobs.add('accounts.erase', {}).catch(() => undefined);
    });
  }

  /** Whether the account with this id of the identity provider is deleted here. */
  async has(subject: string): Promise<boolean> {
    return (await this.deleted.exists({ subjectHash: hashOfSubject(subject) })) !== null;
  }

  @BlocksDeletion('lastAdmin')
  async lastAdmin(session: ClientSession, { userId, role }: LeavingPerson): Promise<number> {
    if (role !== 'admin') return 0;
    const others = await this.users
      .exists({ role: 'admin', status: 'active', _id: { $ne: userId } })
      .session(session);
    return others ? 0 : 1;
  }

  @BlocksDeletion('adminAddress')
  async adminAddress(_: ClientSession, { email }: LeavingPerson): Promise<number> {
    return this.config.ADMIN_EMAILS.includes(email) ? 1 : 0;
  }

  private async find(session: ClientSession, userId: Id): Promise<User> {
    const user = await this.users.findById(userId).session(session).lean<User>();
    if (!user) throw new DomainError('USER_NOT_FOUND');
    return user;
  }
}

const toPerson = ({ _id, role, email }: User): LeavingPerson => ({
  userId: new Types.ObjectId(_id),
  role,
  email,
});

const notTheAddress = () =>
  new DomainError('VALIDATION_FAILED', undefined, {
    errors: [{ path: 'email', message: 'is not the address of this account' }],
  });
