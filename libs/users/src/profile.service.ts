import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Id, UpdateProfile, UserDto } from '#libs/contracts';
import {
  DomainError,
  Outbox,
  parsePhone,
  requireVersion,
  TokenVerifier,
  Transactions,
} from '#libs/platform';
import { PrincipalCache } from './principal-cache.js';
import { toUserDto, USER, type User, userChanged, userTerms } from './user.model.js';

/** The profile that users edit themselves. */
@Injectable()
export class ProfileService {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly cache: PrincipalCache,
    private readonly identities: TokenVerifier,
  ) {}

  /**
   * Sets the names and the phone number, here and at the identity provider; an empty number keeps the old one.
   * Throws `USER_NOT_FOUND`, `VERSION_CONFLICT`, and `VALIDATION_FAILED` for what the provider rejects.
   */
  async update(id: Id, { version, firstName, lastName, phone }: UpdateProfile): Promise<UserDto> {
    const known = unchanged(await this.users.findById(id).lean<User>(), version);
    const number = phone ? parsePhone(phone, 'phone') : (known.phone ?? null);
    // First, because the provider may reject the change; outside the transaction, which may run more than once.
    await this.identities.updateProfile(known.subject, {
      firstName,
      lastName,
      phone: number === known.phone ? null : number,
    });
    const user = await this.transactions.run(async (session) => {
      const before = unchanged(
        await this.users.findById(id).session(session).lean<User>(),
        version,
      );
      const changed = { firstName, lastName, phone: number, version: version + 1 };
      const after: User = { ...before, ...changed };
      await this.users.updateOne(
        { _id: before._id },
        { $set: { ...changed, search: userTerms(after) } },
        { session },
      );
      this.transactions.afterCommit(session, () => this.cache.drop(before.subject));
      await this.outbox.add(session, userChanged(after));
      return after;
    });
    return toUserDto(user);
  }
}

/** Throws `USER_NOT_FOUND` and `VERSION_CONFLICT`. */
function unchanged(user: User | null, version: number): User {
  if (!user) throw new DomainError('USER_NOT_FOUND');
  requireVersion(user.version, version);
  return user;
}
