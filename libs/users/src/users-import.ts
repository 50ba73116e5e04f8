import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { USER, type User } from './user.model.js';

/** A seeded user; nobody can sign in as them, because they have no account. */
export type ImportedUser = Pick<
  User,
  '_id' | 'subject' | 'email' | 'firstName' | 'lastName' | 'role' | 'farmId' | 'createdAt'
>;

/** Writes many users at once without events, for seeds; the projections have to be rebuilt afterwards. */
@Injectable()
export class UsersImport {
  constructor(@InjectModel(USER) private readonly users: Model<User>) {}

  async isEmpty(): Promise<boolean> {
    return (await this.users.exists({})) === null;
  }

  async add(people: readonly ImportedUser[]): Promise<void> {
    await this.users.insertMany(
      people.map((person) => {
        const { farmId, createdAt: since } = person;
        const owner = farmId && { memberships: [{ farmId, role: 'owner' as const, since }] };
        return { ...person, ...owner };
      }),
    );
  }
}
