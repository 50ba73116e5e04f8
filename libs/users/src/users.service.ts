import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type ChangeUserStatus,
  type Id,
  type InitializeUser,
  normalizeEmail,
  type Role,
  type UserDto,
  type UserStatus,
  type UsersPage,
  type UsersQuery,
  withNormalEmail,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  decisionConflict,
  draft,
  newestById,
  Outbox,
  type Principal,
  searchFilter,
  TokenVerifier,
  Transactions,
  type VerifiedIdentity,
} from '#libs/platform';
import { DeletionsService } from './deletions.service.js';
import { PrincipalCache } from './principal-cache.js';
import { providedName, toUserDto, USER, type User, userChanged, userTerms } from './user.model.js';
import { USERS_CONFIG, type UsersConfig } from './users.config.js';

/** Receives no mail, by RFC 2606. */
const NO_MAIL_DOMAIN = 'replaced.invalid';

/** The users of the marketplace: identity, role and status. */
@Injectable()
export class UsersService {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly cache: PrincipalCache,
    private readonly identities: TokenVerifier,
    private readonly deletions: DeletionsService,
    @Inject(USERS_CONFIG) private readonly config: UsersConfig,
  ) {}

  /**
   * `POST /users/initialize`: the user behind a verified token, created on the first call.
   * A body that claims another account is rejected (`IDENTITY_MISMATCH`). The requested role counts for a new
   * account only, and never makes an admin (PRODUCT decision 2). Throws `TOKEN_INVALID` for a deleted account, whose
   * tokens may live a little longer.
   */
  async initialize(identity: VerifiedIdentity, body: InitializeUser): Promise<UserDto> {
    if (body.clerkId !== identity.subject) throw new DomainError('IDENTITY_MISMATCH');
    const known = await this.users.findOne({ subject: identity.subject }).lean<User>();
    const profile = known
      ? { ...identity, email: known.email }
      : await this.identities.profileOf(identity);
    const email = profile.email && normalizeEmail(profile.email);
    if (!email || email !== body.email) throw new DomainError('IDENTITY_MISMATCH');
    if (known) return toUserDto(known);
    if (await this.deletions.has(identity.subject)) throw new DomainError('TOKEN_INVALID');
    const role = this.roleFor(email, profile.emailVerified, body.role);
    // The account was replaced at start: the user record of its predecessor must not become the admin's.
    if (role === 'admin') await this.releaseEmail(email, identity.subject);
    return this.register({
      subject: identity.subject,
      email,
      firstName: providedName(profile.firstName ?? body.firstName ?? ''),
      lastName: providedName(profile.lastName ?? body.lastName ?? ''),
      imageUrl: profile.imageUrl ?? (body.imageUrl || null),
      role,
    });
  }

  /** Adds a user; concurrent calls for one account return the same user. `within` runs in the same transaction. */
  async register(
    person: Pick<User, 'subject' | 'email' | 'firstName' | 'lastName' | 'imageUrl' | 'role'> &
      Partial<Pick<User, 'createdAt'>>,
    within?: (user: User, session: ClientSession) => Promise<void>,
  ): Promise<UserDto> {
    try {
      const user = await this.transactions.run(async (session) => {
        const [created] = await this.users.create(
          [{ createdAt: new Date(), ...person, _id: new Types.ObjectId(), status: 'active' }],
          { session },
        );
        if (!created) throw new Error('MongoDB created no user');
        const user = created.toObject<User>();
        await this.outbox.add(
          session,
          draft(
            'user.registered',
            { id: user._id, version: user.version },
            { user: toUserDto(user) },
          ),
        );
        await within?.(user, session);
        return user;
      });
      return this.get(user._id.toString());
    } catch (error) {
      const other = await this.users.findOne({ subject: person.subject }).lean<User>();
      if (other) return toUserDto(other);
      // The same e-mail under another account of the provider is not the same person.
      if (await this.users.exists({ email: person.email }))
        throw new DomainError('IDENTITY_MISMATCH', 'This e-mail belongs to another account');
      throw error;
    }
  }

  async get(id: Id): Promise<UserDto> {
    const user = await this.users.findById(id).lean<User>();
    if (!user) throw new DomainError('USER_NOT_FOUND');
    return toUserDto(user);
  }

  /** The id of the user with this e-mail, or null. */
  async idByEmail(email: string): Promise<Types.ObjectId | null> {
    const user = await this.users.findOne({ email: normalizeEmail(email) }).lean<User>();
    return user?._id ?? null;
  }

  /** Inside a transaction: the current status of a user, or null. */
  async statusOf(session: ClientSession, id: Types.ObjectId): Promise<UserStatus | null> {
    const user = await this.users.findById(id).session(session).lean<User>();
    return user?.status ?? null;
  }

  async list({ role, status, q, cursor, limit }: UsersQuery): Promise<UsersPage> {
    const filter = {
      ...(role && { role }),
      ...(status && { status }),
      ...searchFilter(q && withNormalEmail(q)),
    };
    const { rows, ...page } = await newestById(this.users, filter, { cursor, limit });
    return { users: rows.map(toUserDto), ...page };
  }

  /**
   * Sets a user's status. Suspending also ends the user's sessions. Throws `USER_NOT_FOUND`, `USER_SELF_PROTECTED`,
   * `VERSION_CONFLICT` (with both statuses), and `USER_LAST_ADMIN` when no active admin would be left.
   */
  async changeStatus(
    actor: Principal,
    id: Id,
    { status, reason, version }: ChangeUserStatus,
  ): Promise<UserDto> {
    if (actor.userId === id) throw new DomainError('USER_SELF_PROTECTED');
    const user = await this.transactions.run(async (session) => {
      const before = await this.users.findById(id).session(session).lean<User>();
      if (!before) throw new DomainError('USER_NOT_FOUND');
      if (version !== undefined && version !== before.version)
        throw decisionConflict(before, status);
      if (before.status === status) return before;
      if (before.role === 'admin' && before.status === 'active')
        await this.requireOtherAdmin(session);
      return this.setStatus(session, actor, before, status, reason ?? null);
    });
    if (status === 'suspended') await this.identities.revokeSessions(user.subject);
    return toUserDto(user);
  }

  /**
   * Takes over names, picture and e-mail from the identity provider; the user of a deleted account is deleted, whatever
   * stands in the way: what is open keeps what it needs until it is not. An e-mail that another user already has is skipped instead of rejected, because the provider would only
   * send the same change again. Returns whether everything was taken over.
   */
  async applyIdentityChange({
    at,
    ...change
  }: { kind: 'updated' | 'deleted'; subject: string; at?: number } & Partial<
    Pick<User, 'email' | 'firstName' | 'lastName' | 'imageUrl'>
  >): Promise<boolean> {
    const { kind, subject, ...given } = change;
    const fields = {
      ...given,
      ...(given.firstName !== undefined && { firstName: providedName(given.firstName) }),
      ...(given.lastName !== undefined && { lastName: providedName(given.lastName) }),
    };
    return this.transactions.run(async (session) => {
      const user = await this.users.findOne({ subject }).session(session).lean<User>();
      if (!user) return true;
      if (kind === 'deleted') {
        // Its address was confirmed there, or it would not be the user's.
        await this.deletions.remove(session, user, { isEmailConfirmed: true });
        return true;
      }
      if (!(await this.isNext(session, user, at))) return true;
      const { email, ...rest } = fields;
      const taken =
        email !== undefined &&
        (await this.users.exists({ email, _id: { $ne: user._id } }).session(session)) !== null;
      const profile = taken ? rest : fields;
      const after: User = { ...user, ...profile, version: user.version + 1 };
      // The provider also reports changes that were made here.
      if (providedFields(after) === providedFields(user)) return !taken;
      const { _id, version } = after;
      const search = userTerms(after);
      await this.users.updateOne({ _id }, { $set: { ...profile, search, version } }, { session });
      this.transactions.afterCommit(session, () => this.cache.drop(subject));
      await this.outbox.add(session, userChanged(after));
      return !taken;
    });
  }

  /** Inside a transaction: false if the provider has already reported this change or a newer one. */
  private async isNext(
    session: ClientSession,
    { _id, providerChangedAt }: User,
    at: number | undefined,
  ): Promise<boolean> {
    if (at === undefined) return true;
    if (providerChangedAt && at <= providerChangedAt.getTime()) return false;
    await this.users.updateOne({ _id }, { $set: { providerChangedAt: new Date(at) } }, { session });
    return true;
  }

  /** Inside a transaction: writes the status, its event and its entry in the audit log. */
  private async setStatus(
    session: ClientSession,
    actor: Principal | null,
    before: User,
    status: UserStatus,
    reason: string | null,
  ): Promise<User> {
    const after: User = { ...before, status, version: before.version + 1 };
    const { _id, version } = after;
    await this.users.updateOne({ _id }, { $set: { status, version } }, { session });
    // Registered before the outbox, so that the cache is invalidated before the event is appended.
    this.transactions.afterCommit(session, () => this.cache.drop(before.subject));
    await this.outbox.add(
      session,
      draft(
        'user.status-changed',
        { id: _id, version },
        { user: toUserDto(after), from: before.status, reason },
      ),
    );
    await this.audit.add(session, {
      actor,
      action: 'user.status-changed',
      target: { type: 'user', id: _id, name: toUserDto(after).name },
      before: { status: before.status },
      after: { status },
      reason,
    });
    return after;
  }

  /**
   * Two admins who suspend each other concurrently must not both succeed: each transaction writes to
   * every active admin, so that the second conflicts, runs again and sees the result of the first.
   */
  private async requireOtherAdmin(session: ClientSession): Promise<void> {
    const { matchedCount } = await this.users.updateMany(
      { role: 'admin', status: 'active' },
      { $inc: { adminChecks: 1 } },
      { session },
    );
    if (matchedCount <= 1) throw new DomainError('USER_LAST_ADMIN');
  }

  /** Deactivates the user of another account who has this e-mail, and replaces their e-mail. */
  private async releaseEmail(email: string, subject: string): Promise<void> {
    const holder = await this.users.findOne({ email, subject: { $ne: subject } }).lean<User>();
    if (!holder) return;
    const { _id, subject: former } = holder;
    await this.transactions.run(async (session) => {
      const before = await this.users.findById(_id).session(session).lean<User>();
      if (before?.status === 'active')
        await this.setStatus(session, null, before, 'inactive', 'The account was deleted');
    });
    const released = `${_id.toString()}@${NO_MAIL_DOMAIN}`;
    await this.applyIdentityChange({ kind: 'updated', subject: former, email: released });
  }

  private roleFor(email: string, emailVerified: boolean, requested: Role | undefined): Role {
    if (emailVerified && this.config.ADMIN_EMAILS.includes(email)) return 'admin';
    return requested === 'farmer' ? 'farmer' : 'customer';
  }
}

/** The fields that the identity provider may change, as one comparable string. */
const providedFields = ({ email, firstName, lastName, imageUrl }: User) =>
  JSON.stringify([email, firstName, lastName, imageUrl]);
